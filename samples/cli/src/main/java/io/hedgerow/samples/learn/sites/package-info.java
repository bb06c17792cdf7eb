// SPDX-License-Identifier: Apache-2.0
/** Creates the sites of a run from files: rows, series, transforms and exact sums, with their options. */
@NullMarked
package io.hedgerow.samples.learn.sites;

import org.jspecify.annotations.NullMarked;
