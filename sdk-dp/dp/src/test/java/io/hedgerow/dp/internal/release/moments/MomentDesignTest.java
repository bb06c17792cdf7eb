// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release.moments;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.DataView;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.internal.simulation.model.SimulatedSites;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.core.privacy.ReservationRequest;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.dp.accounting.CertifiedAccountant;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.internal.denoise.PrivateGram;
import io.hedgerow.dp.internal.release.Centred;
import io.hedgerow.dp.internal.release.ReleaseOptions;
import io.hedgerow.dp.internal.release.ReleaseOptions.ReleaseCentre;
import io.hedgerow.dp.internal.release.ReleaseSolver;
import io.hedgerow.dp.internal.release.scale.MeanSum;
import io.hedgerow.dp.internal.release.scale.ScaleSum;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MomentDesignTest {

    private static final PrivacyBudget BUDGET = new PrivacyBudget(1, 4e-8);

    private static ReleaseOptions options(int d, long rows) {
        return ReleaseOptions.within(d, rows, BUDGET);
    }

    private static Task task(int round) {
        return new Task("gram", round, 1, Payload.empty(), Set.of());
    }

    private static SiteData data(int d, int rows, double shift) {
        Random random = new Random(d);
        double[][] cells = new double[rows][d];
        for (double[] row : cells) {
            for (int j = 0; j < d; j++) {
                row[j] = shift + random.nextGaussian() * (j + 1);
            }
        }
        return SiteData.of(new DatasetIdentity("d"), InMemoryRows.of(VariableSchema.numbered(d), cells));
    }

    private static LocalProblem problem(int d, Centring centring) {
        ParameterLayout layout = new MomentDesign(options(d, 50)).layout();
        Parameters zero = Parameters.zeros(layout.size());
        return new LocalProblem(layout, zero, zero, zero, 1, 0, 1, centring);
    }

    private static DataView open(SiteData data) {
        return data.open(GramFixtures.gate(request -> {}, data)
                .reserve("gram", 0, new MechanismEvent.PureDp(1, 1))
                .permit());
    }

    @Test
    void roundPlan_costsTheBudgetAsAWholeAndNoMore() {
        CertifiedAccountant accountant = new CertifiedAccountant();
        for (ReleaseCentre centre : List.of(ReleaseCentre.none(6), new ReleaseCentre.PrivateMean())) {
            for (double epsilon : new double[] {0.1, 1, 10}) {
                PrivacyBudget budget = new PrivacyBudget(epsilon, 1e-6);
                ReleaseOptions options = Centred.at(centre, ReleaseOptions.within(6, 1000, budget));
                MomentDesign design = new MomentDesign(options);
                MechanismEvent whole =
                        new MechanismEvent.Sequence(new ReleaseSolver(design).roundPlan(design.rounds()));
                double spent = accountant.epsilon(whole, 1e-6);
                assertTrue(spent <= epsilon, "spent " + spent + " of " + epsilon);
                // Gaussian calls compose without loss; a millionth is kept for the lattice
                assertTrue(spent >= epsilon * (1 - 1e-4), "spent " + spent + " of " + epsilon);
            }
        }
    }

    @Test
    void plan_isTheRoundPlanAndDoesNotDependOnData() throws InterruptedException {
        ReleaseOptions options = options(4, 50);
        List<ReservationRequest> one = new ArrayList<>();
        List<ReservationRequest> other = new ArrayList<>();
        GramFixtures.release(List.of(data(4, 50, 0)), options, GramFixtures.SILENT, one::add);
        GramFixtures.release(List.of(data(4, 50, 1e6)), options, GramFixtures.SILENT, other::add);
        List<MechanismEvent> plan = new ReleaseSolver(new MomentDesign(options)).roundPlan(2);
        assertEquals(2, one.size());
        for (int round = 0; round < 2; round++) {
            assertEquals(plan.get(round), one.get(round).event());
            assertEquals(one.get(round).event(), other.get(round).event());
            assertEquals(round, one.get(round).round());
        }
    }

    @Test
    void solve_whenAskedToCentreByTheSite_isRefusedBeforeAnyRowIsRead() {
        ReleaseSolver solver = new ReleaseSolver(new MomentDesign(options(3, 20)));
        solver.plan(task(0));
        try (DataView view = open(data(3, 20, 0))) {
            IllegalArgumentException refused = assertThrows(
                    IllegalArgumentException.class, () -> solver.solve(problem(3, Centring.LOCAL_MEAN), view));
            assertTrue(refused.getMessage().contains("private mean"));
        }
    }

    @Test
    void solve_whenRowsAreNotAsManyAsDeclared_isRefused() {
        for (int rows : new int[] {19, 21}) {
            ReleaseSolver solver = new ReleaseSolver(new MomentDesign(options(3, 20)));
            solver.plan(task(0));
            try (DataView view = open(data(3, rows, 0))) {
                assertThrows(DataException.class, () -> solver.solve(problem(3, Centring.NONE), view));
            }
        }
    }

    private static DataView secret(double[][] rows) {
        SiteData data =
                SiteData.of(new DatasetIdentity("d"), InMemoryRows.of(VariableSchema.numbered(rows[0].length), rows));
        return data.open(
                GramFixtures.gate(request -> {}, data)
                        .reserve("gram", 0, new MechanismEvent.PureDp(1, 1))
                        .permit(),
                new PrivacyUnit.RecordUnit(),
                Adjacency.ZERO_OUT,
                OptionalLong.of(1),
                () -> {});
    }

    /** One row is declared, so sums of four are certainly in range; nine are there. */
    @Test
    void releaseOfASecretNumberOfRows_readsAllOfThem_soThatOneAtTheFrontLetsNoOtherIn() {
        for (Adjacency adjacency : Adjacency.values()) {
            GramSum sum = new GramSum(2, 1, adjacency, adjacency == Adjacency.ZERO_OUT, 0, 2);
            ReleaseOptions options = new ReleaseOptions(2, 1, adjacency, 0.02, 3000, false, ReleaseCentre.none(2), 0.5);
            double[][] rows = new double[9][];
            Arrays.setAll(rows, k -> k == 0 ? new double[] {1, 0} : new double[] {0, 1});
            double[] ones = {1, 1};
            try (DataView nine = secret(rows);
                    DataView eight = secret(Arrays.copyOfRange(rows, 1, 9))) {
                double[] all = ReleaseSolver.released(nine, options, sum, new double[2], ones, GramFixtures.SILENT);
                double[] others = ReleaseSolver.released(eight, options, sum, new double[2], ones, GramFixtures.SILENT);
                assertEquals(0, others[0]);
                assertEquals(others[1], all[1]);
                assertEquals(others[2], all[2], "another row moved up");
                assertEquals(8 * all[0], all[2], 1e-12);
            }
        }
    }

    @Test
    void solve_withoutAPlanOrTwiceForOne_isRefused() {
        ReleaseSolver solver = new ReleaseSolver(new MomentDesign(options(3, 20)));
        SiteData data = data(3, 20, 0);
        try (DataView view = open(data)) {
            assertThrows(IllegalStateException.class, () -> solver.solve(problem(3, Centring.NONE), view));
            solver.plan(task(0));
            solver.solve(problem(3, Centring.NONE), view);
            assertThrows(IllegalStateException.class, () -> solver.solve(problem(3, Centring.NONE), view));
        }
        assertThrows(IllegalArgumentException.class, () -> solver.plan(task(2)));
    }

    @Test
    void index_givesEveryPairAPlaceOfItsOwn() {
        for (int d = 1; d <= 9; d++) {
            Set<Integer> places = new HashSet<>();
            int size = new MomentDesign(options(d, 50)).layout().size();
            for (int i = 0; i < d; i++) {
                for (int j = i; j < d; j++) {
                    int place = MomentDesign.index(d, i, j);
                    assertEquals(place, MomentDesign.index(d, j, i));
                    assertTrue(place >= 0 && place < size && place % (d / 2 + 3) >= 2);
                    assertTrue(places.add(place));
                }
            }
        }
    }

    @Test
    void release_withoutNoise_isTheMeanOfDirectionsInAnnouncedUnits() throws InterruptedException {
        SimulatedSites study = GramFixtures.study(5, 3, 400, 2);
        PrivateGram gram =
                GramFixtures.release(GramFixtures.sites(study), options(5, 400), GramFixtures.SILENT, request -> {});
        double[] units = gram.units();
        double[] expected = new double[25];
        for (int p = 0; p < 3; p++) {
            study.rows(p).forEachRow(row -> {
                double square = 0;
                double[] y = new double[5];
                for (int j = 0; j < 5; j++) {
                    y[j] = row[j] / units[j];
                    square += y[j] * y[j];
                }
                for (int k = 0; k < 25; k++) {
                    expected[k] += y[k / 5] * y[k % 5] / square / 1200;
                }
            });
        }
        // rounding of directions to 2⁻¹⁶
        org.junit.jupiter.api.Assertions.assertArrayEquals(expected, gram.matrix(), 1e-4);
        double trace = 0;
        for (int j = 0; j < 5; j++) {
            trace += gram.matrix()[j * 6];
            double deviation = units[j] * units[j];
            double exact = Math.sqrt(study.model(0).covariance()[j * 6]);
            // 1200 rows of which ln x² has deviation 2.2: 3.2 %; five of these
            assertEquals(exact, deviation, 0.16 * exact);
        }
        assertEquals(1, trace, 1e-3);
    }

    @Test
    void release_withAPrivateMean_centresThere() throws InterruptedException {
        int d = 4;
        SiteData shifted = data(d, 5000, 8);
        // at ε = 1 the released mean is off by a sixth of the first variable's deviation, now and then by more than all
        // of it
        double mu = ReleaseOptions.mu(new PrivacyBudget(10, 4e-8));
        ReleaseOptions options = new ReleaseOptions(
                d, 5000, Adjacency.REPLACE_ONE, 0.1, 1000, true, new ReleaseCentre.PrivateMean(), mu);
        PrivateGram gram = GramFixtures.release(List.of(shifted), options);
        double[] units = gram.units();
        double[] s = gram.inUnitsOfRows(gram.spectrum().positiveDefinite(1e-3));
        for (int j = 0; j < d; j++) {
            // the scale of x − c and not of x, whose root mean square is above 8; 1000 releases had a deviation of
            // 0.008
            // around at most 3 % of sampling, so 14 of these deviations are left
            assertEquals(j + 1, units[j], 0.15 * (j + 1));
            for (int i = 0; i < j; i++) {
                // independent columns: had the mean stayed in, correlations would be near 1; largest of 1000: 0.03
                assertTrue(Math.abs(s[i * d + j]) < 0.2 * Math.sqrt(s[i * (d + 1)] * s[j * (d + 1)]));
            }
        }
    }

    @Test
    void sitesWithMeansOfTheirOwn_areCentredEachAtItsOwn() throws InterruptedException {
        int d = 4;
        double mu = ReleaseOptions.mu(new PrivacyBudget(10, 4e-8));
        ReleaseOptions options = new ReleaseOptions(
                d, 5000, Adjacency.REPLACE_ONE, 0.1, 1000, true, new ReleaseCentre.PrivateMean(), mu);
        PrivateGram gram = GramFixtures.release(
                List.of(data(d, 5000, -8), data(d, 5000, 8)), options, GramFixtures.seeded(1), request -> {});
        double[] s = gram.inUnitsOfRows(gram.spectrum().positiveDefinite(1e-3));
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < i; j++) {
                // about the mean of both sites all correlations would be above 0.7; as above, with seeded noise
                assertTrue(Math.abs(s[i * d + j]) < 0.2 * Math.sqrt(s[i * (d + 1)] * s[j * (d + 1)]));
            }
        }
    }

    /** The site goes on from its mean, so sharing its noise would leave too little of it in what follows. */
    @Test
    void noiseOfASitesMean_isNeverShared() {
        ReleaseOptions alone = Centred.at(new ReleaseCentre.PrivateMean(), options(4, 100));
        MeanSum shared = new MeanSum(alone.withNoiseSharedBy(8), 2);
        assertArrayEquals(new MeanSum(alone, 2).sigmas(), shared.sigmas());
        ScaleSum scale = new ScaleSum(alone.withNoiseSharedBy(8), 2, false);
        assertTrue(scale.sigmas()[0] < new ScaleSum(alone, 2, false).sigmas()[0], "scales share theirs");
    }

    @Test
    void sigma_isThatOfTheMeanOverAllSites() throws InterruptedException {
        ReleaseOptions options = options(4, 100);
        PrivateGram one = GramFixtures.release(List.of(data(4, 100, 0)), options);
        PrivateGram four = GramFixtures.release(
                List.of(data(4, 100, 0), data(4, 100, 0), data(4, 100, 0), data(4, 100, 0)), options);
        assertEquals(one.sigma() / 2, four.sigma(), 1e-12);
        // √2·z/n with z = 1/(√0.9·μ), rounded up
        assertEquals(Math.sqrt(2) / (Math.sqrt(0.9) * options.mu() * 100), one.sigma(), 1e-7);
    }

    @Test
    void scaleRelease_tellsDeviations() {
        ReleaseOptions options = new ReleaseOptions(
                3,
                5000,
                Adjacency.REPLACE_ONE,
                0.1,
                100,
                false,
                ReleaseCentre.none(3),
                ReleaseOptions.mu(new PrivacyBudget(10, 4e-8)));
        // of which the scales get a tenth of μ²
        ReleaseSolver solver = new ReleaseSolver(new MomentDesign(options.withMu(options.mu() / Math.sqrt(0.1))));
        assertEquals(solver.plan(task(0)), solver.roundPlan(2).get(0));
        ParameterLayout layout = new MomentDesign(options).layout();
        Parameters zero = Parameters.zeros(layout.size());
        LocalProblem problem = new LocalProblem(layout, zero, zero, zero, 1, 0, 1, Centring.NONE);
        try (DataView view = open(data(3, 5000, 0))) {
            Parameters released = solver.solve(problem, view).parameters();
            double[] scales = new double[3];
            Arrays.setAll(scales, j -> released.get(j * layout.sliceLength() + 1));
            double[] deviations = ScaleSum.deviations(options, Parameters.copyOf(scales), 5000);
            for (int j = 0; j < 3; j++) {
                // the rows' own error of 1.6 % is the same in every run; the noise of a ninth of 1.2 % is 50 times less
                // than what is left
                assertEquals(j + 1, deviations[j], 0.1 * (j + 1));
            }
        }
    }
}
