// SPDX-License-Identifier: Apache-2.0
/** Reads CSV files as sources of rows: their header, text, options and a pipeline that parses lines in parallel. */
@NullMarked
package io.hedgerow.core.data.csv;

import org.jspecify.annotations.NullMarked;
