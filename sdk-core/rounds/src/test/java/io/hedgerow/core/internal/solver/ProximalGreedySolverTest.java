// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.solver;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.contract.DeterministicLocalSolverContract;
import io.hedgerow.contract.OpenedMoments;
import io.hedgerow.contract.RandomProblem;
import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.DataView;
import io.hedgerow.core.model.Diagonal;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.core.solver.LocalSolution;
import io.hedgerow.core.solver.LocalSolver;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProximalGreedySolverTest extends DeterministicLocalSolverContract {

    @Override
    protected LocalSolver solver(Diagonal diagonal) {
        return greedy(20, 1, diagonal);
    }

    private static ProximalGreedySolver greedy(int iterations, double gamma, Diagonal diagonal) {
        return new ProximalGreedySolver(new ProximalGreedySolver.Options(iterations, 0, gamma, diagonal));
    }

    /** Every prefix of the path: so the order of the choices is the same, not only where they lead. */
    @Test
    void solve_followsEquations8And9StepByStep() {
        for (double gamma : new double[] {1, 0.5}) {
            for (Diagonal diagonal : Diagonal.values()) {
                for (ParameterLayout layout :
                        List.of(ParameterLayout.linear(13), ParameterLayout.dynamicLinear(5, 2, 0.4))) {
                    RandomProblem random = RandomProblem.of(41, layout, 0.7, 0.3);
                    NaiveGreedy naive = new NaiveGreedy(random, gamma, diagonal);
                    for (int k = 1; k <= 60; k++) {
                        naive.step();
                        Parameters b = solve(greedy(k, gamma, diagonal), random).parameters();
                        // Each step moves round-off of order 1e-16 · |B| · q along; 60 steps stay below 1e-12.
                        assertArrayEquals(naive.b, b.toArray(), 1e-12, "after " + k + " steps");
                    }
                }
            }
        }
    }

    @Test
    void solve_inOneCall_changesAtMostKEntries() {
        RandomProblem random = RandomProblem.of(42, 12, 0.5, 0.1);
        double[] before = random.problem().previous().toArray();
        LocalSolution solution = solve(greedy(7, 1, Diagonal.MASKED), random);
        assertEquals(7, solution.iterations());
        assertFalse(solution.converged());
        int changed = 0;
        for (int k = 0; k < before.length; k++) {
            changed += solution.parameters().get(k) != before[k] ? 1 : 0;
        }
        assertTrue(changed > 0 && changed <= 7);
    }

    @Test
    void solve_inTwoCalls_reachesTheSameAsInOne() {
        RandomProblem random = RandomProblem.of(43, 8, 0.5, 0.1);
        ProximalGreedySolver solver = greedy(15, 1, Diagonal.MASKED);
        Parameters twice =
                solve(solver, random.from(solve(solver, random).parameters())).parameters();
        Parameters once = solve(greedy(30, 1, Diagonal.MASKED), random).parameters();
        // The second call computes its gradient afresh: only round-off differs.
        assertArrayEquals(once.toArray(), twice.toArray(), 1e-12);
    }

    @Test
    void solve_eachFullStep_lowersTheObjectiveByHalfItsSquaredScore() {
        RandomProblem random = RandomProblem.of(44, 9, 0.5, 0.2);
        NaiveGreedy naive = new NaiveGreedy(random, 1, Diagonal.MASKED);
        double before = random.objective(Parameters.copyOf(naive.b));
        for (int k = 0; k < 40; k++) {
            double score = naive.step();
            double after = random.objective(Parameters.copyOf(naive.b));
            assertTrue(before - after >= 0.5 * score * score - 1e-10 * Math.abs(before));
            before = after;
        }
    }

    @Test
    void solve_whenConverged_meetsItsToleranceAndStops() {
        RandomProblem random = RandomProblem.of(45, 8, 0.5, 0.2);
        for (double gamma : new double[] {1, 0.5, 0.1}) {
            ProximalGreedySolver solver =
                    new ProximalGreedySolver(new ProximalGreedySolver.Options(100_000, 1e-9, gamma, Diagonal.MASKED));
            LocalSolution solution = solve(solver, random);
            assertTrue(solution.converged());
            assertTrue(solution.iterations() > 0 && solution.iterations() < 100_000);
            assertEquals(0, solve(solver, random.from(solution.parameters())).iterations());
        }
    }

    @Test
    void solve_withoutTolerance_stopsWhenNothingChangesAnyMore() {
        LocalSolution solution = solve(greedy(1_000_000, 1, Diagonal.MASKED), RandomProblem.of(46, 6, 0.5, 0.2));
        assertTrue(solution.iterations() < 1_000_000);
    }

    @Test
    void solve_whenScoresTie_takesTheLowestFlatIndex() {
        int d = 4;
        double[][] s = new double[d][d];
        for (double[] row : s) {
            java.util.Arrays.fill(row, 0.5);
        }
        for (int i = 0; i < d; i++) {
            s[i][i] = 1;
        }
        Parameters zero = Parameters.zeros(d * d);
        LocalProblem problem = new LocalProblem(ParameterLayout.linear(d), zero, zero, zero, 1, 0.1, 1, Centring.NONE);
        try (DataView view = OpenedMoments.of(s).open()) {
            double[] b = greedy(1, 1, Diagonal.MASKED)
                    .solve(problem, view)
                    .parameters()
                    .toArray();
            double[] expected = new double[d * d];
            // Flat index 0 is the self edge; 1 is W[1, 0]: (0.5 − 0.1) / (1 + 1).
            expected[1] = 0.2;
            assertArrayEquals(expected, b, 1e-15);
        }
    }

    /**
     * PRIVACY 2.3: the second derivative in entry (i, j) is w·S_ii + ρ2. With the column's S_jj instead, a step on a
     * row of large variance is too long by S_ii / S_jj = 100 and the objective explodes; with the row's it falls.
     */
    @Test
    void smoothness_isRowIndex_notColumn() {
        RandomProblem random = RandomProblem.of(47, 5, 0.1, 0);
        int q = 5;
        double[] s = random.secondMoment();
        Parameters zero = Parameters.zeros(q * q);
        double h = 1e-3;
        for (int j = 0; j < q; j++) {
            for (int i = 0; i < q; i++) {
                double[] up = new double[q * q];
                double[] down = new double[q * q];
                up[j * q + i] = h;
                down[j * q + i] = -h;
                double second = (random.smooth(Parameters.copyOf(up))
                                - 2 * random.smooth(zero)
                                + random.smooth(Parameters.copyOf(down)))
                        / (h * h);
                // The function is quadratic: only round-off, 4·2⁻⁵²·|f| / h², below 1e-6 here.
                assertEquals(0.8 * s[i * q + i] + 0.1, second, 1e-6);
            }
        }
        double[][] unequal = {{100, 5}, {5, 1}};
        double column = unequal[1][1] + 0.1;
        double row = unequal[0][0] + 0.1;
        double withColumn = 0;
        double withRow = 0;
        for (int k = 0; k < 10; k++) {
            // Entry (0, 1), alone: f = ½(S_00 b² − 2 S_01 b) + ρ2/2 b².
            withColumn -= (row * withColumn - unequal[0][1]) / column;
            withRow -= (row * withRow - unequal[0][1]) / row;
        }
        assertTrue(Math.abs(withColumn) > 1e15);
        assertEquals(unequal[0][1] / row, withRow, 1e-15);
        LocalProblem problem = new LocalProblem(
                ParameterLayout.linear(2),
                Parameters.zeros(4),
                Parameters.zeros(4),
                Parameters.zeros(4),
                0.1,
                0,
                1,
                Centring.NONE);
        try (DataView view = OpenedMoments.of(unequal).open()) {
            Parameters b = greedy(50, 1, Diagonal.MASKED).solve(problem, view).parameters();
            assertEquals(unequal[0][1] / row, b.get(2), 1e-12);
        }
    }

    @Test
    void options_refuseWhatCannotWork() {
        assertThrows(IllegalArgumentException.class, () -> new ProximalGreedySolver.Options(0, 0, 1, Diagonal.FREE));
        for (double tolerance : new double[] {-1, Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThrows(
                    IllegalArgumentException.class,
                    () -> new ProximalGreedySolver.Options(1, tolerance, 1, Diagonal.FREE));
        }
        for (double gamma : new double[] {0, -1, 1.001, Double.NaN}) {
            assertThrows(
                    IllegalArgumentException.class, () -> new ProximalGreedySolver.Options(1, 0, gamma, Diagonal.FREE));
        }
    }

    /** The equations as printed (with the row index of M), all scores from scratch in every step. */
    private static final class NaiveGreedy {
        private final RandomProblem random;
        private final double gamma;
        private final Diagonal diagonal;
        private final double[] b;

        NaiveGreedy(RandomProblem random, double gamma, Diagonal diagonal) {
            this.random = random;
            this.gamma = gamma;
            this.diagonal = diagonal;
            this.b = random.problem().previous().toArray();
        }

        double step() {
            LocalProblem problem = random.problem();
            ParameterLayout layout = problem.layout();
            int q = layout.sliceLength();
            double[] s = random.secondMoment();
            double[] g = random.gradient(Parameters.copyOf(b));
            int best = -1;
            double bestScore = -1;
            for (int k = 0; k < b.length; k++) {
                if (diagonal == Diagonal.MASKED && layout.isSelfEdge(k / q, k % q)) {
                    continue;
                }
                double m = m(k);
                double score = Math.sqrt(m) * Math.abs(soft(b[k] - g[k] / m, l1(k) / m) - b[k]);
                if (score > bestScore) {
                    bestScore = score;
                    best = k;
                }
            }
            double m = problem.lossWeight() * s[best % q * q + best % q] + problem.rho2();
            b[best] = soft(b[best] - gamma * g[best] / m, gamma * l1(best) / m);
            return bestScore;
        }

        private double m(int k) {
            int q = random.problem().layout().sliceLength();
            return random.problem().lossWeight() * random.secondMoment()[k % q * q + k % q]
                    + random.problem().rho2();
        }

        private double l1(int k) {
            ParameterLayout layout = random.problem().layout();
            return random.problem().lambda() * layout.l1Weight(k % layout.sliceLength());
        }

        private static double soft(double z, double t) {
            return Math.signum(z) * Math.max(Math.abs(z) - t, 0);
        }
    }
}
