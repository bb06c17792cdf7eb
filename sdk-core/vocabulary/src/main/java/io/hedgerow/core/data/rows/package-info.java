// SPDX-License-Identifier: Apache-2.0
/** Rows in memory, and rows of which each names its user. */
@NullMarked
package io.hedgerow.core.data.rows;

import org.jspecify.annotations.NullMarked;
