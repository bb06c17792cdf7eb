// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.ledger;

import io.hedgerow.core.privacy.ReservationRequest;
import io.hedgerow.dp.internal.ledger.VolatileLedgerStorage;
import io.hedgerow.dp.ledger.SitePolicy.StudyCap;
import java.time.InstantSource;
import java.util.List;

/**
 * A ledger in memory that decides by the rules of {@link AccountedLedger} and is lost when the process ends, so that a
 * new process has the whole budget again. For simulations and tests: it protects no one. Thread-safe.
 */
public final class InsecureVolatileLedger implements StudyLedger {

    private final VolatileLedgerStorage storage = new VolatileLedgerStorage();
    private final AccountedLedger rules;

    /**
     * Creates an empty ledger.
     *
     * @param terms budget, unit, adjacency and mode
     * @param cap the most that one study may take
     * @param rule the cost of events; of the mode that the terms name
     */
    public InsecureVolatileLedger(LedgerTerms terms, StudyCap cap, SpendingRule rule) {
        AccountedLedger.requireConsistent(terms, cap, rule);
        this.rules = AccountedLedger.open(storage, terms, cap, rule, new LedgerClock(InstantSource.system()));
    }

    @Override
    public void reserve(ReservationRequest request) {
        rules.reserve(request);
    }

    @Override
    public void requireLetThrough(ReservationRequest request) {
        rules.requireLetThrough(request);
    }

    @Override
    public Declaration declare(SpendingPlan plan) {
        return rules.declare(plan);
    }

    @Override
    public Charge quote(SpendingPlan plan) {
        return rules.quote(plan);
    }

    @Override
    public Declaration declareAnotherCopy(SpendingPlan plan) {
        return rules.declareAnotherCopy(plan);
    }

    @Override
    public SpentReport spent() {
        return rules.spent();
    }

    /** {@return the requests that were let through, oldest first} */
    public List<ReservationRequest> recorded() {
        return LedgerHistory.of(storage.load(), storage.where()).requests();
    }
}
