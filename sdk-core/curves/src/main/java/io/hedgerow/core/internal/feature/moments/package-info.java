// SPDX-License-Identifier: Apache-2.0
/** Maps every variable to several basis columns, and takes their histograms and moments. */
@NullMarked
package io.hedgerow.core.internal.feature.moments;

import org.jspecify.annotations.NullMarked;
