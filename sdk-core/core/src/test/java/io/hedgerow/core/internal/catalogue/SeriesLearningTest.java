// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.LearnedNetwork;
import io.hedgerow.core.Learning;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.design.TimeSlices;
import io.hedgerow.core.graph.AncestralMarks;
import io.hedgerow.core.graph.NetworkEdge;
import io.hedgerow.core.graph.PairProbabilities;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.result.TrustDescription;
import io.hedgerow.core.internal.simulation.model.ErdosRenyi;
import io.hedgerow.core.internal.simulation.model.GraphGenerator.WeightRange;
import io.hedgerow.core.internal.simulation.model.Noise;
import io.hedgerow.core.internal.simulation.model.StructuralVar;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.NamedMethod;
import io.hedgerow.core.search.Evidence;
import io.hedgerow.core.search.NoiseAssumption;
import io.hedgerow.core.search.Trust;
import io.hedgerow.core.search.Trust.Misfit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Dynamic networks from one sum of moments. */
class SeriesLearningTest {

    @TempDir
    Path temp;

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
        assertTrue(
                evidence.trust().findings().figure(Misfit.SITES_DIFFER).isEmpty(),
                "rows that follow each other tell nothing of it");
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
        String summary = new TrustDescription(found.named(), without).summary();
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
    }

    /** x1 to x4, of which each follows its own past, x5 → x1, and a cause of x1 to x4 within the step. */
    private static List<RowSource> withCommonCause(double effect) {
        double[] weights = new double[12 * 12];
        for (int j = 0; j < 4; j++) {
            weights[5 * 12 + j] = j == 2 ? -effect : effect;
            weights[(6 + j) * 12 + j] = 0.7;
        }
        weights[(6 + 1) * 12 + 4] = 0.4;
        weights[4 * 12] = 0.8;
        double[] ones = new double[6];
        Arrays.fill(ones, 1);
        StructuralVar model = StructuralVar.of(WeightMatrix.ofRows(12, weights), 1, ones, Noise.GAUSSIAN);
        return sites(model, 3, 500, 7).stream()
                .<RowSource>map(rows -> new FirstColumns(rows, 2 + D))
                .toList();
    }

    private record FirstColumns(RowSource rows, int columns) implements RowSource {
        @Override
        public VariableSchema schema() {
            return VariableSchema.of(rows.schema().names().subList(0, columns).toArray(new String[0]));
        }

        @Override
        public void forEachRow(RowConsumer consumer) {
            rows.forEachRow(row -> consumer.accept(Arrays.copyOf(row, columns)));
        }
    }

    @Test
    void hiddenInput_withinTheStep_isClaimed_andMarksAreInTheResult() throws InterruptedException, IOException {
        LearnedNetwork found = Learning.of(METHOD).learn(withCommonCause(1.2));
        Evidence evidence = found.evidence().orElseThrow();
        assertTrue(evidence.trust().flags().contains(Misfit.HIDDEN_CAUSE));
        AncestralMarks marks = evidence.pairs().marks().orElseThrow();
        assertEquals(2 * D, marks.variables());
        assertTrue(marks.claimHiddenCauses());
        assertEquals("<->", marks.mark(0, 1));
        assertEquals("-->", marks.mark(4, 0));
        assertEquals("o->", marks.mark(D, 0)); // time directs it, and whether a cause over steps is hidden is open
        assertEquals(AncestralMarks.NONE, marks.mark(D, 1));
        assertTrue(evidence.pairs().isDirected(D, 0));
        assertFalse(evidence.pairs().isDirected(0, 1));
        Path file = temp.resolve("result.json");
        found.byMarks().write(file);
        String text = Files.readString(file).replaceAll("\\s+", "");
        assertTrue(text.contains("\"kind\":\"pag\""), text);
        assertTrue(text.matches(".*\"from\":\"x2\",\"to\":\"x1\",\"lag\":0,[^}]*\"mark\":\"<->\".*"), text);
        assertTrue(text.matches(".*\"from\":\"x1\",\"to\":\"x1\",\"lag\":1,[^}]*\"mark\":\"o->\".*"), text);
        LearnedNetwork read = LearnedNetwork.read(file);
        assertEquals(found.byMarks().named().edges(), read.named().edges());
    }

    @Test
    void chainWithinTheStep_isNoHiddenCause_andEveryEdgeHasAMark() throws InterruptedException {
        LearnedNetwork found = Learning.of(METHOD.with("hidden-causes", "true")).learn(withCommonCause(0));
        Evidence evidence = found.evidence().orElseThrow();
        assertFalse(evidence.trust().flags().contains(Misfit.HIDDEN_CAUSE));
        assertEquals(0, evidence.pairs().marks().orElseThrow().gain());
        assertEquals("pag", found.named().kind());
        assertEquals(6, found.named().edges().size());
        for (NetworkEdge edge : found.named().edges()) {
            // the past of x2, which acts on x5, is independent of that of x1: x5 causes x1
            boolean within = edge.from() < D;
            assertEquals(within ? "-->" : "o->", edge.mark(), edge.from() + " to " + edge.to());
            assertEquals(within ? 0 : (edge.from() == 6 && edge.to() == 4 ? 4 : edge.from() - D), edge.to());
        }
    }
}
