// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.greedy;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.contract.RandomProblem;
import io.hedgerow.core.data.DataView;
import io.hedgerow.core.internal.solver.ProximalGreedySolver;
import io.hedgerow.core.model.Diagonal;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.dp.internal.greedy.gradient.ClippedGradient;
import io.hedgerow.dp.internal.greedy.gradient.RowClippedGradient;
import io.hedgerow.dp.internal.greedy.gradient.Rows;
import io.hedgerow.dp.internal.greedy.gradient.SampleBlocks;
import io.hedgerow.dp.internal.greedy.gradient.UserClippedGradient;
import io.hedgerow.dp.internal.greedy.settings.GreedyOptions.GreedySteps;
import org.junit.jupiter.api.Test;

class PrivateGreedyDescentTest {

    private static SampleBlocks samples(RandomProblem random) {
        try (DataView view = random.data().open()) {
            return SampleBlocks.read(view, false);
        }
    }

    private static StepRule rule(RandomProblem random, SampleBlocks samples, int steps, double clip) {
        return new StepRule(
                random.problem(),
                new GreedySteps(steps, 1, clip, Diagonal.MASKED),
                samples.secondMoments(),
                samples.rows(),
                2);
    }

    private static double[] run(PrivateGreedyDescent descent, RandomProblem random, StepRule rule, PrivateSteps steps) {
        LocalProblem problem = random.problem();
        int d = problem.layout().targets();
        int q = problem.layout().sliceLength();
        steps.begin(d, q, PrivateGreedyDescent.excluded(d, q, rule.diagonal()), rule.steps());
        return descent.run(problem, rule, steps);
    }

    private static PrivateGreedyDescent descent(RandomProblem random, ClippedGradient gradient) {
        ParameterLayout layout = random.problem().layout();
        return new PrivateGreedyDescent(gradient, layout.targets(), layout.sliceLength());
    }

    /**
     * With persons of one row each, whose products are rounded only after the multiplication, to a 2²²th of the bound.
     */
    @Test
    void run_withoutNoiseAndClipping_reachesTheSolutionOfTheSolverWithoutPrivacy() {
        for (ParameterLayout layout :
                new ParameterLayout[] {ParameterLayout.linear(6), ParameterLayout.dynamicLinear(3, 1, 0.5)}) {
            RandomProblem random = RandomProblem.of(21, layout, 1, 0.1);
            SampleBlocks samples = samples(random);
            double clip = 200;
            double[] b = run(
                    descent(random, new UserClippedGradient(samples)),
                    random,
                    rule(random, samples, 3000, clip),
                    new ExactSteps());
            ProximalGreedySolver exact =
                    new ProximalGreedySolver(new ProximalGreedySolver.Options(100_000, 1e-9, 1, Diagonal.MASKED));
            try (DataView view = random.data().open()) {
                // the gradient is off by at most half a lattice step, 200·√M/2²³ with √M < 5; ρ2 = 1 bounds what it
                // moves B
                assertArrayEquals(
                        exact.solve(random.problem(), view).parameters().toArray(), b, 5e-4);
            }
        }
    }

    @Test
    void run_takesTheFirstStepsOfTheSolverWithoutPrivacy() {
        RandomProblem random = RandomProblem.of(22, 7, 1, 0.1);
        SampleBlocks samples = samples(random);
        for (int steps = 1; steps <= 10; steps++) {
            double[] b = run(
                    descent(random, new UserClippedGradient(samples)),
                    random,
                    rule(random, samples, steps, 200),
                    new ExactSteps());
            try (DataView view = random.data().open()) {
                double[] expected = new ProximalGreedySolver(
                                new ProximalGreedySolver.Options(steps, 1e-9, 1, Diagonal.MASKED))
                        .solve(random.problem(), view)
                        .parameters()
                        .toArray();
                // as above; ten steps do not amplify rounding visibly
                assertArrayEquals(expected, b, 5e-4, steps + " steps");
            }
        }
    }

    /** Row index of M: the second derivative in entry (i, j) is w·m_i + ρ2, so the step divides by the row's. */
    @Test
    void run_onAVariableOfLargeVariance_dividesByTheMomentOfTheRow() {
        double[][] rows = {{10, 1}, {-10, -1}, {10, -1}, {-10, -1}};
        SampleBlocks samples = Rows.blocks(rows);
        Parameters zero = Parameters.zeros(4);
        LocalProblem problem = new LocalProblem(
                ParameterLayout.linear(2), zero, zero, zero, 0.5, 0, 1, io.hedgerow.core.data.Centring.NONE);
        StepRule rule =
                new StepRule(problem, new GreedySteps(1, 1, 1e3, Diagonal.MASKED), samples.secondMoments(), 4, 2);
        ExactSteps steps = new ExactSteps();
        steps.begin(2, 2, PrivateGreedyDescent.excluded(2, 2, Diagonal.MASKED), 1);
        double[] b = new PrivateGreedyDescent(new UserClippedGradient(samples), 2, 2).run(problem, rule, steps);
        // x_0·x_1 averages 5; entry (1, 0) has score 5/√(1 + 0.5), entry (0, 1) only 5/√(100 + 0.5)
        assertEquals(5 / 1.5, b[1], 1e-3);
        assertEquals(0, b[2]);
    }

