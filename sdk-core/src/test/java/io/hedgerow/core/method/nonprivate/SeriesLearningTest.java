// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.method.nonprivate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.design.TimeSlices;
import io.hedgerow.core.graph.PairProbabilities;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.result.TrustWords;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.method.LearnedNetwork;
import io.hedgerow.core.method.Learning;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.NamedMethod;
import io.hedgerow.core.method.UploadProtection;
import io.hedgerow.core.search.Evidence;
import io.hedgerow.core.search.NoiseAssumption;
import io.hedgerow.core.search.Trust;
import io.hedgerow.core.simulation.ErdosRenyi;
import io.hedgerow.core.simulation.GraphGenerator.WeightRange;
import io.hedgerow.core.simulation.Noise;
import io.hedgerow.core.simulation.StructuralVar;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Dynamic networks from one sum of moments. */
class SeriesLearningTest {

    private static final int D = 5;
    private static final WeightRange SMALL = new WeightRange(0.3, 0.5);
    private static final NamedMethod METHOD =
            Method.named("dynamic-gram").with("realisation", "realisation").with("time", "time");

    private static StructuralVar model(int lags, double spread, long seed) {
        double[] deviations = new double[D];
        for (int j = 0; j < D; j++) {
            deviations[j] = j % 2 == 0 ? spread : 1 / spread;
        }
        return StructuralVar.random(new ErdosRenyi(D, 7, SMALL), lags, D, SMALL, 1.1, deviations, Noise.GAUSSIAN, seed);
    }

    private static List<RowSource> sites(StructuralVar model, int sites, int steps, long seed) {
        List<RowSource> rows = new ArrayList<>();
        for (int p = 0; p < sites; p++) {
            rows.add(model.series(1, steps, 100 * seed + p));
        }
        return rows;
    }

    private static int wrong(WeightMatrix found, WeightMatrix truth) {
        int wrong = 0;
        for (int i = 0; i < truth.variables(); i++) {
            for (int j = 0; j < D; j++) {
                wrong += found.hasEdge(i, j) != truth.hasEdge(i, j) ? 1 : 0;
            }
        }
        return wrong;
    }

    /** Unequal variances are assumed of columns without a common unit: weights change with it, edges do not. */
    @Test
    void units_ofColumns_makeNoDifference_whereNoiseVariancesAreUnequal() throws InterruptedException {
        StructuralVar model = model(1, 2, 31);
        List<RowSource> rows = sites(model, 8, 160, 31);
        double[] units = new double[D];
        Arrays.setAll(units, j -> Math.pow(100, j % 3 - 1));
        WeightMatrix plain = Learning.of(METHOD).learn(rows).network();
        WeightMatrix other = Learning.of(METHOD)
                .learn(rows.stream()
                        .<RowSource>map(site -> new InUnits(site, units))
                        .toList())
                .network();
        for (int i = 0; i < 2 * D; i++) {
            for (int j = 0; j < D; j++) {
                double expected = plain.get(i, j) * units[j] / units[i % D];
                assertEquals(expected, other.get(i, j), 1e-9 * Math.abs(expected));
            }
        }
        assertTrue(plain.edgeCount() > D);
    }

    /** Realisation and time stay as they are. */
    @SuppressWarnings("ArrayRecordComponent") // nobody compares them
    private record InUnits(RowSource rows, double[] units) implements RowSource {
        @Override
        public VariableSchema schema() {
            return rows.schema();
        }

        @Override
        public void forEachRow(RowConsumer consumer) {
            rows.forEachRow(row -> {
                double[] own = row.clone();
                for (int j = 0; j < units.length; j++) {
                    own[2 + j] *= units[j];
                }
                consumer.accept(own);
            });
        }
    }

    /** 512 rows at eight sites; measured over ten seeds: no wrong edge under either assumption. */
    @ParameterizedTest
    @CsvSource({"1, 1", "2, 1", "1, 2"})
    void network_isFound(int lags, double spread) throws InterruptedException {
        StructuralVar model = model(lags, spread, 31);
        LearnedNetwork found = Learning.of(METHOD.with("lags", "" + lags)).learn(sites(model, 8, 160, 31));
        assertEquals(model.slices().stacked(), found.schema());
        assertEquals(0, wrong(found.network(), model.network()));
        Evidence evidence = found.evidence().orElseThrow();
        assertEquals(
                spread == 1 ? NoiseAssumption.EQUAL : NoiseAssumption.UNEQUAL,
                evidence.trust().assumption());
        assertEquals(lags, evidence.lags().orElseThrow());
        assertTrue(evidence.trust().flags().isEmpty(), evidence.trust().flags().toString());
        assertEquals(D, evidence.equations().size(), "of the present alone");
        assertTrue(evidence.trust().siteDisagreement().isEmpty(), "rows that follow each other tell nothing of it");
    }

