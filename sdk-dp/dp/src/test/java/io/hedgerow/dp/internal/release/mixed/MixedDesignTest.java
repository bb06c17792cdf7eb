// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release.mixed;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.DataView;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.dp.internal.denoise.mixed.MixedColumns;
import io.hedgerow.dp.internal.release.NoisyRound;
import io.hedgerow.dp.internal.release.RawRows;
import io.hedgerow.dp.internal.release.ReleaseDesign;
import io.hedgerow.dp.internal.release.ReleaseOptions;
import io.hedgerow.dp.internal.release.ReleaseOptions.ReleaseCentre;
import io.hedgerow.dp.internal.release.ReleaseSolver;
import io.hedgerow.dp.internal.release.histogram.ReleaseChecks;
import io.hedgerow.dp.internal.release.moments.GramFixtures;
import io.hedgerow.dp.internal.release.moments.MappedGramSum;
import io.hedgerow.dp.internal.release.scale.MeanSum;
import io.hedgerow.dp.internal.release.scale.ScaleSum;
import io.hedgerow.dp.internal.release.series.SeriesFixtures;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a unit moves it by is in {@code ChargedShiftTest}; what follows from it in {@code NoisyColumnsTest}. */
class MixedDesignTest {

    /** A number, a category of three levels, another number. */
    private static final MixedColumns COLUMNS = MixedFixtures.columns(0, 3, 0);

    private static final int Q = 5;
    private static final double W = MixedColumns.WEIGHT;

    private static MixedDesign aboutZero(double mu) {
        return new MixedDesign(MixedFixtures.options(2, 100, Adjacency.REPLACE_ONE, mu), COLUMNS);
    }

    private static MixedDesign aboutMeans(double mu) {
        return new MixedDesign(MixedFixtures.aboutMeans(2, 100, Adjacency.REPLACE_ONE, mu), COLUMNS);
    }

    private static MixedDesign withHoles(MixedDesign design) {
        return new MixedDesign(design.options(), MixedFixtures.withHoles(0, 3, 0));
    }

    @Test
    void roundPlan_isOneGaussianEventARound_thatTogetherAreMu() {
        ReleaseChecks.requireTogether(0.7, 2, new ReleaseSolver(aboutZero(0.7)));
        ReleaseChecks.requireTogether(0.7, 5, new ReleaseSolver(aboutMeans(0.7)));
        ReleaseChecks.requireTogether(0.7, 3, new ReleaseSolver(withHoles(aboutZero(0.7))));
        ReleaseChecks.requireTogether(0.7, 6, new ReleaseSolver(withHoles(aboutMeans(0.7))));
    }

    /** The lattice is charged for q² numbers; rounds before are of the numbers alone. */
    @Test
    void roundsBeforeProducts_costWhatThoseOfNumbersCost() {
        for (MixedDesign design : List.of(aboutZero(0.7), aboutMeans(0.7), withHoles(aboutMeans(0.7)))) {
            ReleaseOptions options = design.options();
            for (int round = 0; round + 1 < design.rounds(); round++) {
                NoisyRound own = design.sum(round, design.unannounced());
                double multiplier = design.noiseMultiplier(round);
                NoisyRound ofNumbers =
                        switch (design.kind(round)) {
                            case SCALE, FINE_SCALE -> new ScaleSum(options, multiplier, false);
                            default -> new MeanSum(options, multiplier);
                        };
                assertEquals(ofNumbers.event(), own.event());
                assertArrayEquals(ofNumbers.sigmas(), own.sigmas());
                assertInstanceOf(NumberSum.class, own);
            }
            NoisyRound products = design.sum(design.rounds() - 1, design.unannounced());
            assertInstanceOf(MappedGramSum.class, products);
            int q = design.shape().size();
            MechanismEvent.Sequence event = (MechanismEvent.Sequence) products.event();
            double claimed = ((MechanismEvent.PureDp) event.steps().get(1)).epsilon();
            double each = 2 * 197 / (24 * Math.pow(products.sigmas()[0], 2)); // 2 η(σ), c = 14
            assertEquals(q * q * each, claimed, 1e-9 * claimed);
        }
    }

