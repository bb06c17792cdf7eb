// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release.histogram;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.DataView;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.model.Diagonal;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.internal.greedy.DpProximalGreedySolver;
import io.hedgerow.dp.internal.greedy.LaplaceProximalGreedySolver;
import io.hedgerow.dp.internal.greedy.settings.GreedyOptions;
import io.hedgerow.dp.internal.greedy.settings.GreedyOptions.GreedyCost;
import io.hedgerow.dp.internal.greedy.settings.GreedyOptions.GreedySteps;
import io.hedgerow.dp.internal.greedy.settings.GreedyOptions.RowCentre;
import io.hedgerow.dp.internal.greedy.settings.ProtectedUnits;
import io.hedgerow.dp.internal.greedy.settings.Smoothness;
import io.hedgerow.dp.internal.release.Centred;
import io.hedgerow.dp.internal.release.DrawnNoise;
import io.hedgerow.dp.internal.release.NoisyRound;
import io.hedgerow.dp.internal.release.RawRows;
import io.hedgerow.dp.internal.release.ReleaseOptions;
import io.hedgerow.dp.internal.release.ReleaseOptions.ReleaseCentre;
import io.hedgerow.dp.internal.release.ReleaseSolver;
import io.hedgerow.dp.internal.release.mixed.MixedDesign;
import io.hedgerow.dp.internal.release.mixed.MixedFixtures;
import io.hedgerow.dp.internal.release.moments.DpClosedFormSolver;
import io.hedgerow.dp.internal.release.moments.GramSum;
import io.hedgerow.dp.internal.release.moments.MomentDesign;
import io.hedgerow.dp.internal.release.scale.MeanSum;
import io.hedgerow.dp.internal.release.scale.ScaleSum;
import io.hedgerow.dp.mechanism.NoiseSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * The time that noise takes depends on the noise: it is over before the first row is read, and so says nothing about
 * rows.
 */
class NoiseBeforeRowsTest {

    private static final int D = 4;
    private static final int ROWS = 30;
    private static final String ROW = "row";
    private static final String DRAW = "draw";
    private static final String REFRESH = "refresh";

    private final List<String> events = new ArrayList<>();

    /** Notes when it is drawn from. */
    private final NoiseSource noise = new NoiseSource() {
        @Override
        public String id() {
            return "noted";
        }

        @Override
        public NoiseSource.Law law() {
            return NoiseSource.Law.EXACT;
        }

        @Override
        public void refresh() {
            events.add(REFRESH);
        }

        @Override
        public long gaussian(double sigma) {
            events.add(DRAW);
            return Math.round(sigma / 2);
        }

        @Override
        public long laplace(double scale) {
            events.add(DRAW + " laplace");
            return Math.round(scale / 2);
        }
    };

    private final RowSource rows = new RowSource() {
        @Override
        public VariableSchema schema() {
            return VariableSchema.numbered(D);
        }

        @Override
        public void forEachRow(RowConsumer consumer) {
            double[] row = new double[D];
            for (int k = 0; k < ROWS; k++) {
                events.add(ROW);
                Arrays.setAll(row, j -> Math.sin(1 + j));
                consumer.accept(row);
            }
        }
    };

    private void solve(LocalSolver solver, ParameterLayout layout) {
        Parameters zero = Parameters.zeros(layout.size());
        solver.plan(new Task("s", 0, 1, Payload.empty(), Set.of()));
        events.clear();
        try (DataView view = RawRows.open(rows)) {
            solver.solve(new LocalProblem(layout, zero, zero, zero, 1, 0, 1, Centring.NONE), view);
        }
    }

    private void assertDrawnBefore(int draws) {
        int first = events.indexOf(ROW);
        assertTrue(first >= 0);
        assertEquals(REFRESH, events.get(0), "fresh entropy for each release");
        assertEquals(
                draws, events.subList(0, first).stream().filter(DRAW::equals).count());
        assertTrue(!events.subList(first, events.size()).contains(DRAW), "drawn while rows are read, or later");
    }

    private static ReleaseOptions gram(ReleaseCentre centre) {
        return Centred.at(centre, ReleaseOptions.within(D, ROWS, new PrivacyBudget(5, 1e-6)));
    }

    @Test
    void gramRelease_drawsAllItsNoiseBeforeTheFirstRow() {
        MomentDesign design = new MomentDesign(gram(ReleaseCentre.none(D)));
        solve(new ReleaseSolver(design, noise), design.layout());
        assertDrawnBefore(D);
    }