    @Test
    void lags_areChosenByTheMoments() throws InterruptedException {
        StructuralVar model = model(2, 1, 5);
        LearnedNetwork found = Learning.of(METHOD.with("lags", "auto")).learn(sites(model, 4, 200, 5));
        assertEquals(3, TimeSlices.of(found.schema()).orElseThrow().lags());
        assertEquals(2, found.evidence().orElseThrow().lags().orElseThrow());
        for (int i = 3 * D; i < 4 * D; i++) {
            for (int j = 0; j < D; j++) {
                assertEquals(0, found.network().get(i, j), "a lag that is not needed explains nothing");
            }
        }
    }

    /**
     * Four rows that follow each other have a mean that depends on each: products about it show a past that is not
     * there (Nickell 1981). Products about 0 do not.
     */
    @Test
    void shortSeries_needMomentsAboutZero() throws InterruptedException {
        StructuralVar model = model(1, 1, 8);
        List<RowSource> many = sites(model, 64, 5, 8);
        LearnedNetwork centred = Learning.of(METHOD).learn(many);
        LearnedNetwork raw = Learning.of(METHOD.with("no-centring", "true")).learn(many);
        assertTrue(wrong(raw.network(), model.network()) <= 2);
        assertTrue(wrong(centred.network(), model.network()) >= 4);
    }

    @Test
    void knownEdges_mayBeOfThePast() throws InterruptedException {
        StructuralVar model = model(1, 1, 31);
        LearnedNetwork found = Learning.of(
                        METHOD.with("required", "x1[t-1]->x2").with("forbidden", "x1[t-1]->x1"))
                .learn(sites(model, 4, 100, 3));
        assertTrue(found.network().hasEdge(D, 1));
        assertEquals(0, found.network().get(D, 0));
        assertThrows(
                IllegalArgumentException.class,
                () -> Learning.of(METHOD.with("required", "x1->x2[t-1]")).learn(sites(model, 4, 100, 3)));
    }

    /** Lags are looked up and not explained: they do not count where a search is too large for probabilities. */
    @Test
    void manyColumns_haveProbabilities_andFewRowsFewWrongEdges() throws InterruptedException {
        int d = 76;
        double[] deviations = new double[d];
        Arrays.fill(deviations, 1);
        StructuralVar wide =
                StructuralVar.random(new ErdosRenyi(d, 20, SMALL), 1, 20, SMALL, 1.1, deviations, Noise.GAUSSIAN, 1);
        LearnedNetwork found = Learning.of(METHOD).learn(sites(wide, 3, 40, 1));
        PairProbabilities pairs = found.evidence().orElseThrow().pairs();
        WeightMatrix shown = pairs.shown(found.network());
        int right = 0;
        for (int i = 0; i < 2 * d; i++) {
            for (int j = 0; j < d; j++) {
                right += shown.hasEdge(i, j) && wide.network().hasEdge(i, j) ? 1 : 0;
            }
        }
        assertTrue(pairs.directed().isPresent());
        assertTrue(right >= 0.9 * shown.edgeCount(), right + " of " + shown.edgeCount());
        assertTrue(right >= 20, right + " right");
    }

    /** Without probabilities, and with rows that judge nothing, a network is a guess, and is said to be one. */
    @Test
    void networksWithoutProbabilities_ofFewRows_areSaidToBeAGuess() throws InterruptedException {
        LearnedNetwork found = Learning.of(METHOD).learn(sites(model(1, 1, 1), 2, 9, 1));
        Evidence evidence = found.evidence().orElseThrow();
        Evidence without = evidence.with(
                new PairProbabilities(Optional.empty(), Optional.empty(), Trust.MOST_UNLESS_IT_FITS), List.of());
        String summary = new TrustWords(found.named(), without).summary();
        assertTrue(summary.contains("there are no probabilities for so many columns"), summary);
        assertTrue(summary.contains("expect edges by chance"), summary);
    }

    @Test
    void columnsThatTheDataDoNotHave_areRefused() {
        List<RowSource> rows = sites(model(1, 1, 1), 2, 10, 1);
        String message = assertThrows(
                        IllegalArgumentException.class,
                        () -> Learning.of(METHOD.with("time", "week")).learn(rows))
                .getMessage();
        assertTrue(message.contains("was week"), message);
        assertThrows(
                IllegalArgumentException.class,
                () -> Learning.of(METHOD.with("lags", "0.5")).learn(rows));
        VariableSchema columns = rows.get(0).schema();
        assertThrows(
                IllegalArgumentException.class,
                () -> NonPrivateMethods.series(
                        Agreement.inProcess("x", columns, 2, UploadProtection.insecurePlain()),
                        SearchSettings.ofSeries(),
                        false));
    }
}
