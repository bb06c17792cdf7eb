// SPDX-License-Identifier: Apache-2.0
/** Rows as a method needs them where they differ from a site's rows: lags of time series. */
@NullMarked
package io.hedgerow.core.internal.design;

import org.jspecify.annotations.NullMarked;
