// SPDX-License-Identifier: Apache-2.0
/** A search for the best additive model by the evidence of regressions on columns. */
@NullMarked
package io.hedgerow.core.internal.feature.search;

import org.jspecify.annotations.NullMarked;
