// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.ledger;

import io.hedgerow.dp.accounting.PrivacyBudget;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Reports the spent and the remaining budget of a ledger. Spent rounds up, left rounds down.
 *
 * @param terms the terms of the ledger
 * @param spentEpsilon ε spent, as the ledger's mode counts it
 * @param spentDelta δ spent; in mode rdp-filter the budget's δ as soon as anything is recorded
 * @param leftEpsilon the amount that can still be charged: ε, or in mode rdp-filter the Rényi divergence
 * @param leftDelta δ that can still be charged; 0 in mode rdp-filter
 * @param epsilonByAccountant Σε over all charges, each at its own δ, by the accountants that certified all of them
 * @param mechanisms number of calls that were let through, by kind of mechanism
 * @param studies in the order of their first record
 * @param records number of records, the header included
 * @param head hash of the last record: the anchor to keep elsewhere
 */
public record SpentReport(
        LedgerTerms terms,
        double spentEpsilon,
        double spentDelta,
        double leftEpsilon,
        double leftDelta,
        Map<String, Double> epsilonByAccountant,
        Map<String, Long> mechanisms,
        List<StudySpending> studies,
        long records,
        String head) {
    public SpentReport {
        Objects.requireNonNull(terms, "terms");
        Objects.requireNonNull(head, "head");
        epsilonByAccountant = Collections.unmodifiableMap(new LinkedHashMap<>(epsilonByAccountant));
        mechanisms = Collections.unmodifiableMap(new LinkedHashMap<>(mechanisms));
        studies = List.copyOf(studies);
    }

    /**
     * The spending of one study.
     *
     * @param study its name
     * @param amount its charge: ε, or in mode rdp-filter the Rényi divergence
     * @param delta δ it was charged; 0 in mode rdp-filter
     * @param copies the number of declarations of its plan; 0 for a study without a plan
     * @param plannedRounds rounds of its plan; 0 without a plan
     * @param drawnRounds rounds of all copies that were let through
     * @param reservations reservations outside of a plan
     */
    public record StudySpending(
            String study,
            double amount,
            double delta,
            int copies,
            int plannedRounds,
            long drawnRounds,
            long reservations) {
        public StudySpending {
            Objects.requireNonNull(study, "study");
        }
    }

    static SpentReport of(LedgerState state) {
        PrivacyBudget budget = state.terms().budget();
        boolean filter = state.terms().mode() instanceof AccountingMode.RdpFilter;
        Spending total = state.total();
        boolean any = !state.studies().isEmpty();
        return new SpentReport(
                state.terms(),
                SpendingLimit.epsilon(total, budget, state.terms().mode()),
                filter ? (any ? budget.delta() : 0) : total.deltaUp(),
                Spending.left(state.limit().amount(), total.amount()),
                Spending.leftDelta(state.limit().delta(), total.delta()),
                state.epsilonByAccountant(),
                state.mechanisms(),
                state.studies().entrySet().stream()
                        .map(entry -> study(entry.getKey(), entry.getValue()))
                        .toList(),
                state.newest().sequence() + 1,
                state.newest().hash());
    }

    private static StudySpending study(String name, StudyAccount study) {
        SpendingPlan plan = study.planOrNull();
        return new StudySpending(
                name,
                study.spent().amountUp(),
                study.spent().deltaUp(),
                study.copies(),
                plan == null ? 0 : plan.rounds().size(),
                study.draws(),
                study.reservations());
    }
}
