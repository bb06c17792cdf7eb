// SPDX-License-Identifier: Apache-2.0
/** Least-squares regressions on other variables, from a matrix of second moments. */
@NullMarked
package io.hedgerow.core.internal.search.regression;

import org.jspecify.annotations.NullMarked;
