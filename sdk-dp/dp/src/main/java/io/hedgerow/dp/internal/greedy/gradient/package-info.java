// SPDX-License-Identifier: Apache-2.0
/** Clipped gradients as exact sums over the units of a site, whose rows are in memory. */
@NullMarked
package io.hedgerow.dp.internal.greedy.gradient;

import org.jspecify.annotations.NullMarked;
