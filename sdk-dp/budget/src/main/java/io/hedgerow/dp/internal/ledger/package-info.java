// SPDX-License-Identifier: Apache-2.0
/** Storage of ledgers as hash-chained lines with events in JSON. */
@NullMarked
package io.hedgerow.dp.internal.ledger;

import org.jspecify.annotations.NullMarked;
