// SPDX-License-Identifier: Apache-2.0
/** Rows as a method sees them, where those are not the rows that a site has: lags of time series. */
@NullMarked
package io.hedgerow.core.internal.design;

import org.jspecify.annotations.NullMarked;
