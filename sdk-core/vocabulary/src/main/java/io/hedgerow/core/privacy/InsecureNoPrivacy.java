// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.privacy;

/**
 * Creates gates that let computations read site data without any privacy guarantee. What such a computation sends can
 * reveal the site's covariance matrix exactly (paper 002, A.1). Every reservation is still recorded.
 */
public final class InsecureNoPrivacy {

    private InsecureNoPrivacy() {}

    /**
     * {@return a gate without a budget, which also accepts {@link MechanismEvent.NonPrivate}}
     *
     * @param ledger records what is computed
     * @param dataset the data set to open
     */
    public static PrivacyGate gate(BudgetLedger ledger, DatasetIdentity dataset) {
        return new PrivacyGate(ledger, dataset, new PrivacyUnit.RecordUnit(), Adjacency.REPLACE_ONE, true);
    }
}
