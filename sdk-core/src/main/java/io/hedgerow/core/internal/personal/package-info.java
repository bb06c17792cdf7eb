// SPDX-License-Identifier: Apache-2.0
/** Every client has a network of its own, which is learned with what clients share. */
@NullMarked
package io.hedgerow.core.internal.personal;

import org.jspecify.annotations.NullMarked;
