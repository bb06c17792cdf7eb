// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.greedy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.DataView;
import io.hedgerow.core.data.rows.UserRows;
import io.hedgerow.core.model.Diagonal;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.dp.internal.greedy.gradient.ClippedGradient;
import io.hedgerow.dp.internal.greedy.settings.GreedyOptions;
import io.hedgerow.dp.internal.greedy.settings.GreedyOptions.GreedyCost;
import io.hedgerow.dp.internal.greedy.settings.GreedyOptions.GreedySteps;
import io.hedgerow.dp.internal.greedy.settings.GreedyOptions.RowCentre;
import io.hedgerow.dp.internal.greedy.settings.ProtectedUnits;
import io.hedgerow.dp.internal.greedy.settings.Smoothness;
import io.hedgerow.dp.internal.release.RawRows;
import io.hedgerow.dp.internal.release.moments.GramFixtures;
import io.hedgerow.dp.mechanism.DiscreteNoise;
import io.hedgerow.dp.mechanism.NoiseSource;
import io.hedgerow.dp.mechanism.SecureBits;
import io.hedgerow.dp.solver.PlannedSolver;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a private step does is what its plan charges: draws, bounds, scores and events. Three variables; a coordinator
 * drives β so far that six steps take each of the six edges once, as in
 * {@link io.hedgerow.dp.internal.audit.cases.GreedyEntries}, so that every noisy entry can be read.
 */
class GreedyChargeTest {

    private static final int D = 3;
    private static final int STEPS = D * (D - 1);
    private static final int UNITS = 4;
    private static final double KAPPA = 2;
    private static final double MU = 0.25;
    private static final double RANGE = 0.5;
    private static final double RHO2 = 1e20;
    private static final double PUSH = 0x1p28;
    private static final double C = ClippedGradient.BOUND;
    /** What a gradient entry moves by when a unit is replaced: 2c/n with c = κ·√ρ2. */
    private static final double SENSITIVITY = 2 * KAPPA * Math.sqrt(RHO2) / UNITS;

    /** The k-th draw is k sensitivities of a sum. */
    private static final class Numbered implements NoiseSource {
        private final List<Double> gaussians = new ArrayList<>();
        private final List<Double> laplaces = new ArrayList<>();

        @Override
        public String id() {
            return "numbered";
        }

        @Override
        public NoiseSource.Law law() {
            return NoiseSource.Law.EXACT;
        }

        @Override
        public long gaussian(double sigma) {
            gaussians.add(sigma);
            return gaussians.size() * (long) (2 * C);
        }

        @Override
        public long laplace(double scale) {
            laplaces.add(scale);
            return 0;
        }
    }

    private static GreedyOptions options(boolean users, Smoothness smoothness, RowCentre centre) {
        return new GreedyOptions(
                users
                        ? ProtectedUnits.users(Adjacency.REPLACE_ONE, UNITS, UNITS)
                        : ProtectedUnits.records(Adjacency.REPLACE_ONE, UNITS),
                new GreedySteps(STEPS, 1, KAPPA, Diagonal.MASKED),
                new GreedyCost(RANGE, MU),
                smoothness,
                centre);
    }

    private static GreedyOptions options(boolean users) {
        return options(users, new Smoothness.PublicMoments(List.of(1.0)), new RowCentre.Origin());
    }

    /** Rows of which the last column says whose they are. */
    private static DataView open(double[]... rows) {
        RawRows source = RawRows.of(rows);
        return RawRows.open(UserRows.of(source, source.schema().names().get(D)));
    }

    private static double[][] zeros() {
        double[][] rows = new double[UNITS][D + 1];
        for (int k = 0; k < UNITS; k++) {
            rows[k][D] = k;
        }
        return rows;
    }

    private static LocalProblem problem(double rho2, double push) {
        Parameters zeros = Parameters.zeros(D * D);
        double[] dual = new double[D * D];
        Arrays.fill(dual, push);
        return new LocalProblem(
                ParameterLayout.linear(D), zeros, Parameters.takeOver(dual), zeros, rho2, 0, 1, Centring.NONE);
    }

