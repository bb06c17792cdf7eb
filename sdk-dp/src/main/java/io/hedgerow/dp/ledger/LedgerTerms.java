package io.hedgerow.dp.ledger;

import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.dp.accounting.PrivacyBudget;
import java.util.Objects;

/**
 * What a ledger promises for its whole life: whose data, whose contribution, which neighbours, how much in total, and how
 * it adds up. Written first, before anything can be reserved; a ledger opened with other terms refuses.
 *
 * @param dataset whose budget it is
 * @param fingerprint public facts of the data set
 * @param unit whose contribution is protected
 * @param adjacency the neighbouring relation
 * @param budget (ε, δ) of everything together, for ever
 * @param mode how events add up
 */
public record LedgerTerms(
        DatasetIdentity dataset,
        DatasetFingerprint fingerprint,
        PrivacyUnit unit,
        Adjacency adjacency,
        PrivacyBudget budget,
        AccountingMode mode) {
    public LedgerTerms {
        Objects.requireNonNull(dataset, "dataset");
        Objects.requireNonNull(fingerprint, "fingerprint");
        Objects.requireNonNull(unit, "unit");
        Objects.requireNonNull(adjacency, "adjacency");
        SpendingLimit.of(budget, mode);
    }
}
