// SPDX-License-Identifier: Apache-2.0
/** Runs on time series, with rankings of pairs and cross-validation. */
@NullMarked
package io.hedgerow.samples.lab.reproduce.series;

import org.jspecify.annotations.NullMarked;
