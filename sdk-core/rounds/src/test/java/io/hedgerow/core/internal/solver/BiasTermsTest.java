// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.solver;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.contract.OpenedMoments;
import io.hedgerow.contract.RandomProblem;
import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.DataView;
import io.hedgerow.core.model.Diagonal;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.core.solver.LocalSolver;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Paper 001, section 5.1: a bias term of each variable, beside weights of rows as they are. */
class BiasTermsTest {

    private static final int D = 4;

    private static final ParameterLayout BIASED = ParameterLayout.of(
            D, List.of(new ParameterLayout.Block("W", D, 1, 1), new ParameterLayout.Block("b", 1, 0, 0)));

    private static final List<LocalSolver> SOLVERS = List.of(
            new ClosedFormSolver(Diagonal.MASKED),
            new ClosedFormSolver(Diagonal.FREE),
            new ProximalGreedySolver(new ProximalGreedySolver.Options(100_000, 1e-12, 1, Diagonal.MASKED)));

    /** Rows far from 0, in units that differ. */
    private static double[][] rows() {
        Random random = new Random(11);
        double[][] rows = new double[40][D];
        for (double[] row : rows) {
            for (int i = 0; i < D; i++) {
                row[i] = 3 - 2 * i + (1 + i) * random.nextGaussian() + (i > 0 ? 0.5 * row[i - 1] : 0);
            }
        }
        return rows;
    }

    private static LocalProblem problem(double lambda) {
        return RandomProblem.of(12, BIASED, 0.7, lambda)
                .centred(Centring.BIAS_TERMS)
                .problem();
    }

    private static double[] solve(LocalSolver solver, LocalProblem problem, double[][] rows) {
        try (DataView view = OpenedMoments.ofRows(rows).open()) {
            return solver.solve(problem, view).parameters().toArray();
        }
    }

    /** w/2 mean (x_j − Σ_i W_ij x_i − b_j)² + ⟨β, B − W⟩ + ρ2/2 ‖B − W‖², from the rows. */
    private static double objective(LocalProblem problem, double[][] rows, double[] b) {
        int q = D + 1;
        double sum = 0;
        for (double[] row : rows) {
            for (int j = 0; j < D; j++) {
                double residual = row[j] - b[j * q + D];
                for (int i = 0; i < D; i++) {
                    residual -= b[j * q + i] * row[i];
                }
                sum += 0.5 * problem.lossWeight() * residual * residual / rows.length;
            }
        }
        for (int k = 0; k < b.length; k++) {
            double away = b[k] - problem.consensus().get(k);
            sum += problem.dual().get(k) * away + 0.5 * problem.rho2() * away * away;
        }
        return sum;
    }

    @Test
    void solution_isWhereTheObjectiveOfTheRowsHasNoSlope() {
        double[][] rows = rows();
        LocalProblem problem = problem(0);
        for (LocalSolver solver : SOLVERS) {
            double[] b = solve(solver, problem, rows);
            boolean masked = b[0] == 0;
            for (int k = 0; k < b.length; k++) {
                if (masked && BIASED.isSelfEdge(k / (D + 1), k % (D + 1))) {
                    continue;
                }
                double at = b[k];
                b[k] = at + 1e-4;
                double above = objective(problem, rows, b);
                b[k] = at - 1e-4;
                double below = objective(problem, rows, b);
                b[k] = at;
                // The objective is quadratic, so the slope is exact but for rounding: 1e-16 of 1e2, over 2e-4.
                assertEquals(0, (above - below) / 2e-4, 1e-8, solver.id() + " at " + k);
            }
        }
    }

    @Test
    void solution_isThatOfAColumnOfOnes() {
        double[][] rows = rows();
        double[][] wider = Arrays.stream(rows)
                .map(row -> {
                    double[] all = Arrays.copyOf(row, D + 1);
                    all[D] = 1;
                    return all;
                })
                .toArray(double[][]::new);
        LocalProblem problem = problem(0.1);
        LocalProblem plain = RandomProblem.of(12, BIASED, 0.7, 0.1).problem();
        for (LocalSolver solver : SOLVERS) {
            assertArrayEquals(solve(solver, plain, wider), solve(solver, problem, rows), 1e-9, solver.id());
        }
    }

    @Test
    void bias_bearsNoPenalty() {
        double[] b = solve(SOLVERS.get(2), problem(1e6), rows());
        for (int j = 0; j < D; j++) {
            for (int i = 0; i < D; i++) {
                assertEquals(0, b[j * (D + 1) + i], "all weights are too small for such a penalty");
            }
            assertTrue(b[j * (D + 1) + D] != 0);
        }
    }

    @Test
    void layoutsAndMomentsWithoutBias_areRefused() {
        LocalProblem linear =
                RandomProblem.of(12, D, 0.7, 0).centred(Centring.BIAS_TERMS).problem();
        assertThrows(IllegalArgumentException.class, () -> solve(SOLVERS.get(0), linear, rows()));
        LocalProblem centred = RandomProblem.of(12, BIASED, 0.7, 0)
                .centred(Centring.LOCAL_MEAN)
                .problem();
        assertThrows(IllegalArgumentException.class, () -> solve(SOLVERS.get(0), centred, rows()));
        String refusal = assertThrows(
                        IllegalArgumentException.class,
                        () -> OpenedMoments.ofRows(rows()).statistics().secondMoment(Centring.BIAS_TERMS))
                .getMessage();
        assertTrue(refusal.contains("must be NONE or LOCAL_MEAN"), refusal);
    }
}
