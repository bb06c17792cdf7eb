// SPDX-License-Identifier: Apache-2.0
/** The durable record of what was spent on a data set, and the policy that decides what may be. */
@NullMarked
package io.hedgerow.dp.ledger;

import org.jspecify.annotations.NullMarked;
