// SPDX-License-Identifier: Apache-2.0
/** A release publishes noisy sums over the units of a site in rounds whose cost is known beforehand. */
@NullMarked
package io.hedgerow.dp.internal.release;

import org.jspecify.annotations.NullMarked;
