// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.archfixture;

import io.hedgerow.core.privacy.BudgetLedger;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.InsecureNoPrivacy;
import io.hedgerow.core.privacy.PrivacyGate;

/** Opts out of privacy behind a harmless name. */
public final class QuietOptOut {
    public PrivacyGate gate(BudgetLedger ledger, DatasetIdentity dataset) {
        return InsecureNoPrivacy.gate(ledger, dataset);
    }
}
