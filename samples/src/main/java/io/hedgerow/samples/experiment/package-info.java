// SPDX-License-Identifier: Apache-2.0
/** Tables of results and times over many simulated data sets. */
@NullMarked
package io.hedgerow.samples.experiment;

import org.jspecify.annotations.NullMarked;
