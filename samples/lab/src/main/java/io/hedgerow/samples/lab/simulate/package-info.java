// SPDX-License-Identifier: Apache-2.0
/** Rows of simulated studies, of series and of mock data after a schema are written as files of sites. */
@NullMarked
package io.hedgerow.samples.lab.simulate;

import org.jspecify.annotations.NullMarked;
