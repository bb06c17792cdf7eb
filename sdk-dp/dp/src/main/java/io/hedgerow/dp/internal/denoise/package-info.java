// SPDX-License-Identifier: Apache-2.0
/** Corrects released moments for the effects of clipping, centring and noise. */
@NullMarked
package io.hedgerow.dp.internal.denoise;

import org.jspecify.annotations.NullMarked;