    @Test
    void solve_needsAPlan_aPublicCentre_andTheDeclaredRows() {
        MixedDesign design = aboutZero(1);
        ReleaseSolver solver = new ReleaseSolver(design, GramFixtures.SILENT);
        ReleaseChecks.requirePlanCentreAndRows(solver, design.layout(), 3);
    }

    /** No two numbers of a message are in one place, and all numbers have one. */
    @ParameterizedTest
    @ValueSource(strings = {"0", "0,0", "0,2", "2,0,0", "3,0,7,0,2", "0,50"})
    void layout_hasAPlaceForEveryProduct_besideMeansAndUnits(String levels) {
        int[] each =
                Arrays.stream(levels.split(",")).mapToInt(Integer::parseInt).toArray();
        MixedColumns shape = each.length % 2 == 0 ? MixedFixtures.columns(each) : MixedFixtures.withHoles(each);
        int numbers = shape.numbers().length;
        MixedDesign design = new MixedDesign(MixedFixtures.aboutMeans(numbers, 9, Adjacency.REPLACE_ONE, 1), shape);
        double[] products = new double[shape.size() * (shape.size() + 1) / 2];
        Arrays.setAll(products, k -> k + 1);
        double[] message = new double[design.layout().size()];
        design.place(products, message);
        Set<Double> placed = new HashSet<>();
        Arrays.stream(message).filter(value -> value != 0).forEach(value -> assertTrue(placed.add(value)));
        assertEquals(products.length, placed.size());
        int slice = design.layout().sliceLength();
        for (int x = 0; x < numbers; x++) {
            assertEquals(0, message[x * slice], "a mean");
            assertEquals(0, message[x * slice + 1], "a unit");
        }
        assertTrue(message.length <= products.length + 3 * each.length, "hardly more than is sent");
    }

    /** u = y / R, y = [(x − c) / a, 1.41 · indicators]. */
    @Test
    void aRowIsItsColumns_inTheRadius() {
        MixedDesign design = aboutZero(1);
        MappedGramSum sum = design.products(1);
        sum.begin(new double[] {1, 2}, new double[] {2, 4});
        sum.add(new double[] {2, 1, 6});
        double[] y = {0.5, 0, W, 0, 1};
        double square = 8 + W * W; // B² of two numbers
        double[] expected = new double[Q * (Q + 1) / 2];
        int at = 0;
        for (int a = 0; a < Q; a++) {
            for (int b = a; b < Q; b++) {
                expected[at++] = y[a] * y[b] / square;
            }
        }
        assertArrayEquals(expected, sum.finish(GramFixtures.SILENT), 2e-4);
    }

    @Test
    void optionsOfOtherNumbers_areRefused() {
        String message = assertThrows(
                        IllegalArgumentException.class,
                        () -> new MixedDesign(MixedFixtures.options(3, 9, Adjacency.REPLACE_ONE, 1), COLUMNS))
                .getMessage();
        assertTrue(message.contains("the 2 numbers of the rows, were of 3"), message);
    }

    /** A message of a coordinator that does not follow the protocol bounds nothing less. */
    @ParameterizedTest
    @ValueSource(doubles = {1e-300, 1e300, Double.MAX_VALUE, Double.MIN_VALUE})
    void nonsenseThatIsAnnounced_movesNothingBeyondTheBound(double announced) {
        MixedDesign design = aboutZero(1);
        ReleaseSolver solver = new ReleaseSolver(design, GramFixtures.SILENT);
        double[] nonsense = new double[design.layout().size()];
        Arrays.fill(nonsense, announced);
        solver.plan(ReleaseChecks.task(1));
        double[][] rows = SeriesFixtures.normal(1, 100, 3);
        for (double[] row : rows) {
            row[1] = 2;
        }
        try (DataView view = RawRows.open(RawRows.of(rows))) {
            double[] found = solver.solve(
                            ReleaseChecks.problem(design.layout(), Parameters.copyOf(nonsense), Centring.NONE), view)
                    .parameters()
                    .toArray();
            double[] placed = new double[found.length];
            double[] diagonal = new double[Q * (Q + 1) / 2];
            for (int a = 0, at = 0; a < Q; at += Q - a, a++) {
                diagonal[at] = 1;
            }
            design.place(diagonal, placed);
            double trace = 0;
            for (int k = 0; k < found.length; k++) {
                trace += placed[k] * found[k];
            }
            assertTrue(trace <= 100, "‖u‖ ≤ 1 for each of 100 rows, was " + trace);
            assertTrue(trace >= 100 * W * W / (8 + W * W) * (1 - 1e-4), "levels stay, was " + trace);
        }
    }

