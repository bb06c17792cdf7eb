// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.audit.cases;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataView;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.core.solver.LocalSolution;
import io.hedgerow.dp.accounting.CertifiedAccountant;
import io.hedgerow.dp.internal.audit.AuditCase;
import io.hedgerow.dp.internal.audit.ClaimAudit;
import io.hedgerow.dp.internal.audit.cases.GreedyCases.GreedyBalance;
import io.hedgerow.dp.internal.greedy.DpProximalGreedySolver;
import io.hedgerow.dp.solver.PlannedSolver;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
class GreedyBalanceTest {

    /** A sound solver in which β weighs more for one edge than for the other, so that equal pushes do not balance. */
    private record Uneven(PlannedSolver solver, double ratio) implements PlannedSolver {
        @Override
        public LocalSolution solve(LocalProblem problem, DataView view) {
            double[] dual = problem.dual().toArray();
            dual[1] *= ratio;
            return solver.solve(
                    new LocalProblem(
                            problem.layout(),
                            problem.consensus(),
                            Parameters.takeOver(dual),
                            problem.previous(),
                            problem.rho2(),
                            problem.lambda(),
                            problem.lossWeight(),
                            problem.centring()),
                    view);
        }

        @Override
        public String id() {
            return "uneven";
        }

        @Override
        public MechanismEvent plan(Task task) {
            return solver.plan(task);
        }

        @Override
        public List<MechanismEvent> roundPlan(int rounds) {
            return solver.roundPlan(rounds);
        }

        @Override
        public boolean protectsUsers() {
            return solver.protectsUsers();
        }

        @Override
        public Adjacency adjacency() {
            return solver.adjacency();
        }
    }

    /** At equal pushes the first edge would be taken whatever the data are, and the audit would see nothing. */
    @Test
    void selection_whereEqualPushesDoNotBalance_isAuditedWhereOthersDo() {
        AuditCase audited = GreedyCases.selection(
                Adjacency.REPLACE_ONE, false, 2, options -> new Uneven(new DpProximalGreedySolver(options), 16));
        ClaimAudit.Finding found = new ClaimAudit(new CertifiedAccountant(), 1500, 0.999).run(audited);
        assertFalse(found.bounds().refuted(), found.toString());
        // odds of e and 1/e; with 1500 runs half of what is usual, six standard errors away
        assertTrue(found.bounds().tightness() > 0.15, found.toString());
    }

    @ParameterizedTest
    @ValueSource(doubles = {-6, 0, 3.7})
    void lead_isWhereBothEdgesAreAsLikely(double even) {
        Random random = new Random(7);
        DoubleUnaryOperator run = lead -> {
            double odds = 10_000 * (lead - even);
            return random.nextDouble() < 1 / (1 + Math.exp(-odds)) ? 1 : -1;
        };
        GreedyBalance balance = new GreedyBalance(run, run);
        // odds of e at 1e-4; bisection errs where they are near 1
        assertEquals(even, balance.lead(), 1e-4);
    }

    @Test
    void lead_withoutNoise_isWhereTheDataDecide() {
        double even = 1.3;
        double canary = 1e-4;
        GreedyBalance balance =
                new GreedyBalance(lead -> lead > even - canary ? 1 : -1, lead -> lead > even + canary ? 1 : -1);
        assertEquals(even, balance.lead(), canary);
    }
}
