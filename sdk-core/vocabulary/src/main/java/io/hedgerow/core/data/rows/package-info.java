// SPDX-License-Identifier: Apache-2.0
/** Rows in memory, and rows with a column that names their user. */
@NullMarked
package io.hedgerow.core.data.rows;

import org.jspecify.annotations.NullMarked;
