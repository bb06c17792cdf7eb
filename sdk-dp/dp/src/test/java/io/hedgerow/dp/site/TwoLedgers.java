// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.site;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.ledger.AccountingMode;
import io.hedgerow.dp.ledger.LedgerClock;
import io.hedgerow.dp.ledger.PolicyTerms;
import io.hedgerow.dp.ledger.SitePolicy;
import io.hedgerow.dp.ledger.SitePolicy.StudyCap;
import io.hedgerow.dp.method.SharedAccounting;
import java.util.List;

/** Forgotten ledgers of two sites, each with the whole of its budget for one study. */
public final class TwoLedgers {

    private TwoLedgers() {}

    public static SiteLedgers of(VariableSchema columns, long rows, PrivacyUnit unit, double epsilon) {
        List<SiteLedgers.Kept> kept =
                List.of(kept("site-001", rows, unit, epsilon), kept("site-002", rows, unit, epsilon));
        return SiteLedgers.insecureInMemory(columns, kept, 1, new SharedAccounting());
    }

    private static SiteLedgers.Kept kept(String site, long rows, PrivacyUnit unit, double epsilon) {
        PrivacyBudget budget = new PrivacyBudget(epsilon, 1e-5);
        SitePolicy policy = new SitePolicy(
                new PolicyTerms(
                        new DatasetIdentity(site),
                        rows,
                        unit,
                        Adjacency.REPLACE_ONE,
                        budget,
                        new AccountingMode.FixedPlan()),
                new StudyCap(budget),
                1,
                SitePolicy.PRIVATE_SOLVERS,
                LedgerClock.USUAL_TOLERANCE);
        return new SiteLedgers.Kept(policy, SiteLedgers.Place.inMemory());
    }
}
