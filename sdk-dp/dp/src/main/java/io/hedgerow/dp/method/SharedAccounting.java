// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.method;

import io.hedgerow.dp.accounting.BasicAccountant;
import io.hedgerow.dp.accounting.CertifiedAccountant;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.accounting.RenyiAccountant;
import io.hedgerow.dp.accounting.ZcdpAccountant;
import io.hedgerow.dp.internal.greedy.settings.GreedyCalibration;
import io.hedgerow.dp.internal.greedy.settings.GreedyOptions;
import io.hedgerow.dp.ledger.SpendingRule;
import io.hedgerow.dp.solver.PlannedSolver;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Computes privacy costs for many sites and runs, and certifies equal plans only once. Certificates depend on public
 * numbers only, so they may be shared between sites of one process.
 *
 * <p>Thread-safe.
 */
public final class SharedAccounting {

    private record Fit(String solver, PrivacyBudget budget, int rounds, GreedyOptions shape) {}

    private final CertifiedAccountant certified = new CertifiedAccountant();
    private final SpendingRule rule = SpendingRule.fixedPlan(
                    certified, new BasicAccountant(), new ZcdpAccountant(), new RenyiAccountant())
            .remembering();
    private final Map<Fit, GreedyOptions> fits = new ConcurrentHashMap<>();

    /** Creates an accounting without certificates. */
    public SharedAccounting() {}

    /** {@return the rule of all ledgers: charges the certified ε and records the others} */
    public SpendingRule rule() {
        return rule;
    }

    /** Finds the least noise within a budget. */
    GreedyOptions fit(
            String name,
            PrivacyBudget budget,
            int rounds,
            GreedyOptions shape,
            Function<GreedyOptions, PlannedSolver> solver) {
        return fits.computeIfAbsent(
                new Fit(name, budget, rounds, shape),
                asked -> new GreedyCalibration(certified).fit(budget, rounds, shape, solver));
    }
}
