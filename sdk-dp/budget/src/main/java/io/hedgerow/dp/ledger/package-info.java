// SPDX-License-Identifier: Apache-2.0
/** The durable record of the budget spent on a data set, and the policy that limits it. */
@NullMarked
package io.hedgerow.dp.ledger;

import org.jspecify.annotations.NullMarked;
