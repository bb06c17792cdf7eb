// SPDX-License-Identifier: Apache-2.0
/** A reader of released moments corrects what clipping, centring and noise did to them. */
@NullMarked
package io.hedgerow.dp.internal.denoise;

import org.jspecify.annotations.NullMarked;
