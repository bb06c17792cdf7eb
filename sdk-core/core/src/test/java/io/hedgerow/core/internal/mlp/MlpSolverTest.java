// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.mlp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.contract.OpenedMoments;
import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.DataView;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.core.solver.LocalSolution;
import java.util.Arrays;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MlpSolverTest {

    private static final MlpShape SHAPE = new MlpShape(3, 2);
    private static final double[][] ROWS = MlpFixtures.gaussian(40, 3, 7);
    private static final OpenedMoments DATA = OpenedMoments.ofRows(ROWS);

    private static LocalProblem problem(double[] consensus, double[] dual, double[] previous, double rho2) {
        return new LocalProblem(
                SHAPE.layout(),
                Parameters.copyOf(consensus),
                Parameters.copyOf(dual),
                Parameters.copyOf(previous),
                rho2,
                0,
                0.5,
                Centring.NONE);
    }

    private static LocalSolution solve(LocalProblem problem) {
        try (DataView view = DATA.open()) {
            return new MlpSolver(SHAPE, 1, 15_000).solve(problem, view);
        }
    }

    /** w ∇L + β + ρ2 (θ − θ̄) = 0 at the solution, and W has no self-edges. */
    @Test
    void solve_isStationaryInEquation6() {
        double[] consensus = MlpFixtures.point(SHAPE, 1);
        double[] dual = MlpFixtures.point(SHAPE, 2);
        double[] theta = solve(problem(consensus, dual, MlpFixtures.point(SHAPE, 3), 0.8))
                .parameters()
                .toArray();
        double[] gradient = new double[theta.length];
        new MlpLoss(SHAPE, MlpFixtures.blocks(ROWS), 0.5).evaluate(theta, gradient);
        boolean[] held = SHAPE.selfEdges();
        for (int k = 0; k < theta.length; k++) {
            if (held[k]) {
                assertEquals(0, theta[k]);
            } else {
                // the search ends when a step gains 2e-9 of a value near 2: gradients of √(2e-9 · 2 · 2 · 0.8) at most
                assertEquals(0, gradient[k] + dual[k] + 0.8 * (theta[k] - consensus[k]), 1e-4, "at " + k);
            }
        }
    }

    /** For a large ρ2 the problem is convex and its minimum θ̄ − (β + w ∇L(θ̄)) / ρ2, up to 1/ρ2². */
    @Test
    void solve_underALargePenalty_isOneStepFromTheConsensus() {
        double[] consensus = MlpFixtures.point(SHAPE, 1);
        double[] dual = MlpFixtures.point(SHAPE, 2);
        double[] gradient = new double[consensus.length];
        new MlpLoss(SHAPE, MlpFixtures.blocks(ROWS), 0.5).evaluate(consensus, gradient);
        double[] theta =
                solve(problem(consensus, dual, consensus, 1e4)).parameters().toArray();
        for (int k = 0; k < theta.length; k++) {
            // second derivatives are of order 1, so the next term is of order 1 / 1e4²
            assertEquals(consensus[k] - (dual[k] + gradient[k]) / 1e4, theta[k], 1e-7, "at " + k);
        }
    }

    /** Before the first round all vectors are zeros: a common start stands for both. */
    @Test
    void solve_beforeTheFirstConsensus_beginsAtACommonStart() {
        double[] zeros = new double[SHAPE.size()];
        double[] start = SHAPE.start(1);
        assertEquals(
                solve(problem(start, zeros, start, 0.5)).parameters(),
                solve(problem(zeros, zeros, zeros, 0.5)).parameters());
        double[] late = MlpFixtures.point(SHAPE, 4);
        assertEquals(
                solve(problem(late, zeros, late, 0.5)).parameters(),
                solve(problem(late, zeros, zeros, 0.5)).parameters(),
                "a site that comes late begins at the consensus");
        double[] stuck = new double[SHAPE.size()];
        new MlpLoss(SHAPE, MlpFixtures.blocks(ROWS), 1).evaluate(zeros, stuck);
        assertTrue(
                Arrays.stream(stuck, SHAPE.edge(1, 0), SHAPE.edge(1, 0) + 2).allMatch(g -> g == 0),
                "at zeros W does not move");
    }

    @Test
    void solver_promisesNothing_andRefusesOtherStudies() {
        MlpSolver solver = new MlpSolver(SHAPE, 1, 100);
        assertTrue(solver.plan(new Task("s", 0, 1, Payload.empty(), Set.of())) instanceof MechanismEvent.NonPrivate);
        Parameters zeros = Parameters.zeros(9);
        LocalProblem linear = new LocalProblem(ParameterLayout.linear(3), zeros, zeros, zeros, 1, 0, 1, Centring.NONE);
        try (DataView view = DATA.open()) {
            assertThrows(IllegalArgumentException.class, () -> solver.solve(linear, view));
        }
        DataView closed = DATA.open();
        closed.close();
        double[] any = MlpFixtures.point(SHAPE, 1);
        assertThrows(IllegalStateException.class, () -> solver.solve(problem(any, any, any, 1), closed));
    }
}
