// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.model.Diagonal;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.solver.LocalSolver;
import org.junit.jupiter.api.Test;

/** What every local solver without noise keeps. */
public abstract class DeterministicLocalSolverContract extends LocalSolverContract {

    @Test
    public void plan_isNonPrivate() {
        assertInstanceOf(
                MechanismEvent.NonPrivate.class, solver(Diagonal.MASKED).plan(task()));
    }

    @Test
    public void solve_twice_isEqualToTheLastBit() {
        RandomProblem random = RandomProblem.of(11, 8, 1, 0.1);
        LocalSolver solver = solver(Diagonal.MASKED);
        assertEquals(solve(solver, random), solve(solver, random));
    }

    @Test
    public void solve_byAnotherInstanceWithAnotherPast_isEqualToTheLastBit() {
        RandomProblem random = RandomProblem.of(12, 8, 1, 0.1);
        LocalSolver experienced = solver(Diagonal.MASKED);
        solve(experienced, random.withRho2(3));
        solve(experienced, RandomProblem.of(13, 5, 1, 0.1));
        solve(experienced, random.centred(Centring.LOCAL_MEAN));
        solve(experienced, RandomProblem.of(14, ParameterLayout.dynamicLinear(4, 1, 0.5), 1, 0.1));
        assertEquals(solve(solver(Diagonal.MASKED), random), solve(experienced, random));
    }

    @Test
    public void solve_usesTheCentringOfTheProblem() {
        RandomProblem random = RandomProblem.of(15, 6, 1, 0.1);
        LocalSolver solver = solver(Diagonal.MASKED);
        assertNotEquals(solve(solver, random), solve(solver, random.centred(Centring.LOCAL_MEAN)));
    }

    /** As ρ2 grows with β = 0, B goes to W like 1/ρ2: every term but the penalty stays bounded. */
    @Test
    public void solve_whenRho2IsLarge_approachesTheConsensus() {
        RandomProblem random = RandomProblem.of(16, 6, 1, 0.1).withoutDual();
        // Start at W: a truncated or slow solver must not be judged by its start.
        RandomProblem start = random.from(random.problem().consensus());
        double[] w = random.problem().consensus().toArray();
        double moderate = distance(
                w,
                solve(solver(Diagonal.MASKED), start.withRho2(1)).parameters().toArray());
        double near = distance(
                w,
                solve(solver(Diagonal.MASKED), start.withRho2(100)).parameters().toArray());
        assertEquals(true, near < moderate, "at rho2 = 100: " + near + ", at rho2 = 1: " + moderate);
        double[] limit =
                solve(solver(Diagonal.MASKED), start.withRho2(1e9)).parameters().toArray();
        // |gradient of the rest| is below 100 here, so the distance is below 100 / 1e9.
        assertArrayEquals(w, limit, 1e-7);
    }

    private static double distance(double[] a, double[] b) {
        double sum = 0;
        for (int k = 0; k < a.length; k++) {
            sum += (a[k] - b[k]) * (a[k] - b[k]);
        }
        return Math.sqrt(sum);
    }
}
