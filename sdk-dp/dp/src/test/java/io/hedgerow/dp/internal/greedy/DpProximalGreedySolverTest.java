// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.greedy;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.contract.LocalSolverContract;
import io.hedgerow.contract.OpenedMoments;
import io.hedgerow.contract.RandomProblem;
import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.DataView;
import io.hedgerow.core.model.Diagonal;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.core.solver.LocalSolution;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.dp.internal.greedy.gradient.ClippedGradient;
import io.hedgerow.dp.internal.greedy.gradient.Rows;
import io.hedgerow.dp.internal.greedy.settings.GreedyOptions;
import io.hedgerow.dp.internal.greedy.settings.GreedyOptions.GreedyCost;
import io.hedgerow.dp.internal.greedy.settings.GreedyOptions.GreedySteps;
import io.hedgerow.dp.internal.greedy.settings.GreedyOptions.RowCentre;
import io.hedgerow.dp.internal.greedy.settings.ProtectedUnits;
import io.hedgerow.dp.internal.greedy.settings.Smoothness;
import io.hedgerow.dp.internal.release.RawRows;
import io.hedgerow.dp.mechanism.NoiseSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DpProximalGreedySolverTest extends LocalSolverContract {

    private static final GreedyCost COST = new GreedyCost(0.1, 0.05);
    private static final Smoothness PUBLIC = new Smoothness.PublicMoments(List.of(1.0));
    private static final Smoothness RELEASED = new Smoothness.PrivateMoments(5, 0.1, 20, 0.3);
    private static final RowCentre ORIGIN = new RowCentre.Origin();

    private static GreedyOptions options(long rows, Smoothness smoothness, RowCentre centre) {
        return new GreedyOptions(
                ProtectedUnits.records(Adjacency.REPLACE_ONE, rows),
                new GreedySteps(6, 1, 1, Diagonal.MASKED),
                COST,
                smoothness,
                centre);
    }

    private static Task round(int round) {
        return new Task("study", round, 1, Payload.empty(), Set.of());
    }

    /** Zero-out adjacency, because the contract's problems have different numbers of rows. */
    @Override
    protected LocalSolver solver(Diagonal diagonal) {
        return new DpProximalGreedySolver(new GreedyOptions(
                ProtectedUnits.records(Adjacency.ZERO_OUT, 25),
                new GreedySteps(30, 1, 1, diagonal),
                COST,
                PUBLIC,
                ORIGIN));
    }

    private static List<MechanismEvent> flat(MechanismEvent event) {
        if (event instanceof MechanismEvent.Sequence sequence) {
            List<MechanismEvent> steps = new ArrayList<>();
            sequence.steps().forEach(step -> steps.addAll(flat(step)));
            return steps;
        }
        return List.of(event);
    }

    @Test
    void plan_isKTimesOneSelectionAndOneGaussianCall_atTheCostsOfTheOptions() {
        List<MechanismEvent> events = flat(new DpProximalGreedySolver(options(20, PUBLIC, ORIGIN)).plan(round(4)));
        assertEquals(3 * 6, events.size());
        for (int k = 0; k < 6; k++) {
            MechanismEvent.Selection selection = (MechanismEvent.Selection) events.get(3 * k);
            MechanismEvent.Gaussian gaussian = (MechanismEvent.Gaussian) events.get(3 * k + 1);
            MechanismEvent.PureDp lattice = (MechanismEvent.PureDp) events.get(3 * k + 2);
            assertTrue(selection.boundedRange() <= COST.selectionRange());
            assertEquals(COST.selectionRange(), selection.boundedRange(), 1e-6 * COST.selectionRange());
            assertTrue(gaussian.mu() <= COST.mu());
            assertEquals(COST.mu(), gaussian.mu(), 1e-11 * COST.mu());
            assertTrue(lattice.epsilon() < 1e-14);
        }
    }

    @Test
    void roundPlan_isWhatEveryRoundPlans_andOnlyRoundZeroReleasesMore() {
        RowCentre mean = new RowCentre.PrivateMean(Collections.nCopies(5, 3.0), 0.2);
        DpProximalGreedySolver solver = new DpProximalGreedySolver(options(20, RELEASED, mean));
        List<MechanismEvent> plan = solver.roundPlan(4);
        assertEquals(plan.get(0), solver.plan(round(0)));
        solve(solver, RandomProblem.of(30, 5, 1, 0.1));
        for (int round = 1; round < 4; round++) {
            assertEquals(plan.get(round), solver.plan(round(round)));
        }
        assertEquals(plan.get(1), plan.get(3));
        List<MechanismEvent> first = flat(plan.get(0));
        assertEquals(4 + 3 * 6, first.size());
        assertEquals(0.2, ((MechanismEvent.Gaussian) first.get(0)).mu(), 1e-10);
        assertEquals(0.3, ((MechanismEvent.Gaussian) first.get(2)).mu(), 1e-10);
        assertEquals(flat(plan.get(1)), first.subList(4, first.size()));
        assertThrows(IllegalArgumentException.class, () -> solver.roundPlan(0));
    }

    @Test
    void plan_whenMomentsAreExact_isNonPrivateInRoundZero() {
        DpProximalGreedySolver solver =
                new DpProximalGreedySolver(options(20, new Smoothness.InsecureExactMoments(), ORIGIN));
        assertTrue(solver.plan(round(0)).containsNonPrivate());
        assertFalse(solver.roundPlan(2).get(1).containsNonPrivate());
    }

    @Test
    void solve_runsExactlyTheMechanismsThatWerePlanned() {
        RandomProblem random = RandomProblem.of(31, 5, 1, 0.1);
        CountingNoise noise = new CountingNoise(false);
        RowCentre mean = new RowCentre.PrivateMean(Collections.nCopies(5, 3.0), 0.2);
        GreedyOptions options = options(20, RELEASED, mean);
        DpProximalGreedySolver solver = new DpProximalGreedySolver(options, noise);
        List<MechanismEvent> planned = new ArrayList<>();
        for (int round = 0; round < 3; round++) {
            planned.addAll(flat(solver.plan(round(round))));
            solve(solver, random);
        }
        long gaussians = planned.stream()
                .filter(MechanismEvent.Gaussian.class::isInstance)
                .count();
        // each release of round 0 is one call of five numbers
        assertEquals(gaussians - 2 + 2 * 5, noise.gaussians.size());
        assertEquals(0, noise.laplaces.size());

        ExactSteps steps = new ExactSteps();
        DpProximalGreedySolver counted = new DpProximalGreedySolver(options(20, PUBLIC, ORIGIN), noise, steps);
        LocalSolution solution = solve(counted, random);
        long selections = flat(new DpProximalGreedySolver(options(20, PUBLIC, ORIGIN)).plan(round(0))).stream()
                .filter(MechanismEvent.Selection.class::isInstance)
                .count();
        assertEquals(selections, steps.selections);
        assertEquals(selections, steps.updates);
        assertEquals(1, steps.rounds);
        assertEquals(6, solution.iterations());
    }

    @Test
    void solve_usesTheNoiseOfTheEvent() {
        CountingNoise noise = new CountingNoise(true);
        DpProximalGreedySolver solver = new DpProximalGreedySolver(options(20, PUBLIC, ORIGIN), noise);
        MechanismEvent.Gaussian event =
                (MechanismEvent.Gaussian) flat(solver.plan(round(0))).get(1);
        solve(solver, RandomProblem.of(32, 5, 1, 0.1));
        assertFalse(noise.gaussians.isEmpty());
        for (double sigma : noise.gaussians) {
            // replaced units move a sum by 2C
            assertTrue(2 * ClippedGradient.BOUND / sigma <= event.mu());
            assertEquals(event.mu(), 2 * ClippedGradient.BOUND / sigma, 1e-12);
        }
    }

    @Test
    void solve_twice_isNotTheSame() {
        RandomProblem random = RandomProblem.of(33, 5, 1, 0.1);
        DpProximalGreedySolver solver = new DpProximalGreedySolver(options(20, PUBLIC, ORIGIN));
        assertNotEquals(solve(solver, random), solve(solver, random));
    }

    @Test
    void solve_withLocalMean_isRefusedAndSaysWhatToDo() {
        RandomProblem random = RandomProblem.of(34, 5, 1, 0.1).centred(Centring.LOCAL_MEAN);
        DpProximalGreedySolver solver = new DpProximalGreedySolver(options(20, PUBLIC, ORIGIN));
        String message = assertThrows(IllegalArgumentException.class, () -> solve(solver, random))
                .getMessage();
        assertTrue(message.contains("public centre") && message.contains("privately"), message);
    }

    @Test
    void solve_withAnotherNumberOfRows_isRefusedUnlessItIsNotUsed() {
        RandomProblem random = RandomProblem.of(35, 5, 1, 0.1);
        DpProximalGreedySolver replaceOne = new DpProximalGreedySolver(options(21, PUBLIC, ORIGIN));
        assertThrows(DataException.class, () -> solve(replaceOne, random));
        solve(solver(Diagonal.MASKED), random);
    }

    @Test
    void solve_withoutTheReleasesOfRoundZero_isRefused() {
        RandomProblem random = RandomProblem.of(36, 5, 1, 0.1);
        DpProximalGreedySolver missed = new DpProximalGreedySolver(options(20, RELEASED, ORIGIN));
        assertThrows(IllegalStateException.class, () -> solve(missed, random));
        assertThrows(IllegalStateException.class, () -> missed.plan(round(3)), "before anything is reserved");
        assertThrows(IllegalStateException.class, () -> solve(missed, random));
        DpProximalGreedySolver answered = new DpProximalGreedySolver(options(20, RELEASED, ORIGIN));
        answered.plan(round(0));
        solve(answered, random);
        answered.plan(round(3));
        solve(answered, random);
        RandomProblem otherData = RandomProblem.of(37, 5, 1, 0.1);
        answered.plan(round(0));
        assertThrows(IllegalStateException.class, () -> solve(answered, otherData), "another data set needs another");
    }

    @Test
    void solve_ofACentredProblem_equalsTheOneOfCentredRows() {
        double[][] rows = Rows.random(38, 20, 5);
        double[][] shifted = new double[20][5];
        List<Double> centre = List.of(4.0, -2.0, 0.5, 8.0, 16.0);
        for (int k = 0; k < 20; k++) {
            for (int i = 0; i < 5; i++) {
                shifted[k][i] = rows[k][i] + centre.get(i);
            }
        }
        double[] expected = exactly(rows, ORIGIN, new CountingNoise(true));
        // adding and subtracting the centre rounds cells in the sixteenth digit, which can move a row by a lattice step
        assertArrayEquals(
                expected, exactly(shifted, new RowCentre.PublicCentre(centre), new CountingNoise(true)), 1e-5);
        double[] uncentred = exactly(shifted, ORIGIN, new CountingNoise(true));
        assertTrue(Math.abs(expected[1] - uncentred[1]) > 0.01);
    }

    private static double[] exactly(double[][] rows, RowCentre centre, NoiseSource noise) {
        DpProximalGreedySolver solver =
                new DpProximalGreedySolver(options(20, PUBLIC, centre), noise, new ExactSteps());
        try (DataView view = OpenedMoments.ofRows(rows).open()) {
            return solver.solve(RandomProblem.of(39, 5, 1, 0.1).problem(), view)
                    .parameters()
                    .toArray();
        }
    }

    @Test
    void solve_ofRowsThatAreNotFinite_readsThemAsZero() {
        double[][] rows = Rows.random(40, 20, 5);
        rows[3] = new double[] {0, 1, 0, 2, 0};
        double[] clean = exactly(rows, ORIGIN, new CountingNoise(true));
        double[][] dirty =
                Rows.with(rows, 3, new double[] {Double.NaN, 1, Double.NEGATIVE_INFINITY, 2, Double.POSITIVE_INFINITY});
        DpProximalGreedySolver solver =
                new DpProximalGreedySolver(options(20, PUBLIC, ORIGIN), new CountingNoise(true), new ExactSteps());
        try (DataView view = RawRows.open(RawRows.of(dirty))) {
            assertArrayEquals(
                    clean,
                    solver.solve(RandomProblem.of(39, 5, 1, 0.1).problem(), view)
                            .parameters()
                            .toArray());
        }
    }
}
