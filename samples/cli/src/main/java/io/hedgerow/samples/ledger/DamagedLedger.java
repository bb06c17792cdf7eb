// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.ledger;

/**
 * A ledger that cannot be trusted.
 *
 * @param problem what is wrong, in one line
 */
public record DamagedLedger(String directory, String problem) {}
