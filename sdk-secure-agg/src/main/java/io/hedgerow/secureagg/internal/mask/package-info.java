// SPDX-License-Identifier: Apache-2.0
/** The keystream kernel: lanes are read, masked and serialised in one pass. */
@NullMarked
package io.hedgerow.secureagg.internal.mask;

import org.jspecify.annotations.NullMarked;
