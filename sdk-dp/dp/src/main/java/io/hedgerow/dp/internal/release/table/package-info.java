// SPDX-License-Identifier: Apache-2.0
/** Private releases of tables of counts of categories. */
@NullMarked
package io.hedgerow.dp.internal.release.table;

import org.jspecify.annotations.NullMarked;
