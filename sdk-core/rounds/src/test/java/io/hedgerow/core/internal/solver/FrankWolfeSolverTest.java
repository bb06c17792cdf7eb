// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.solver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.contract.DeterministicLocalSolverContract;
import io.hedgerow.contract.RandomProblem;
import io.hedgerow.core.data.DataView;
import io.hedgerow.core.model.Diagonal;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.solver.LocalSolution;
import io.hedgerow.core.solver.LocalSolver;
import org.junit.jupiter.api.Test;

class FrankWolfeSolverTest extends DeterministicLocalSolverContract {

    @Override
    protected LocalSolver solver(Diagonal diagonal) {
        return frankWolfe(200, 1e-9, diagonal);
    }

    private static FrankWolfeSolver frankWolfe(int iterations, double tolerance, Diagonal diagonal) {
        return new FrankWolfeSolver(new FrankWolfeSolver.Options(iterations, tolerance, diagonal));
    }

    private static Parameters optimum(RandomProblem random, Diagonal diagonal) {
        return solve(ConvergedGreedyTest.converged(diagonal), random).parameters();
    }

    private static FrankWolfeDescent descent(RandomProblem random, boolean masked) {
        try (DataView view = random.data().open()) {
            return new FrankWolfeDescent(
                    new LinearSubproblem(random.problem(), new SecondMoments().of(random.problem(), view)), masked);
        }
    }

    @Test
    void step_neverRaisesTheObjective_andTheGapBoundsTheError() {
        for (Diagonal diagonal : Diagonal.values()) {
            RandomProblem random = RandomProblem.of(61, 6, 0.7, 0.3);
            double best = random.objective(optimum(random, diagonal));
            FrankWolfeDescent descent = descent(random, diagonal == Diagonal.MASKED);
            // A masked start: the gap speaks of the problem without self edges.
            double before = Double.POSITIVE_INFINITY;
            for (int k = 0; k < 300; k++) {
                double value = random.objective(Parameters.takeOver(descent.flat()));
                double roundOff = 1e-10 * Math.abs(value);
                assertTrue(value <= before + roundOff, "step " + k);
                assertTrue(value - best <= descent.gap() + roundOff, "step " + k);
                before = value;
                descent.step();
            }
        }
    }

    @Test
    void solve_whenConverged_isWithinItsToleranceOfTheOptimum() {
        RandomProblem random = RandomProblem.of(62, 4, 1, 1);
        LocalSolution solution = solve(frankWolfe(2_000_000, 0.01, Diagonal.MASKED), random);
        assertTrue(solution.converged());
        double optimum = random.objective(optimum(random, Diagonal.MASKED));
        assertTrue(random.objective(solution.parameters()) - optimum <= 0.01);
    }

    /** Paper 002, C.1: with the same number of steps the greedy proximal solver is far closer, and sparser. */
    @Test
    void solve_withAsManySteps_isWorseThanGreedyDescent() {
        RandomProblem random = RandomProblem.of(63, 12, 0.7, 0.3);
        double optimum = random.objective(optimum(random, Diagonal.MASKED));
        LocalSolution slow = solve(frankWolfe(300, 0, Diagonal.MASKED), random);
        Parameters greedy = solve(
                        new ProximalGreedySolver(new ProximalGreedySolver.Options(300, 0, 1, Diagonal.MASKED)), random)
                .parameters();
        assertFalse(slow.converged());
        double slowError = random.objective(slow.parameters()) - optimum;
        double greedyError = random.objective(greedy) - optimum;
        assertTrue(slowError > 10 * greedyError, slowError + " against " + greedyError);
        assertTrue(slow.parameters().nonZeros() > greedy.nonZeros());
    }

    @Test
    void solve_withoutPenalty_isRefused() {
        RandomProblem random = RandomProblem.of(64, 3, 1, 0);
        assertThrows(IllegalArgumentException.class, () -> solve(solver(Diagonal.MASKED), random));
    }

    @Test
    void solve_whenLambdaIsLarge_findsZeroInOneStep() {
        RandomProblem random = RandomProblem.of(65, 5, 1, 1e5);
        LocalSolution solution = solve(solver(Diagonal.MASKED), random);
        assertTrue(solution.converged());
        assertEquals(0, solution.parameters().nonZeros());
        assertEquals(1, solution.iterations());
    }

    @Test
    void options_refuseWhatCannotWork() {
        assertThrows(IllegalArgumentException.class, () -> new FrankWolfeSolver.Options(0, 0, Diagonal.FREE));
        for (double tolerance : new double[] {-1, Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThrows(
                    IllegalArgumentException.class, () -> new FrankWolfeSolver.Options(1, tolerance, Diagonal.FREE));
        }
    }
}
