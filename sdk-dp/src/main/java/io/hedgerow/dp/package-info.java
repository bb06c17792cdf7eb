/**
 * Privacy mathematics: mechanisms, accounting, the durable budget ledger and private local solvers.
 *
 * <p>Empty in this version: nothing in Hedgerow is differentially private yet, and no class here claims to be. The
 * vocabulary that this module will implement is in {@code io.hedgerow.core.privacy} and {@code io.hedgerow.core.spi}.
 */
@NullMarked
package io.hedgerow.dp;

import org.jspecify.annotations.NullMarked;
