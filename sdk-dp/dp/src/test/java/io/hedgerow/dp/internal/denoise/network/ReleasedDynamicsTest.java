// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.denoise.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataView;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.design.TimeSlices;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.design.Lagged;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.posterior.StructureSearch;
import io.hedgerow.core.internal.simulation.model.ErdosRenyi;
import io.hedgerow.core.internal.simulation.model.GraphGenerator.WeightRange;
import io.hedgerow.core.internal.simulation.model.Noise;
import io.hedgerow.core.internal.simulation.model.StructuralVar;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.search.KnownEdges;
import io.hedgerow.core.search.Trust.Misfit;
import io.hedgerow.dp.internal.release.RawRows;
import io.hedgerow.dp.internal.release.ReleaseOptions;
import io.hedgerow.dp.internal.release.moments.GramFixtures;
import io.hedgerow.dp.internal.release.series.LaggedSum;
import io.hedgerow.dp.internal.release.series.SeriesFixtures;
import io.hedgerow.dp.internal.release.series.SeriesMoments;
import io.hedgerow.dp.internal.release.series.UserSeriesDesign;
import io.hedgerow.dp.mechanism.NoiseSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the coordinator makes of a release. Noise is seeded: what is learned behind it has no formula. */
class ReleasedDynamicsTest {

    private static final int D = 5;
    private static final int PERSONS = 400;
    private static final int STEPS = 30;

    private static StructuralVar model(int lags) {
        WeightRange weights = new WeightRange(0.3, 0.5);
        double[] ones = new double[D];
        Arrays.fill(ones, 1);
        return StructuralVar.random(new ErdosRenyi(D, D, weights), lags, D, weights, 1, ones, Noise.GAUSSIAN, 7);
    }

    private static UserSeriesDesign options(int lags, double radius, double mu) {
        ReleaseOptions options = SeriesFixtures.options(D, lags, 1)
                .options()
                .withUsers(PERSONS)
                .withMu(mu);
        return new UserSeriesDesign(options, lags, radius);
    }

    private static SeriesMoments release(UserSeriesDesign options, NoiseSource noise) {
        return moments(options, products(options, noise), 1, PERSONS, OptionalLong.of(STEPS));
    }

    private static double[] products(UserSeriesDesign options, NoiseSource noise) {
        LaggedSum sum = SeriesFixtures.begun(options);
        series(options.lags()).forEach(sum::addUser);
        return sum.finish(noise);
    }

    private static List<List<double[]>> series(int lags) {
        List<List<double[]>> users = new ArrayList<>();
        List<double[]> own = new ArrayList<>();
        RowSource rows = model(lags).series(PERSONS, STEPS, 3);
        rows.forEachRow(row -> {
            own.add(Arrays.copyOfRange(row, 2, 2 + D));
            if (own.size() == STEPS) {
                users.add(List.copyOf(own));
                own.clear();
            }
        });
        return users;
    }

    private static SeriesMoments moments(
            UserSeriesDesign options, double[] products, int sites, long users, OptionalLong length) {
        Parameters sum = SeriesFixtures.placed(options, products);
        return SeriesMoments.of(options.ofLength(length), sum, SeriesFixtures.ones(D), sites, users);
    }

    /**
     * With nothing clipped and no noise it is the second moment of the rows with their lags, but for the ends of
     * series.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void moments_withoutNoise_areThoseOfTheRowsWithTheirLags(int lags) {
        SeriesMoments found = release(options(lags, 200, 1), GramFixtures.SILENT);
        Lagged.Order order = new Lagged.Order(Optional.of("realisation"), Optional.of("time"), OptionalDouble.of(1));
        int q = (lags + 1) * D;
        SufficientStatistics exact;
        try (DataView view = RawRows.open(Lagged.of(model(lags).series(PERSONS, STEPS, 3), order, lags))) {
            exact = view.statistics();
        }
        for (int k = 0; k < q * q; k++) {
            double expected = exact.covariance(k / q, k % q);
            // which of 12,000 rows are in differs by up to 2 in 30; measured .02 at most
            assertEquals(expected, found.matrix()[k], 0.04);
        }
    }

    /** C_l T / (T − l), and C_l transposed where columns are the other way round. */
    @Test
    void matrix_isBlockToeplitz_withLagsRescaled_andSigmaIsThatOfTheMean() {
        UserSeriesDesign options = options(2, 3, 1);
        double[] sum = new double[3 * D * D];
        Arrays.setAll(sum, at -> at < D * D && at % D < at / D ? 0 : at + 1.0);
        SeriesMoments found = moments(options, sum, 4, 100, OptionalLong.of(10));
        int q = 3 * D;
        assertEquals(0.03 * sum[D + 3], found.matrix()[1 * q + 3], 1e-12);
        assertEquals(0.03 * sum[D + 3], found.matrix()[(2 * D + 3) * q + 2 * D + 1], 1e-12);
        assertEquals(0.03 * 10 / 9 * sum[(D + 1) * D + 3], found.matrix()[1 * q + D + 3], 1e-12);
        assertEquals(0.03 * 10 / 9 * sum[(D + 1) * D + 3], found.matrix()[(2 * D + 3) * q + D + 1], 1e-12);
        assertEquals(0.03 * 10 / 8 * sum[(2 * D + 1) * D + 3], found.matrix()[(2 * D + 3) * q + 1], 1e-12);
        assertEquals(0.03 * 2 * options.products().sigma(), found.sigma(), 1e-12);
        assertEquals(100 * 8, found.rows());
        SeriesMoments unannounced = moments(options, sum, 4, 100, OptionalLong.empty());
        assertEquals(0.03 * sum[(2 * D + 1) * D + 3], unannounced.matrix()[(2 * D + 3) * q + 1], 1e-12);
        assertEquals(100, unannounced.rows());
    }