    @Test
    void featureRelease_drawsAllItsNoiseBeforeTheFirstRow() {
        CurveDesign options = new CurveDesign(gram(ReleaseCentre.none(D)));
        solve(new ReleaseSolver(options, noise), options.layout());
        assertDrawnBefore(D);
    }

    @Test
    void scoreRelease_drawsAllItsNoiseBeforeTheFirstRow() {
        ScoreDesign options = new ScoreDesign(gram(ReleaseCentre.none(D)));
        solve(new ReleaseSolver(options, noise), options.layout());
        assertDrawnBefore(D * ScoreDesign.CELLS);
    }

    /** Of two numbers beside two categories: a scale of each. */
    @Test
    void mixedRelease_drawsAllItsNoiseBeforeTheFirstRow() {
        MixedDesign options = new MixedDesign(
                ReleaseOptions.within(2, ROWS, new PrivacyBudget(5, 1e-6)), MixedFixtures.columns(0, 2, 3, 0));
        solve(new ReleaseSolver(options, noise), options.layout());
        assertDrawnBefore(2);
    }

    @Test
    void everyPhaseOfAGramRelease_drawsAsMuchNoiseAsItReleases() {
        for (NoisyRound phase : List.of(
                new ScaleSum(gram(ReleaseCentre.none(D)), 2, false),
                new MeanSum(gram(new ReleaseCentre.PrivateMean()), 2),
                new HistogramSum(gram(ReleaseCentre.none(D)), 2),
                new CurveDesign(gram(ReleaseCentre.none(D))).products(FeatureFixtures.map(D)),
                new ScoreDesign(gram(ReleaseCentre.none(D))).histograms(),
                new ScoreDesign(gram(ReleaseCentre.none(D))).products(new double[0]),
                new MixedDesign(gram(ReleaseCentre.none(D)), MixedFixtures.columns(0, 2, 0, 3, 0, 0)).products(2),
                new GramSum(D, ROWS, Adjacency.REPLACE_ONE, false, 0, 2))) {
            events.clear();
            double[] ones = new double[D];
            Arrays.fill(ones, 1);
            phase.begin(new double[D], ones);
            assertEquals(phase.finish(noise).length, events.size());
            assertEquals(events.size(), phase.sigmas().length);
            phase.begin(new double[D], ones);
            DrawnNoise drawn = DrawnNoise.of(noise, phase.sigmas());
            phase.finish(drawn);
            assertThrows(IllegalStateException.class, () -> drawn.gaussian(phase.sigmas()[0]), "handed out once");
        }
    }

    @Test
    void noisyGram_drawsAllItsNoiseBeforeTheFirstRow() {
        solve(
                new DpClosedFormSolver(gram(ReleaseCentre.none(D)), 5, 0.05, Diagonal.MASKED, noise),
                ParameterLayout.linear(D));
        assertDrawnBefore(D * (D + 1) / 2);
    }

    private static GreedyOptions greedy(int steps) {
        return new GreedyOptions(
                ProtectedUnits.records(Adjacency.REPLACE_ONE, ROWS),
                new GreedySteps(steps, 1, 1, Diagonal.MASKED),
                new GreedyCost(0.1, 0.05),
                new Smoothness.PrivateMoments(D, 0.1, 20, 0.3),
                new RowCentre.PrivateMean(Collections.nCopies(D, 3.0), 0.2));
    }

    @Test
    void greedySteps_drawTheirReleasesAndUpdatesBeforeTheFirstRow() {
        solve(new DpProximalGreedySolver(greedy(3), noise), ParameterLayout.linear(D));
        assertDrawnBefore(2 * D + 3);
    }

    @Test
    void drawnNoise_isForItsReleaseOnly() {
        DrawnNoise drawn = DrawnNoise.of(noise, 8, 16);
        assertEquals("noted", drawn.id());
        assertEquals(4, drawn.gaussian(8));
        assertThrows(IllegalStateException.class, () -> drawn.gaussian(8));
        assertEquals(8, drawn.gaussian(16));
        assertThrows(IllegalStateException.class, () -> drawn.laplace(8));
    }

    /** Scores are compared with noise of their own, which is drawn with them. */
    @Test
    void laplaceSteps_drawTheirReleasesAndUpdatesBeforeTheFirstRow() {
        solve(new LaplaceProximalGreedySolver(greedy(3), noise), ParameterLayout.linear(D));
        assertDrawnBefore(2 * D);
        int first = events.indexOf(ROW);
        assertEquals(3, Collections.frequency(events.subList(0, first), DRAW + " laplace"));
        assertEquals(3 * D * D, Collections.frequency(events.subList(first, events.size()), DRAW + " laplace"));
    }
}
