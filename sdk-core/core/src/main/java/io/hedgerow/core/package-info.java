// SPDX-License-Identifier: Apache-2.0
/** Learning in one process, and the learned network. */
@NullMarked
package io.hedgerow.core;

import org.jspecify.annotations.NullMarked;
