// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.archfixture;

import io.hedgerow.core.privacy.BudgetLedger;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.InsecureNoPrivacy;
import io.hedgerow.core.privacy.PrivacyGate;

/** Allowed: the name says it. */
public final class InsecureOptOut {
    public PrivacyGate gate(BudgetLedger ledger, DatasetIdentity dataset) {
        return InsecureNoPrivacy.gate(ledger, dataset);
    }
}