    /** The six noisy entries of one round, in sensitivities. */
    private static double[] entries(PlannedSolver solver, int round, DataView view) {
        solver.plan(new Task("charge", round, RHO2, Payload.empty(), Set.of()));
        Parameters b = solver.solve(problem(RHO2, PUSH * SENSITIVITY), view).parameters();
        double[] entries = new double[STEPS];
        int at = 0;
        for (int k = 0; k < D * D; k++) {
            if (k % (D + 1) != 0) {
                entries[at++] = -RHO2 * b.get(k) / SENSITIVITY - PUSH;
            }
        }
        return entries;
    }

    @Test
    void everyUpdateOfEveryRound_hasNoiseOfItsOwn_asLargeAsItsCharge() {
        Numbered noise = new Numbered();
        DpProximalGreedySolver solver = new DpProximalGreedySolver(options(false), noise);
        TreeSet<Long> seen = new TreeSet<>();
        try (DataView view = open(zeros())) {
            for (int round = 0; round < 3; round++) {
                for (double entry : entries(solver, round, view)) {
                    // 2²⁸ pushes are cancelled, which leaves 2⁻²⁴
                    assertEquals(Math.rint(entry), entry, 1e-4);
                    seen.add(Math.round(entry));
                }
            }
        }
        assertEquals(3 * STEPS, seen.size(), "no draw serves twice: " + seen);
        assertEquals(3 * STEPS, noise.gaussians.size());
        for (double sigma : noise.gaussians) {
            // 2C/μ, with a margin of 10⁻¹² and roundings
            assertEquals(2 * C / MU, sigma, 1e-9 * sigma);
        }
    }