    /** What is said is n_eff of the network: more than any constant when there is hardly any noise. */
    @Test
    void effectiveRows_areThoseThatTheNoiseLeaves() {
        SeriesMoments released = release(options(1, UserSeriesDesign.radius(D, 1), 2), GramFixtures.seeded(5));
        double rows = learn(2).evidence().trust().effectiveRows();
        assertTrue(rows > 1 && rows < released.rows(), "noise costs rows: " + rows);
        SeriesMoments silent = release(options(1, UserSeriesDesign.radius(D, 1), 300), GramFixtures.seeded(5));
        double all = new ReleasedDynamics(silent)
                .search(StructureSearch.of(2 * D, 1), 0, false)
                .evidence()
                .trust()
                .effectiveRows();
        assertTrue(all > 10_000 && all < silent.rows(), "no constant stands for rows: " + all);
    }

    /** Eigenvalues at ½ σ √q at least: of a matrix of zeros I times it, of which V is 7/9 σ² over its square. */
    @Test
    void eigenvalues_areRaised() {
        UserSeriesDesign options = options(1, 1, 1);
        SeriesMoments nothing = moments(options, new double[2 * D * D], 1, PERSONS, OptionalLong.empty());
        double floor = 0.5 * Math.sqrt(2 * D);
        double rows = new ReleasedDynamics(nothing)
                .search(StructureSearch.of(2 * D, 1), 0, false)
                .evidence()
                .trust()
                .effectiveRows();
        assertEquals(1 / (1.0 / PERSONS + 7.0 / 9 / (floor * floor)), rows, 1e-6);
    }

    private static ReleasedStructure.Found learn(double mu) {
        SeriesMoments released = release(options(1, UserSeriesDesign.radius(D, 1), mu), GramFixtures.seeded(5));
        return new ReleasedDynamics(released).search(StructureSearch.of(2 * D, 1), 0, false);
    }

    @Test
    void network_ofALittleNoise_isTheTrueOne_withoutAnEdgeIntoThePast() {
        ReleasedStructure.Found found = learn(2);
        WeightMatrix network = found.network().threshold(0.15);
        assertTrue(GramFixtures.sameEdges(model(1).network(), network), network::toString);
        assertEquals(1, found.evidence().lags().orElseThrow());
        assertEquals(Set.of(), found.evidence().trust().flags());
        assertEquals(0.9, found.evidence().trust().cap(), "a release does not tell how well it fits");
    }

    /** Columns divided by units are columns with other weights: w u_j / u_i in units of the rows. */
    @Test
    void weights_areInTheUnitsOfTheRows_andAThresholdInThoseOfTheRelease() {
        UserSeriesDesign options = options(1, UserSeriesDesign.radius(D, 1), 2);
        Parameters sum = SeriesFixtures.placed(options, products(options, GramFixtures.seeded(5)));
        double[] units = {1, 100, 0.01, 5, 3};
        StructureSearch search = StructureSearch.of(2 * D, 1);
        WeightMatrix plain = found(options, sum, SeriesFixtures.ones(D))
                .search(search, 0.15, false)
                .network();
        WeightMatrix inUnits =
                found(options, sum, units).search(search, 0.15, false).network();
        for (int i = 0; i < 2 * D; i++) {
            for (int j = 0; j < 2 * D; j++) {
                assertEquals(plain.get(i, j) * units[j % D] / units[i % D], inUnits.get(i, j), 1e-12);
            }
        }
    }

    private static ReleasedDynamics found(UserSeriesDesign options, Parameters sum, double[] units) {
        return new ReleasedDynamics(SeriesMoments.of(options.ofLength(OptionalLong.of(STEPS)), sum, units, 1, PERSONS));
    }

    /** Never fewer lags than there are; a required edge keeps its lag. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void lags_areChosenFromTheRelease(int lags) {
        UserSeriesDesign options = options(3, UserSeriesDesign.radius(D, 1), 2);
        LaggedSum sum = SeriesFixtures.begun(options);
        series(lags).forEach(sum::addUser);
        SeriesMoments released =
                moments(options, sum.finish(GramFixtures.seeded(5)), 1, PERSONS, OptionalLong.of(STEPS));
        StructureSearch search = StructureSearch.of(4 * D, 1);
        assertEquals(lags, lagsOf(new ReleasedDynamics(released).search(search, 0.15, true)));
        VariableSchema columns = new TimeSlices(VariableSchema.numbered(D), 3).stacked();
        KnownEdges third = KnownEdges.of(List.of("x1[t-3]->x2"), List.of(), List.of());
        StructureSearch knowing = search.knowing(EdgeKnowledge.of(third, columns));
        ReleasedStructure.Found kept = new ReleasedDynamics(released).search(knowing, 0.15, true);
        assertEquals(3, lagsOf(kept));
        assertTrue(kept.network().hasEdge(3 * D, 1));
    }

    private static int lagsOf(ReleasedStructure.Found found) {
        return found.evidence().lags().orElseThrow();
    }

    @Test
    void networkThatIsBuriedInNoise_isFlagged() {
        assertTrue(learn(0.01).evidence().trust().flags().contains(Misfit.BURIED));
        assertFalse(learn(2).evidence().trust().flags().contains(Misfit.BURIED));
    }
}
