// SPDX-License-Identifier: Apache-2.0
/** Where rows come from that the command line reads: CSV files, and queries that a file describes. */
@NullMarked
package io.hedgerow.samples.source;

import org.jspecify.annotations.NullMarked;
