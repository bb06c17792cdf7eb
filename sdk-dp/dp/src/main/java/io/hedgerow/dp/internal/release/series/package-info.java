// SPDX-License-Identifier: Apache-2.0
/** Private releases of the moments of series, over rows and lags. */
@NullMarked
package io.hedgerow.dp.internal.release.series;

import org.jspecify.annotations.NullMarked;
