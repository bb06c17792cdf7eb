// SPDX-License-Identifier: Apache-2.0
/** Rows that the command line reads: CSV files, files of connectors, and queries that a file describes. */
@NullMarked
package io.hedgerow.samples.source;

import org.jspecify.annotations.NullMarked;
