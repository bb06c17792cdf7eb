// SPDX-License-Identifier: Apache-2.0
/** Budgets of sites that learn in one process, with one ledger for each data set. */
@NullMarked
package io.hedgerow.dp.site;

import org.jspecify.annotations.NullMarked;
