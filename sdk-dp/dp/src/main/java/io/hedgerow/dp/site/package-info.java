// SPDX-License-Identifier: Apache-2.0
/** Sites that learn in one process charge one ledger for each data set. */
@NullMarked
package io.hedgerow.dp.site;

import org.jspecify.annotations.NullMarked;
