// SPDX-License-Identifier: Apache-2.0
/** Queries of a database are sources of rows: they are read over a connection that cannot write. */
@NullMarked
package io.hedgerow.core.data.jdbc;

import org.jspecify.annotations.NullMarked;
