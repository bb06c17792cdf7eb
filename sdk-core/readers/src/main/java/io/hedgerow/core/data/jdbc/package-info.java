// SPDX-License-Identifier: Apache-2.0
/** Reads the rows of database queries over a connection that cannot write. */
@NullMarked
package io.hedgerow.core.data.jdbc;

import org.jspecify.annotations.NullMarked;
