// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.greedy.settings;

import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.dp.accounting.Accountant;
import io.hedgerow.dp.accounting.Calibration;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.solver.PlannedSolver;
import java.util.function.Function;

/**
 * Finds the least noise with which a whole study stays within a budget: the plan of the solver that will run, all its
 * rounds, is certified by the accountant.
 *
 * <p>Thread-safe when the accountant is. Costs a few calls of the accountant.
 */
public final class GreedyCalibration {

    private static final double STEP_BACK = 1 - 1e-5;

    private final Accountant accountant;

    public GreedyCalibration(Accountant accountant) {
        this.accountant = accountant;
    }

    /**
     * Scales all costs of some options by one factor until a study costs the budget.
     *
     * @param budget the bound on the study
     * @param rounds T
     * @param shape options whose costs are right up to a common factor
     * @param solver makes the solver, such as {@code DpProximalGreedySolver::new}
     * @return the scaled options: the ε of their plan is at most the budget's
     * @throws IllegalArgumentException when the budget cannot be met, such as at δ = 0 with Gaussian noise
     */
    public GreedyOptions fit(
            PrivacyBudget budget, int rounds, GreedyOptions shape, Function<GreedyOptions, PlannedSolver> solver) {
        double factor = new Calibration(accountant)
                .calibrate(budget, plan(solver.apply(shape), rounds))
                .scale();
        GreedyOptions fitted = shape.scaled(factor);
        // what a mechanism adds for rounding does not scale with the rest
        while (accountant.epsilon(plan(solver.apply(fitted), rounds), budget.delta()) > budget.epsilon()) {
            fitted = fitted.scaled(STEP_BACK);
        }
        return fitted;
    }

    private static MechanismEvent plan(PlannedSolver solver, int rounds) {
        return new MechanismEvent.Sequence(solver.roundPlan(rounds));
    }
}
