// SPDX-License-Identifier: Apache-2.0
/** A site releases histograms, and then the moments of the curves or normal scores that follow from them. */
@NullMarked
package io.hedgerow.dp.internal.release.histogram;

import org.jspecify.annotations.NullMarked;
