// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.solver;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.contract.ExactLocalSolverContract;
import io.hedgerow.contract.OpenedMoments;
import io.hedgerow.contract.RandomProblem;
import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.DataView;
import io.hedgerow.core.model.Diagonal;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.core.solver.LocalSolution;
import io.hedgerow.core.solver.LocalSolver;
import java.util.List;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.junit.jupiter.api.Test;

class ClosedFormSolverTest extends ExactLocalSolverContract {

    @Override
    protected LocalSolver solver(Diagonal diagonal) {
        return new ClosedFormSolver(diagonal);
    }

    /** κ · 2⁻⁵² with κ below 1e4 in these problems, and a margin of 10. */
    @Override
    protected double relativeViolation() {
        return 2e-11;
    }

    @Override
    protected boolean seesL1() {
        return false;
    }

    @Test
    void solve_freeDiagonal_matchesEquation10() {
        RandomProblem random = RandomProblem.of(21, ParameterLayout.dynamicLinear(5, 1, 1), 0.5, 0.1);
        assertArrayEquals(
                direct(random, false),
                solve(solver(Diagonal.FREE), random).parameters().toArray(),
                1e-10);
    }

    /** Papers 000 and 003, eq. 5 and 6: P B + M D = S + ρ2 W − β and Mᵀ B + Q D = Mᵀ + ρ2 A − γ, with w S, w M, w N. */
    @Test
    void solve_ofAStackedDesign_solvesBothBlocksOfPaper000() {
        int d = 4;
        RandomProblem random = RandomProblem.of(25, ParameterLayout.dynamicLinear(d, 2, 1), 0.5, 0.1);
        int q = 3 * d;
        double[] b = solve(solver(Diagonal.FREE), random).parameters().toArray();
        LocalProblem problem = random.problem();
        double[] s = random.data().statistics().secondMoment(Centring.NONE);
        for (int j = 0; j < d; j++) {
            for (int row = 0; row < q; row++) {
                double left = problem.rho2() * b[j * q + row];
                for (int k = 0; k < q; k++) {
                    left += problem.lossWeight() * s[row * q + k] * b[j * q + k];
                }
                double right = problem.lossWeight() * s[row * q + j]
                        + problem.rho2() * problem.consensus().get(j * q + row)
                        - problem.dual().get(j * q + row);
                // entries are below 100, and κ below 1e4
                assertEquals(right, left, 1e-9, (row < d ? "block of W" : "block of A") + " column " + j);
            }
        }
    }

    @Test
    void solve_maskedDiagonal_matchesOneDirectSolvePerColumn() {
        for (int d : new int[] {1, 2, 8, 9, 17}) {
            RandomProblem random = RandomProblem.of(22, d, 0.5, 0.1);
            double[] masked =
                    solve(solver(Diagonal.MASKED), random).parameters().toArray();
            assertArrayEquals(direct(random, true), masked, 1e-10);
        }
    }

    @Test
    void solve_maskedDiagonal_differsFromZeroingTheDiagonalAfterwards() {
        RandomProblem random = RandomProblem.of(23, 6, 0.5, 0.1);
        double[] zeroed = solve(solver(Diagonal.FREE), random).parameters().toArray();
        for (int j = 0; j < 6; j++) {
            zeroed[j * 6 + j] = 0;
        }
        double[] masked = solve(solver(Diagonal.MASKED), random).parameters().toArray();
        double largest = 0;
        for (int k = 0; k < 36; k++) {
            largest = Math.max(largest, Math.abs(masked[k] - zeroed[k]));
        }
        assertTrue(largest > 0.01);
    }

    @Test
    void solve_overManyRoundsWithTheSameRho2_invertsOnce() {
        ClosedFormSolver solver = new ClosedFormSolver(Diagonal.MASKED);
        LocalProblem problem = RandomProblem.of(24, 6, 1, 0.1).problem();
        double[][] s = new double[6][6];
        for (int i = 0; i < 6; i++) {
            s[i][i] = 1 + i;
        }
        Parameters first = solver.solve(problem, s).parameters();
        s[0][0] = 1000;
        assertEquals(first, solver.solve(problem, s).parameters(), "the array is not read again");
        assertNotEquals(first, solver.solve(problem, s.clone()).parameters());
    }

