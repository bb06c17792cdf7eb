// SPDX-License-Identifier: Apache-2.0
/** A search fits linear networks to a noisy matrix and climbs to the best one. */
@NullMarked
package io.hedgerow.dp.internal.denoise.search;

import org.jspecify.annotations.NullMarked;
