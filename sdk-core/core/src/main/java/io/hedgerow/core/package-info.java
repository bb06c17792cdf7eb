// SPDX-License-Identifier: Apache-2.0
/** The door to learning in one process, and the network that is learned. */
@NullMarked
package io.hedgerow.core;

import org.jspecify.annotations.NullMarked;
