// SPDX-License-Identifier: Apache-2.0
/** Writes simulated studies, time series and mock data as files of sites. */
@NullMarked
package io.hedgerow.samples.lab.simulate;

import org.jspecify.annotations.NullMarked;
