// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.ledger;

import io.hedgerow.core.internal.text.BudgetRange;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.dp.accounting.PrivacyBudget;
import java.util.Objects;

/**
 * The permanent terms of a {@link SitePolicy}: the data set, what is protected, and the budget. The ledger records them
 * first, as {@link LedgerTerms}, and refuses a policy with others. Immutable.
 *
 * @param dataset the name under which the data set's budget is kept
 * @param rows its public row count; at least 1
 * @param unit the unit of privacy
 * @param adjacency the neighbouring relation
 * @param budget (ε, δ) of everything together, permanently; ε is at most 1000, δ is below 1/rows, or where users are
 *     protected at most {@link SitePolicy#LARGEST_DELTA_OF_USERS}
 * @param accounting how events add up
 */
public record PolicyTerms(
        DatasetIdentity dataset,
        long rows,
        PrivacyUnit unit,
        Adjacency adjacency,
        PrivacyBudget budget,
        AccountingMode accounting) {
    public PolicyTerms {
        Objects.requireNonNull(dataset, "dataset");
        Objects.requireNonNull(unit, "unit");
        Objects.requireNonNull(adjacency, "adjacency");
        Objects.requireNonNull(budget, "budget");
        Objects.requireNonNull(accounting, "accounting");
        if (rows < 1) {
            throw new IllegalArgumentException("rows must be at least 1, was " + rows);
        }
        BudgetRange.requireEpsilon(budget.epsilon());
        SitePolicy.requireSmall(budget.delta(), unit, rows);
    }
}
