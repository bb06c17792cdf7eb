// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.solver;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.model.Diagonal;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.solver.ExactLocalSolverContract;
import io.hedgerow.core.solver.LocalSolution;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.core.solver.RandomProblem;
import org.junit.jupiter.api.Test;

class CoordinateDescentSolverTest extends ExactLocalSolverContract {

    @Override
    protected LocalSolver solver(Diagonal diagonal) {
        return new CoordinateDescentSolver(CoordinateDescentSolver.Options.exact(diagonal));
    }

    /** The default tolerance, and a hundredth of it for the round-off of the gradient written out. */
    @Override
    protected double relativeViolation() {
        return 1.01e-9;
    }

    @Override
    protected boolean seesL1() {
        return true;
    }

    @Test
    void solve_agreesWithGreedyDescentRunToConvergence() {
        for (Diagonal diagonal : Diagonal.values()) {
            RandomProblem random = RandomProblem.of(31, ParameterLayout.dynamicLinear(7, 1, 0.5), 0.5, 3);
            Parameters exact = solve(solver(diagonal), random).parameters();
            LocalSolution greedy = solve(
                    new ProximalGreedySolver(new ProximalGreedySolver.Options(1_000_000, 1e-10, 1, diagonal)), random);
            assertTrue(greedy.converged());
            assertArrayEquals(exact.toArray(), greedy.parameters().toArray(), 1e-8);
            assertEquals(exact.nonZeros(), greedy.parameters().nonZeros());
            assertTrue(exact.nonZeros() < exact.size() / 2, "the problem must have zeros for this to mean anything");
        }
    }

    @Test
    void solve_fromAnyStart_findsTheSameSolution() {
        RandomProblem random = RandomProblem.of(32, 9, 0.3, 0.2);
        Parameters fromPrevious = solve(solver(Diagonal.MASKED), random).parameters();
        Parameters fromZero = solve(solver(Diagonal.MASKED), random.from(Parameters.zeros(81)))
                .parameters();
        assertArrayEquals(fromZero.toArray(), fromPrevious.toArray(), 1e-8);
    }

    @Test
    void solve_fromItsOwnSolution_doesNothing() {
        RandomProblem random = RandomProblem.of(33, 9, 0.3, 0.2);
        Parameters once = solve(solver(Diagonal.MASKED), random).parameters();
        LocalSolution again = solve(solver(Diagonal.MASKED), random.from(once));
        assertEquals(0, again.iterations());
        assertEquals(once, again.parameters());
    }

    @Test
    void solve_whenLambdaIsLarge_isZero() {
        RandomProblem random = RandomProblem.of(34, 6, 1, 1e4);
        assertEquals(0, solve(solver(Diagonal.MASKED), random).parameters().nonZeros());
    }

    @Test
    void solve_whenOutOfSweeps_saysSoInsteadOfFailing() {
        LocalSolver hasty = new CoordinateDescentSolver(new CoordinateDescentSolver.Options(1e-9, 1, Diagonal.MASKED));
        RandomProblem random = RandomProblem.of(35, 9, 0.01, 0.01);
        LocalSolution solution = solve(hasty, random);
        assertFalse(solution.converged());
        assertTrue(random.objective(solution.parameters())
                < random.objective(random.problem().previous()));
    }

    @Test
    void options_refuseWhatCannotWork() {
        for (double tolerance : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThrows(
                    IllegalArgumentException.class,
                    () -> new CoordinateDescentSolver.Options(tolerance, 10, Diagonal.FREE));
        }
        assertThrows(IllegalArgumentException.class, () -> new CoordinateDescentSolver.Options(1e-9, 0, Diagonal.FREE));
    }
}