    @Test
    void sums_ofALongRun_equalThoseOfAFreshStartToTheLastBit() {
        RandomProblem random = RandomProblem.of(23, 8, 1, 0.05);
        SampleBlocks samples = samples(random);
        PrivateGreedyDescent used = descent(random, new RowClippedGradient(samples));
        RandomProblem at = random;
        for (int round = 0; round < 10; round++) {
            at = at.from(Parameters.copyOf(run(used, at, rule(at, samples, 7, 0.4), new ExactSteps())));
        }
        PrivateGreedyDescent fresh = descent(random, new RowClippedGradient(samples));
        double[] again = run(fresh, at, rule(at, samples, 1, 0.4), new ExactSteps());
        assertArrayEquals(again, run(used, at, rule(at, samples, 1, 0.4), new ExactSteps()));
        for (int j = 0; j < 8; j++) {
            assertArrayEquals(fresh.sums(j), used.sums(j));
        }
    }

    @Test
    void columns_areComputedAgainOnlyWhereTheParametersMoved() {
        RandomProblem random = RandomProblem.of(24, 8, 1, 0.05);
        SampleBlocks samples = samples(random);
        PrivateGreedyDescent descent = descent(random, new RowClippedGradient(samples));
        RandomProblem at = random.from(Parameters.zeros(64));
        at = at.from(Parameters.copyOf(run(descent, at, rule(at, samples, 5, 0.4), new ExactSteps())));
        assertTrue(descent.columnsComputed() <= 8 + 5);
        long first = descent.columnsComputed();
        run(descent, at, rule(at, samples, 5, 0.4), new ExactSteps());
        assertTrue(descent.columnsComputed() <= first + 5, "the previous round's sums are still right");
        long second = descent.columnsComputed();
        RandomProblem other = at.withRho2(2);
        run(descent, other, rule(other, samples, 1, 0.4), new ExactSteps());
        assertTrue(descent.columnsComputed() >= second + 8, "another penalty moves the bounds of all columns");
    }

    @Test
    void run_takesExactlyKSteps_evenWhenNothingMoves() {
        RandomProblem random = RandomProblem.of(25, 5, 1, 0.05);
        SampleBlocks zeros = Rows.blocks(new double[20][5]);
        for (SampleBlocks samples : new SampleBlocks[] {zeros, samples(random)}) {
            ExactSteps steps = new ExactSteps();
            StepRule rule = new StepRule(
                    random.problem(),
                    new GreedySteps(500, 1, 1, Diagonal.MASKED),
                    Rows.constant(5, 1),
                    samples.rows(),
                    2);
            run(descent(random, new RowClippedGradient(samples)), random, rule, steps);
            assertEquals(500, steps.selections);
            assertEquals(500, steps.updates);
        }
    }

    /**
     * Every score moves by at most 1 unit when a row is replaced: brute force over rows that move sums by their
     * maximum.
     */
    @Test
    void score_movesByAtMostItsUnit_forEveryCandidate() {
        for (double weight : new double[] {1, 0.125}) {
            double[][] rows = Rows.random(26, 50, 4);
            double[] moments = {0.3, 1, 7, 100};
            RandomProblem random = RandomProblem.of(27, 4, 1, 0.1);
            LocalProblem p = random.problem();
            LocalProblem problem = new LocalProblem(
                    p.layout(), p.consensus(), p.dual(), p.previous(), p.rho2(), p.lambda(), weight, p.centring());
            StepRule rule = new StepRule(problem, new GreedySteps(1, 1, 0.7, Diagonal.MASKED), moments, 50, 2);
            double largest = 0;
            for (int i = 0; i < 4; i++) {
                for (int k = 0; k < rows.length; k++) {
                    double sum = rows[k][i] * ClippedGradient.BOUND;
                    for (double b : new double[] {0, 0.4, -3}) {
                        double one = rule.score(i, b, rows[k][0], sum);
                        double other = rule.score(i, b, rows[k][0], sum + 2 * ClippedGradient.BOUND);
                        largest = Math.max(largest, Math.abs(one - other));
                    }
                }
            }
            // round-off of scores below 100 is far below SCORE_ERROR; the bound is attained
            assertEquals(1, largest, StepRule.SCORE_ERROR);
        }
    }

    /**
     * Beyond 2³⁰ units rounding would exceed what is charged for it: such a candidate has score 0, whatever its sum.
     */
    @Test
    void score_ofACandidateWithHugePublicTerms_isZeroForAllNeighbours() {
        StepRule rule = new StepRule(
                RandomProblem.of(28, 4, 1, 0.1).problem(),
                new GreedySteps(1, 1, 0.7, Diagonal.MASKED),
                new double[] {0.3, 1, 7, 100},
                50,
                2);
        for (double sum : new double[] {0, 3 * ClippedGradient.BOUND, -ClippedGradient.BOUND}) {
            for (int i = 0; i < 4; i++) {
                assertEquals(0, rule.score(i, 0, 1e12, sum));
                assertEquals(0, rule.score(i, -1e12, 1, sum));
                assertEquals(0, rule.score(i, 0, Double.NaN, sum));
            }
        }
        assertTrue(rule.score(0, 0, 1e3, 0) > 1);
    }
}
