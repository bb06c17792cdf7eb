// SPDX-License-Identifier: Apache-2.0
/** Numbers as integers in fixed-point lanes that cannot wrap unnoticed: plans, encoding, decoding. */
@NullMarked
package io.hedgerow.secureagg.internal.codec;

import org.jspecify.annotations.NullMarked;
