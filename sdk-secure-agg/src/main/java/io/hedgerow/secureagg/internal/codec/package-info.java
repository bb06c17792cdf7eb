// SPDX-License-Identifier: Apache-2.0
/** Fixed-point encoding of numbers as integers whose sums cannot wrap unnoticed. */
@NullMarked
package io.hedgerow.secureagg.internal.codec;

import org.jspecify.annotations.NullMarked;
