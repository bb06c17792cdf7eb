// SPDX-License-Identifier: Apache-2.0
/**
 * Privacy mathematics: mechanisms, accounting, the durable budget ledger, private local solvers and audits.
 *
 * <p>The vocabulary that this module implements is in {@code io.hedgerow.core.privacy} and
 * {@code io.hedgerow.core.solver}.
 */
@NullMarked
package io.hedgerow.dp;

import org.jspecify.annotations.NullMarked;
