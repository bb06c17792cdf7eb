// SPDX-License-Identifier: Apache-2.0
/** Releases of histograms, followed by moments of the curves or normal scores derived from them. */
@NullMarked
package io.hedgerow.dp.internal.release.histogram;

import org.jspecify.annotations.NullMarked;
