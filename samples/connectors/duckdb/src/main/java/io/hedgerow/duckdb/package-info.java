// SPDX-License-Identifier: Apache-2.0
/** Files as tables of a database inside the process, which can read them and do nothing else. */
@NullMarked
package io.hedgerow.duckdb;

import org.jspecify.annotations.NullMarked;
