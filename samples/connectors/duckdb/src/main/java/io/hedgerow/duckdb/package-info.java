// SPDX-License-Identifier: Apache-2.0
/** Data files as tables of an embedded, read-only database. */
@NullMarked
package io.hedgerow.duckdb;

import org.jspecify.annotations.NullMarked;
