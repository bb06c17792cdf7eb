// SPDX-License-Identifier: Apache-2.0
/** CSV files are sources of rows: their header, texts, options and a pipeline that parses lines in parallel. */
@NullMarked
package io.hedgerow.core.data.csv;

import org.jspecify.annotations.NullMarked;
