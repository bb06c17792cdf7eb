// SPDX-License-Identifier: Apache-2.0
/** The best network of curves is searched for by the evidence of regressions on columns. */
@NullMarked
package io.hedgerow.core.internal.feature.search;

import org.jspecify.annotations.NullMarked;
