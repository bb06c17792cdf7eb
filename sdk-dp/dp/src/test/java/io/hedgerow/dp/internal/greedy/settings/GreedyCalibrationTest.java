// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.greedy.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.model.Diagonal;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.dp.accounting.Accountant;
import io.hedgerow.dp.accounting.BasicAccountant;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.accounting.ZcdpAccountant;
import io.hedgerow.dp.internal.greedy.DpProximalGreedySolver;
import io.hedgerow.dp.internal.greedy.LaplaceProximalGreedySolver;
import io.hedgerow.dp.internal.greedy.gradient.Rows;
import io.hedgerow.dp.internal.greedy.gradient.SampleBlocks;
import io.hedgerow.dp.internal.greedy.settings.GreedyDefaults.GreedyShares;
import io.hedgerow.dp.internal.greedy.settings.GreedyOptions.GreedyCost;
import io.hedgerow.dp.internal.greedy.settings.GreedyOptions.GreedySteps;
import io.hedgerow.dp.internal.greedy.settings.GreedyOptions.RowCentre;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class GreedyCalibrationTest {

    private static final GreedySteps STEPS = new GreedySteps(3, 1, 1.5, Diagonal.MASKED);
    private static final ProtectedUnits UNITS = ProtectedUnits.records(Adjacency.REPLACE_ONE, 1000);

    private static GreedyOptions shape(GreedyShares shares, int rounds) {
        return new GreedyOptions(
                UNITS,
                STEPS,
                shares.step(3L * rounds),
                new Smoothness.PrivateMoments(6, 0.2, 20, Math.sqrt(shares.smoothness())),
                new RowCentre.PrivateMean(Collections.nCopies(6, 3.0), Math.sqrt(shares.centre())));
    }

    @Test
    void fit_meetsTheBudgetAndKeepsTheShares() {
        Accountant accountant = new ZcdpAccountant();
        PrivacyBudget budget = new PrivacyBudget(2, 1e-6);
        GreedyShares shares = new GreedyShares(0.8, 0.03, 0.02);
        GreedyOptions fitted =
                new GreedyCalibration(accountant).fit(budget, 20, shape(shares, 20), DpProximalGreedySolver::new);
        double epsilon =
                accountant.epsilon(new MechanismEvent.Sequence(new DpProximalGreedySolver(fitted).roundPlan(20)), 1e-6);
        assertTrue(epsilon <= 2 && epsilon > 1.99, "was " + epsilon);
        double selection = fitted.cost().selectionRange() * fitted.cost().selectionRange() / 4;
        double update = fitted.cost().mu() * fitted.cost().mu();
        double moments = ((Smoothness.PrivateMoments) fitted.smoothness()).mu();
        double mean = ((RowCentre.PrivateMean) fitted.centre()).mu();
        double total = 60 * (selection + update) + moments * moments + mean * mean;
        assertEquals(0.8, selection / (selection + update), 1e-9);
        assertEquals(0.03, moments * moments / total, 1e-9);
        assertEquals(0.02, mean * mean / total, 1e-9);
    }

    @Test
    void fit_ofTheLaplaceVariant_worksWithPureBudgets() {
        GreedyOptions shape = new GreedyOptions(
                UNITS,
                STEPS,
                new GreedyCost(0.01, 0.01),
                new Smoothness.PublicMoments(List.of(1.0)),
                new RowCentre.Origin());
        GreedyOptions fitted = new GreedyCalibration(new BasicAccountant())
                .fit(new PrivacyBudget(3, 0), 10, shape, LaplaceProximalGreedySolver::new);
        // 30 steps of ε + ε at equal shares
        assertEquals(3.0 / 60, fitted.cost().mu(), 1e-3 * 3.0 / 60);
        assertTrue(60 * fitted.cost().mu() <= 3);
    }

    @Test
    void shares_addUpToTheWhole() {
        GreedyShares shares = new GreedyShares(0.7, 0.1, 0.05);
        GreedyCost cost = shares.step(200);
        double step = cost.selectionRange() * cost.selectionRange() / 4 + cost.mu() * cost.mu();
        assertEquals(1, 200 * step + 0.1 + 0.05, 1e-12);
        assertThrows(IllegalArgumentException.class, () -> new GreedyShares(1, 0, 0));
        assertThrows(IllegalArgumentException.class, () -> new GreedyShares(0.5, 0.6, 0.4));
        assertThrows(IllegalArgumentException.class, () -> new GreedyShares(0.5, Double.NaN, 0));
        assertThrows(IllegalArgumentException.class, () -> shares.step(0));
    }

    @Test
    void options_refuseWhatCannotWork() {
        assertThrows(IllegalArgumentException.class, () -> new GreedyCost(0, 1));
        assertThrows(IllegalArgumentException.class, () -> new GreedyCost(1, Double.POSITIVE_INFINITY));
        assertThrows(IllegalArgumentException.class, () -> new GreedySteps(0, 1, 1, Diagonal.FREE));
        assertThrows(IllegalArgumentException.class, () -> new GreedySteps(1, 1.5, 1, Diagonal.FREE));
        assertThrows(IllegalArgumentException.class, () -> new GreedySteps(1, 1, Double.NaN, Diagonal.FREE));
        assertThrows(IllegalArgumentException.class, () -> ProtectedUnits.records(Adjacency.ZERO_OUT, 0));
    }

    @Test
    void units_refuseDataThatAreNotAsDeclared() {
        double[][] rows = {{1}, {2}, {3}, {4}};
        SampleBlocks four = Rows.ofUsers(rows, List.of(9, 7, 9, 9));
        ProtectedUnits.users(Adjacency.REPLACE_ONE, 2, 4).requireMatch(four, false);
        ProtectedUnits.users(Adjacency.ZERO_OUT, 7, 4).requireMatch(four, false);
        ProtectedUnits.records(Adjacency.REPLACE_ONE, 4).requireMatch(four, false);
        ProtectedUnits wrongCount = ProtectedUnits.users(Adjacency.REPLACE_ONE, 3, 4);
        assertThrows(DataException.class, () -> wrongCount.requireMatch(four, false));
        wrongCount.requireMatch(four, true);
        ProtectedUnits unknownUsers = ProtectedUnits.users(Adjacency.REPLACE_ONE, 2, 4);
        SampleBlocks plain = Rows.blocks(rows);
        assertThrows(DataException.class, () -> unknownUsers.requireMatch(plain, false));
    }
}
