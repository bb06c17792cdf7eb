// SPDX-License-Identifier: Apache-2.0
/**
 * Files become the sites of a run here: their rows, series, transforms and exact sums, and the options that name
 * them.
 */
@NullMarked
package io.hedgerow.samples.learn.sites;

import org.jspecify.annotations.NullMarked;
