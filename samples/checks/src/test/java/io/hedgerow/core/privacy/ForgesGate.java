// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.privacy;

/** Opts out of privacy without saying so. */
public final class ForgesGate {
    public PrivacyGate open(BudgetLedger ledger, DatasetIdentity dataset) {
        return new PrivacyGate(ledger, dataset, new PrivacyUnit.RecordUnit(), Adjacency.REPLACE_ONE, true);
    }
}