    @Test
    void whatIsProtected_andItsName() {
        ReleaseSolver own = new ReleaseSolver(aboutZero(1));
        assertEquals("dp-gram", own.id());
        assertEquals(1, own.sitesInSum());
        ReleaseSolver users = new ReleaseSolver(
                new MixedDesign(aboutMeans(1).options().withNoiseSharedBy(3).withUsers(100), COLUMNS));
        assertEquals("dp-gram-shared-noise", users.id());
        assertEquals(3, users.sitesInSum());
        assertTrue(users.protectsUsers());
    }

    /** Every site counts by its rows: sums of what rows are above the centre, over all of them. */
    @Test
    void announced_areDeviations_andTheMeanOfAllRows() {
        MixedDesign design = aboutMeans(1);
        int slice = design.layout().sliceLength();
        double[] sum = new double[design.layout().size()];
        Parameters told = design.announced(0, Parameters.copyOf(sum), design.unannounced(), total());
        double unit = told.get(1);
        assertTrue(unit > 0.02 && unit < 3000);
        assertEquals(unit, told.get(slice + 1));
        assertEquals(0, told.get(0), "a scale tells no mean");
        sum[0] = 500;
        sum[slice] = -300;
        Parameters next = design.announced(1, Parameters.copyOf(sum), told, total());
        assertEquals(
                List.of(5.0, unit, -3.0, unit),
                List.of(next.get(0), next.get(1), next.get(slice), next.get(slice + 1)));
        Parameters last = design.announced(3, Parameters.copyOf(sum), next, total());
        assertEquals(List.of(10.0, -6.0), List.of(last.get(0), last.get(slice)), "about the mean before");
        assertArrayEquals(new double[] {3, 4}, design.unitsOf(new double[] {3, 4}), "a unit of each");
    }

    /** (Σ (x − c) / (a R)) a R, whatever the centre. */
    @Test
    void aMean_isSentAsTheSumOfDeviations() {
        MixedDesign design = aboutMeans(1);
        double[] message = new double[design.layout().size()];
        design.place(3, new double[] {7, -2}, new double[] {100, 200}, new double[] {3, 4}, message);
        assertEquals(7 * 3 * 2, message[0], 1e-12);
        assertEquals(-2 * 4 * 2, message[design.layout().sliceLength()], 1e-12);
    }

    private static ReleaseDesign.Total total() {
        return new ReleaseDesign.Total(1, 100);
    }

    /** A centre is public, or that of all sites, whatever one of them released. */
    @Test
    void centre_isPublic_orAnnounced() {
        double[] announced = new double[aboutMeans(1).layout().size()];
        int slice = aboutMeans(1).layout().sliceLength();
        announced[0] = 7;
        announced[slice] = 8;
        Parameters own = Parameters.zeros(announced.length);
        assertArrayEquals(new double[] {7, 8}, aboutMeans(1).centre(own, Parameters.copyOf(announced)));
        ReleaseOptions known = new ReleaseOptions(
                2, 100, Adjacency.REPLACE_ONE, 0.02, 3000, true, new ReleaseCentre.Known(List.of(1.0, 2.0)), 1);
        assertArrayEquals(
                new double[] {1, 2}, new MixedDesign(known, COLUMNS).centre(own, Parameters.copyOf(announced)));
    }
}
