// SPDX-License-Identifier: Apache-2.0
/** Noise, clipping and selection: each mechanism carries its guarantee, proved in {@code docs/privacy-proofs}. */
@NullMarked
package io.hedgerow.dp.mechanism;

import org.jspecify.annotations.NullMarked;
