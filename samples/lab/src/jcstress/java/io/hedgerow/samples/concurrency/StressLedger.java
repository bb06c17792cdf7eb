// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.concurrency;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.privacy.PrivacyException;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.core.privacy.ReservationRequest;
import io.hedgerow.dp.accounting.BasicAccountant;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.ledger.AccountingMode;
import io.hedgerow.dp.ledger.InsecureVolatileLedger;
import io.hedgerow.dp.ledger.LedgerTerms;
import io.hedgerow.dp.ledger.SitePolicy.StudyCap;
import io.hedgerow.dp.ledger.SpendingRule;

/** A ledger in memory, which decides as every ledger does, and calls that cost one ε of its budget. */
final class StressLedger {

    static final DatasetIdentity DATASET = new DatasetIdentity("stress");
    static final PrivacyUnit UNIT = new PrivacyUnit.RecordUnit();
    static final MechanismEvent ONE = new MechanismEvent.PureDp(1, 1);

    private static final LedgerTerms.Fingerprint ROWS = LedgerTerms.Fingerprint.of(VariableSchema.of("a", "b"), 100);
    private static final SpendingRule RULE = SpendingRule.fixedPlan(new BasicAccountant());

    private static final int BROKEN = 90;

    private StressLedger() {}

    static InsecureVolatileLedger ofBudget(double epsilon) {
        PrivacyBudget budget = new PrivacyBudget(epsilon, 1e-6);
        LedgerTerms terms =
                new LedgerTerms(DATASET, ROWS, UNIT, Adjacency.REPLACE_ONE, budget, new AccountingMode.FixedPlan());
        return new InsecureVolatileLedger(terms, new StudyCap(budget, 1e-9), RULE);
    }

    /** Asks for one ε: 1 when it is granted, 0 when it is refused, more than any test allows when the ledger breaks. */
    static int reserve(InsecureVolatileLedger ledger, int round) {
        try {
            ledger.reserve(new ReservationRequest(DATASET, UNIT, Adjacency.REPLACE_ONE, "study", round, ONE));
            return 1;
        } catch (PrivacyException e) {
            return 0;
        } catch (IllegalArgumentException e) {
            return BROKEN;
        }
    }

    /** How much it has recorded; -1 when its chain of records is broken. */
    static int recorded(InsecureVolatileLedger ledger) {
        try {
            return ledger.recorded().size();
        } catch (PrivacyException e) {
            return -1;
        }
    }
}