    @Test
    void solve_whenRho2OrMomentsChange_invertsAgain() {
        ClosedFormSolver solver = new ClosedFormSolver(Diagonal.MASKED);
        RandomProblem random = RandomProblem.of(24, 6, 1, 0.1);
        RandomProblem other = RandomProblem.of(25, 6, 2, 0.1).centred(Centring.LOCAL_MEAN);
        for (RandomProblem next :
                List.of(random, random.withRho2(2), random.withRho2(2).centred(Centring.LOCAL_MEAN), other)) {
            LocalSolution fresh = solve(new ClosedFormSolver(Diagonal.MASKED), next);
            assertEquals(fresh.parameters(), solve(solver, next).parameters());
        }
    }

    @Test
    void solve_whenSingularToWorkingPrecision_saysWhatToDo() {
        double[][] s = {{1e20, 1e20}, {1e20, 1e20}};
        Parameters zero = Parameters.zeros(4);
        LocalProblem problem = new LocalProblem(ParameterLayout.linear(2), zero, zero, zero, 1e-3, 0, 1, Centring.NONE);
        try (DataView view = OpenedMoments.of(s).open()) {
            LocalSolver solver = solver(Diagonal.FREE);
            DataException refused = assertThrows(DataException.class, () -> solver.solve(problem, view));
            assertTrue(String.valueOf(refused.getMessage()).contains("rho2 must be larger"));
        }
    }

    /**
     * Paper 002, A.1, with the factors in the order of METHODS: (wS + ρ2 I) B = ρ2 W − β + wS gives wS(B − I) = ρ2(W −
     * B) − β. One upload and public values give S: this is why the solver is not private. Error: κ(B − I) · κ(wS + ρ2
     * I) · 2⁻⁵² stays below 1e-6 here.
     */
    @Test
    void solve_oneUpload_revealsTheSecondMoments() {
        int d = 12;
        RandomProblem random = RandomProblem.of(26, d, 1, 0.1);
        LocalProblem problem = random.problem();
        Parameters upload = solve(solver(Diagonal.FREE), random).parameters();
        DMatrixRMaj right = new DMatrixRMaj(d, d);
        DMatrixRMaj left = new DMatrixRMaj(d, d);
        for (int j = 0; j < d; j++) {
            for (int i = 0; i < d; i++) {
                int at = j * d + i;
                right.set(
                        i,
                        j,
                        problem.rho2() * (problem.consensus().get(at) - upload.get(at))
                                - problem.dual().get(at));
                left.set(i, j, problem.lossWeight() * (upload.get(at) - (i == j ? 1 : 0)));
            }
        }
        DMatrixRMaj inverse = new DMatrixRMaj(d, d);
        assertTrue(CommonOps_DDRM.invert(left, inverse));
        DMatrixRMaj recovered = new DMatrixRMaj(d, d);
        CommonOps_DDRM.mult(right, inverse, recovered);
        assertArrayEquals(random.secondMoment(), recovered.getData(), 1e-6);
    }

    private static double[] direct(RandomProblem random, boolean masked) {
        LocalProblem problem = random.problem();
        int q = problem.layout().sliceLength();
        double[] s = random.secondMoment();
        double[] expected = new double[problem.layout().size()];
        for (int j = 0; j < problem.layout().targets(); j++) {
            DMatrixRMaj a = new DMatrixRMaj(q, q);
            DMatrixRMaj r = new DMatrixRMaj(q, 1);
            for (int i = 0; i < q; i++) {
                for (int k = 0; k < q; k++) {
                    a.set(i, k, problem.lossWeight() * s[i * q + k] + (i == k ? problem.rho2() : 0));
                }
                r.set(
                        i,
                        0,
                        problem.rho2() * problem.consensus().get(j * q + i)
                                - problem.dual().get(j * q + i)
                                + problem.lossWeight() * s[i * q + j]);
            }
            if (masked) {
                for (int k = 0; k < q; k++) {
                    a.set(j, k, k == j ? 1 : 0);
                }
                r.set(j, 0, 0);
            }
            DMatrixRMaj x = new DMatrixRMaj(q, 1);
            assertTrue(CommonOps_DDRM.solve(a, r, x));
            System.arraycopy(x.getData(), 0, expected, j * q, q);
        }
        return expected;
    }
}
