// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.greedy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.contract.LocalSolverContract;
import io.hedgerow.contract.RandomProblem;
import io.hedgerow.core.model.Diagonal;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.core.solver.LocalSolution;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.dp.internal.greedy.gradient.ClippedGradient;
import io.hedgerow.dp.internal.greedy.settings.GreedyOptions;
import io.hedgerow.dp.internal.greedy.settings.GreedyOptions.GreedyCost;
import io.hedgerow.dp.internal.greedy.settings.GreedyOptions.GreedySteps;
import io.hedgerow.dp.internal.greedy.settings.GreedyOptions.RowCentre;
import io.hedgerow.dp.internal.greedy.settings.ProtectedUnits;
import io.hedgerow.dp.internal.greedy.settings.Smoothness;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LaplaceProximalGreedySolverTest extends LocalSolverContract {

    private static final GreedyCost COST = new GreedyCost(0.1, 0.05);

    private static GreedyOptions options(Diagonal diagonal, int steps) {
        return new GreedyOptions(
                ProtectedUnits.records(Adjacency.ZERO_OUT, 25),
                new GreedySteps(steps, 1, 1, diagonal),
                COST,
                new Smoothness.PublicMoments(List.of(1.0)),
                new RowCentre.Origin());
    }

    @Override
    protected LocalSolver solver(Diagonal diagonal) {
        return new LaplaceProximalGreedySolver(options(diagonal, 20));
    }

    @Test
    void plan_isKTimesOneNoisyMaxAndOneLaplaceRelease() {
        LaplaceProximalGreedySolver solver = new LaplaceProximalGreedySolver(options(Diagonal.MASKED, 4));
        MechanismEvent.Sequence round =
                (MechanismEvent.Sequence) solver.plan(new Task("study", 2, 1, Payload.empty(), Set.of()));
        assertEquals(4, round.steps().size());
        for (MechanismEvent step : round.steps()) {
            List<MechanismEvent> events = ((MechanismEvent.Sequence) step).steps();
            double epsilon = ((MechanismEvent.PureDp) events.get(0)).epsilon();
            double scale = ((MechanismEvent.Laplace) events.get(1)).scale();
            assertTrue(epsilon <= 0.1 && epsilon > 0.1 * (1 - 1e-9), "was " + epsilon);
            assertTrue(1 / scale <= 0.05 && 1 / scale > 0.05 * (1 - 1e-9), "was " + scale);
        }
        assertEquals(List.of(round, round), solver.roundPlan(2));
    }

    @Test
    void solve_drawsOneNoisePerCandidateAndOnePerUpdate_atTheScalesOfTheEvents() {
        RandomProblem random = RandomProblem.of(51, 5, 1, 0.1);
        CountingNoise noise = new CountingNoise(false);
        LocalSolution solution = solve(new LaplaceProximalGreedySolver(options(Diagonal.MASKED, 4), noise), random);
        assertEquals(4, solution.iterations());
        assertEquals(4 * (25 + 1), noise.laplaces.size());
        assertEquals(0, noise.gaussians.size());
        long updates = noise.laplaces.stream()
                .filter(scale -> scale > 19 * ClippedGradient.BOUND)
                .count();
        // a selection has scale 2·2²²/0.1, an update 2²²/0.05, with zero-out; all are 20 steps of 2²² times
        assertEquals(noise.laplaces.size(), updates);
    }

    @Test
    void solve_withoutNoise_takesTheStepsOfTheHighestScores() {
        RandomProblem random = RandomProblem.of(52, 6, 1, 0.1);
        GreedyOptions options = options(Diagonal.MASKED, 12);
        LocalSolution silent = solve(new LaplaceProximalGreedySolver(options, new CountingNoise(true)), random);
        LocalSolution exact =
                solve(new DpProximalGreedySolver(options, new CountingNoise(true), new ExactSteps()), random);
        assertEquals(exact.parameters(), silent.parameters());
    }
}
