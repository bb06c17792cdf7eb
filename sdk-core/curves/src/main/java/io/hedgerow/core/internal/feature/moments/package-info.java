// SPDX-License-Identifier: Apache-2.0
/** Histograms and moments of the feature columns into which each variable is expanded. */
@NullMarked
package io.hedgerow.core.internal.feature.moments;

import org.jspecify.annotations.NullMarked;