    @Test
    void laplace_drawsForEveryScoreAndEveryUpdate_asMuchAsItCharges() {
        Numbered noise = new Numbered();
        PlannedSolver solver = new LaplaceProximalGreedySolver(options(false), noise);
        try (DataView view = open(zeros())) {
            entries(solver, 0, view);
        }
        // two kinds of scale: 2·(2²² + 33)/ε0 of scores and 2C/ε of updates
        double score = 2 * ((1L << 22) + 33) / RANGE;
        double update = 2 * C / MU;
        int updates = 0;
        for (double scale : noise.laplaces) {
            boolean ofUpdate = Math.abs(scale - update) < 1e-9 * update;
            assertTrue(ofUpdate || Math.abs(scale - score) < 1e-9 * score, "drew at scale " + scale);
            updates += ofUpdate ? 1 : 0;
        }
        assertEquals(STEPS, updates);
        assertEquals(STEPS * D * D, noise.laplaces.size() - updates);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void oneUnit_movesAnEntryByItsBound_howeverLongItsRowsAndHoweverMany(boolean users) {
        double[][] rows = zeros();
        double[][] own = users ? new double[3][] : new double[1][];
        for (int k = 0; k < own.length; k++) {
            own[k] = new double[] {1e12, 1e12, -1e12, UNITS - 1};
        }
        List<double[]> all = new ArrayList<>(Arrays.asList(rows).subList(0, UNITS - 1));
        all.addAll(Arrays.asList(own));
        DpProximalGreedySolver solver = new DpProximalGreedySolver(options(users), GramFixtures.SILENT);
        try (DataView view = open(all.toArray(double[][]::new))) {
            for (double entry : entries(solver, 0, view)) {
                // ±c is half of what replacing a unit can do
                assertEquals(0.5, Math.abs(entry), 1e-4);
            }
        }
    }

    @Test
    void scores_areInUnitsOfTheirSensitivity_whateverTheMomentsAre() {
        List<double[]> kept = new ArrayList<>();
        double largest = 0;
        double[] moments = {1.0 / 16, 1, 16};
        Smoothness known = new Smoothness.PublicMoments(List.of(moments[0], moments[1], moments[2]));
        for (int sign = -1; sign <= 1; sign += 2) {
            double[][] rows = zeros();
            rows[0] = new double[] {1e6, sign * 1e6, 1e6, 0};
            List<double[]> scores = new ArrayList<>();
            PrivateSteps looking = new PrivateSteps() {
                @Override
                public MechanismEvent event() {
                    return new MechanismEvent.Gaussian(1, 1);
                }

                @Override
                public void begin(int targets, int sliceLength, boolean[] excluded, int count) {}

                @Override
                public void scores(int j, double[] column) {
                    scores.add(column.clone());
                }

                @Override
                public int select() {
                    return 1;
                }

                @Override
                public double disturb(double sum) {
                    return sum;
                }
            };
            DpProximalGreedySolver solver = new DpProximalGreedySolver(
                    options(false, known, new RowCentre.Origin()), GramFixtures.SILENT, looking);
            solver.plan(new Task("charge", 0, 1e-6, Payload.empty(), Set.of()));
            try (DataView view = open(rows)) {
                solver.solve(problem(1e-6, 100), view);
            }
            // the first scores of each column are those before any step
            kept.addAll(scores.subList(0, D));
        }
        for (int j = 0; j < D; j++) {
            for (int i = 0; i < D; i++) {
                double moved = Math.abs(kept.get(j)[i] - kept.get(D + j)[i]);
                // sums have 2²³ steps a bound; 10⁻⁶ is above their rounding
                assertTrue(moved <= 1 + 1e-6, "score " + i + ", " + j + " moves by " + moved);
                // those with one factor of the variable that turns move by all of it: β keeps them away from 0
                double all = i != j && (i == 1 || j == 1) ? 1 : 0;
                assertEquals(all, moved, 1e-6, "score " + i + ", " + j);
                largest = Math.max(largest, moved);
            }
        }
        assertEquals(1, largest, 1e-6);
    }

    @Test
    void roundPlan_namesEveryReleaseAndEveryStep() {
        GreedyOptions options = options(
                false,
                new Smoothness.PrivateMoments(D, 0.2, 20, 0.3),
                new RowCentre.PrivateMean(Collections.nCopies(D, 5.0), 0.7));
        List<MechanismEvent> plan = new DpProximalGreedySolver(options).roundPlan(3);
        for (int round = 0; round < 3; round++) {
            List<Double> gaussians = new ArrayList<>();
            List<Double> selections = new ArrayList<>();
            flatten(plan.get(round), gaussians, selections);
            List<Double> expected = new ArrayList<>(round == 0 ? List.of(0.7, 0.3) : List.of());
            expected.addAll(Collections.nCopies(STEPS, MU));
            assertClose(expected, gaussians);
            assertClose(Collections.nCopies(STEPS, RANGE), selections);
        }
    }

    private static void flatten(MechanismEvent event, List<Double> gaussians, List<Double> selections) {
        if (event instanceof MechanismEvent.Sequence sequence) {
            sequence.steps().forEach(step -> flatten(step, gaussians, selections));
        } else if (event instanceof MechanismEvent.Gaussian gaussian) {
            gaussians.addAll(Collections.nCopies((int) gaussian.count(), gaussian.mu()));
        } else if (event instanceof MechanismEvent.Selection selection) {
            selections.addAll(Collections.nCopies((int) selection.count(), selection.boundedRange()));
        }
    }

    private static void assertClose(List<Double> expected, List<Double> found) {
        assertEquals(expected.size(), found.size(), found.toString());
        for (int k = 0; k < expected.size(); k++) {
            // calibration leaves a margin of 10⁻¹², the lattice of scores one of 2⁻²⁰
            assertEquals(expected.get(k), found.get(k), 1e-5 * expected.get(k));
        }
    }

    /**
     * Two candidates whose scores differ by one sensitivity, at ε0 = 2: odds e^(1/b) with b = 2/ε0 = 1, so the better
     * one wins with probability 0.731. 6000 trials have a standard deviation of 0.0057; six of them reject falsely once
     * in 10⁸ runs, and half the scale is 0.881.
     */
    @Test
    void select_hasTheOddsOfItsCharge() {
        MechanismSteps steps = new MechanismSteps(
                ProtectedUnits.records(Adjacency.REPLACE_ONE, UNITS),
                new GreedyCost(2, 1),
                DiscreteNoise.secure(),
                new SecureBits());
        boolean[] excluded = {true, false, false, true};
        steps.begin(2, 2, excluded, 1);
        steps.scores(0, new double[] {0, 1});
        steps.scores(1, new double[] {0, 0});
        int trials = 6000;
        int better = 0;
        for (int k = 0; k < trials; k++) {
            better += steps.select() == 1 ? 1 : 0;
        }
        assertEquals(Math.E / (1 + Math.E), (double) better / trials, 6 * 0.0057);
    }
}
