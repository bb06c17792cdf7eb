// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.feature;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.LearnedNetwork;
import io.hedgerow.core.Learning;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.internal.RowPartition;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.graph.StructureMetrics;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.feature.moments.FeatureRows;
import io.hedgerow.core.internal.simulation.model.ErdosRenyi;
import io.hedgerow.core.internal.simulation.model.Mechanism;
import io.hedgerow.core.internal.simulation.model.SimulatedSites;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.NamedMethod;
import io.hedgerow.core.search.Evidence;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** {@code feature-gram} in one process: rows, truths and seeds are fixed, so what is found is, too. */
class FeatureLearningTest {

    private static final NamedMethod CURVES = Method.named("feature-gram");

    private static SimulatedSites study(Mechanism mechanism, int d, int sites, int rows) {
        return SimulatedSites.of(new ErdosRenyi(d, d))
                .mechanism(mechanism)
                .sites(sites)
                .rowsPerSite(rows)
                .seed(3)
                .build();
    }

    private static List<RowSource> rows(SimulatedSites study) {
        return IntStream.range(0, study.sites()).mapToObj(study::rows).toList();
    }

    private static RowSource rows(double[][] rows) {
        return InMemoryRows.of(VariableSchema.numbered(rows[0].length), rows);
    }

    private static LearnedNetwork learned(NamedMethod method, List<RowSource> rows) throws InterruptedException {
        return Learning.of(method).learn(rows);
    }

    private static int distance(WeightMatrix found, WeightMatrix truth) {
        return StructureMetrics.of(found, truth).shd();
    }

    @ParameterizedTest
    @EnumSource(names = {"MLP", "GP", "LINEAR"})
    void ofFiveVariables_theTruthIsFound(Mechanism mechanism) throws InterruptedException {
        SimulatedSites study = study(mechanism, 5, 2, 500);
        LearnedNetwork found = learned(CURVES, rows(study));
        assertEquals(0, distance(found.network(), study.truth()));
        assertEquals(
                found.network().edgeCount(),
                found.evidence().orElseThrow().curves().size());
        if (mechanism == Mechanism.LINEAR) {
            LearnedNetwork lines = learned(Method.named("gram"), rows(study));
            assertEquals(0, distance(found.network(), lines.network()));
        } else {
            // the truth is not linear, so that the test can fail
            assertTrue(distance(learned(Method.named("gram"), rows(study)).network(), study.truth()) > 0);
        }
    }

    /** Ranks and standardised values know no unit, and deviations are no evidence once they are all 1. */
    @Test
    void onStandardisedData_theSkeletonIsTheSame() throws InterruptedException {
        SimulatedSites study = study(Mechanism.GP, 5, 1, 1000);
        RowSource raw = study.rows(0);
        double[] sum = new double[5];
        double[] squares = new double[5];
        raw.forEachRow(row -> {
            for (int j = 0; j < 5; j++) {
                sum[j] += row[j];
                squares[j] += row[j] * row[j];
            }
        });
        double[] unit = IntStream.range(0, 5)
                .mapToDouble(j -> Math.sqrt(squares[j] / 1000 - Math.pow(sum[j] / 1000, 2)))
                .toArray();
        RowSource standardised = raw.inUnits(new double[5], unit);
        WeightMatrix found = learned(CURVES, List.of(standardised)).network();
        assertEquals(0, StructureMetrics.of(found, study.truth()).skeleton().errors());
    }

    /** Sums are about each site's own means: what they differ by is chance, as deviations are. */
    @Test
    void howRowsAreDivided_changesNoEdge_andNoCurveByMoreThanADeviation() throws InterruptedException {
        RowSource rows = study(Mechanism.GP, 5, 1, 1000).rows(0);
        LearnedNetwork one = learned(CURVES, List.of(rows));
        LearnedNetwork four = learned(CURVES, RowPartition.shuffled(rows, 4, 3));
        assertEquals(0, distance(one.network(), four.network()));
        List<Evidence.Curve> expected = one.evidence().orElseThrow().curves();
        List<Evidence.Curve> found = four.evidence().orElseThrow().curves();
        assertEquals(expected.size(), found.size());
        for (int c = 0; c < expected.size(); c++) {
            for (int k = 0; k < expected.get(c).points().size(); k++) {
                Evidence.Point point = expected.get(c).points().get(k);
                assertEquals(point.effect(), found.get(c).points().get(k).effect(), point.deviation());
            }
        }
    }

    /** The mean of the effect is subtracted, as a curve is about that over all rows. */
    private static double[] errors(Evidence.Curve curve, double[][] rows, DoubleUnaryOperator truth) {
        double mean = Arrays.stream(rows)
                .mapToDouble(row -> truth.applyAsDouble(row[0]))
                .average()
                .orElseThrow();
        return curve.points().stream()
                .mapToDouble(point -> point.effect() - (truth.applyAsDouble(point.cause()) - mean))
                .toArray();
    }

    /** Of a uniform cause the rank is the value, so cos(2 π x) is one of the columns, and only noise is left. */
    @Test
    void aCurveOfTheColumns_isWithinThreeDeviationsOfTheTruth() throws InterruptedException {
        SplittableRandom random = new SplittableRandom(3);
        double[][] rows = new double[2000][2];
        DoubleUnaryOperator truth = x -> Math.cos(2 * Math.PI * x);
        for (double[] row : rows) {
            row[0] = random.nextDouble();
            row[1] = truth.applyAsDouble(row[0]) + 0.5 * random.nextGaussian();
        }
        LearnedNetwork found = learned(CURVES, List.of(rows(rows)));
        Evidence.Curve curve = found.evidence().orElseThrow().curves().get(0);
        assertEquals(0, curve.from());
        assertEquals(1, curve.to());
        assertFalse(curve.interacting());
        double[] errors = errors(curve, rows, truth);
        long near = IntStream.range(0, errors.length)
                .filter(k -> Math.abs(errors[k]) <= 3 * curve.points().get(k).deviation())
                .count();
        // neighbouring points err alike, so a few may be outside together
        assertTrue(near >= 38, near + " of " + errors.length + " points are within three deviations");
        double widest = curve.points().stream()
                .mapToDouble(Evidence.Point::deviation)
                .max()
                .orElseThrow();
        // eight coefficients of 2000 rows of variance 0.25 have √(8 · 0.25 / 2000) = 0.03 in the middle
        assertTrue(widest < 0.1, "and deviations are not so wide that the test cannot fail: " + widest);
    }

    /**
     * y = x² + noise, x normal. Cosines of ranks alone fall 1.75 short of 4.1 at the ends; with the square among the
     * columns what is left is where z is cut at four deviations, and what the price of coefficients shrinks.
     */
    @Test
    void theCurveOfASquare_isRightAtItsEnds() throws InterruptedException {
        double[][] rows = FeatureRows.of(2000, 11, 0.5, row -> row[0] * row[0]);
        LearnedNetwork found = learned(CURVES, List.of(rows(rows)));
        Evidence.Curve curve = found.evidence().orElseThrow().curves().get(0);
        double[] errors = errors(curve, rows, x -> x * x);
        for (int k = 0; k < errors.length; k++) {
            assertEquals(0, errors[k], 0.6, "at " + curve.points().get(k).cause());
        }
    }

    @Test
    void whatIsKnown_isKept() throws InterruptedException {
        double[][] rows = FeatureRows.three(400);
        NamedMethod known = CURVES.with("required", "x3->x1").with("forbidden", "x1->x2, x2->x1");
        WeightMatrix found = learned(known, List.of(rows(rows))).network();
        assertTrue(found.hasEdge(2, 0));
        assertFalse(found.hasEdge(0, 1) || found.hasEdge(1, 0));
        WeightMatrix free = learned(CURVES, List.of(rows(rows))).network();
        assertTrue(free.hasEdge(0, 1) && !free.hasEdge(2, 0), "the test can fail");
        WeightMatrix tiers =
                learned(CURVES.with("tiers", "x3; x2; x1"), List.of(rows(rows))).network();
        assertFalse(tiers.hasEdge(0, 1) || tiers.hasEdge(0, 2) || tiers.hasEdge(1, 2));
        assertTrue(tiers.hasEdge(1, 0));
    }

    /** x3 = 1 where x1 > 1, else 0; x4 the same three times as far apart, with three values. */
    @Test
    void columnsOfTwoValues_areNamed() throws InterruptedException {
        double[][] rows = FeatureRows.of(
                400, 9, 0, row -> row[0] * row[0], row -> row[0] > 1 ? 1 : 0, row -> Math.rint(row[0] / 3));
        List<String> notes = learned(CURVES, List.of(rows(rows))).run().notes();
        assertEquals(1, notes.size(), notes.toString());
        assertTrue(notes.get(0).contains("no more than two values have x3: "), notes.get(0));
    }

    /** y = x₁ x₂ + noise: neither cause alone says anything of the mean of y. */
    @Test
    void causesThatActTogether_areFoundByPairsOnly() throws InterruptedException {
        SplittableRandom random = new SplittableRandom(6);
        double[][] rows = FeatureRows.of(1000, 12, 0.3, row -> random.nextGaussian(), row -> row[0] * row[1]);
        LearnedNetwork together = learned(CURVES, List.of(rows(rows)));
        assertTrue(together.network().hasEdge(0, 2) && together.network().hasEdge(1, 2));
        assertTrue(together.evidence().orElseThrow().curves().stream().allMatch(Evidence.Curve::interacting));
        assertEquals(
                0,
                learned(CURVES.with("no-pairs", "true"), List.of(rows(rows)))
                        .network()
                        .edgeCount());
    }

    /** 192 rows and more columns with pairs, of which no variable's score has more than some dozens. */
    @Test
    void ofFewerRowsThanColumns_causesMayActTogether() throws InterruptedException {
        LearnedNetwork together = foundTogether(8, 4, 48, 134, 0, 4);
        assertTrue(together.evidence().orElseThrow().curves().stream().anyMatch(Evidence.Curve::interacting));
        assertEquals(List.of(), together.run().notes());
    }

    /** 512 rows and 1,420 columns. Of 20 edges five are wrong, and ten when causes act alone. */
    @Tag("long")
    @Test
    void ofTwentyVariables_causesMayActTogether() throws InterruptedException {
        foundTogether(20, 8, 64, 111, 5, 10);
    }

    private static LearnedNetwork foundTogether(int d, int sites, int rows, long seed, int most, int leastAlone)
            throws InterruptedException {
        SimulatedSites study = SimulatedSites.of(new ErdosRenyi(d, d))
                .mechanism(Mechanism.MLP)
                .sites(sites)
                .rowsPerSite(rows)
                .seed(seed)
                .build();
        LearnedNetwork together = learned(CURVES, rows(study));
        int wrong = distance(together.network(), study.truth());
        assertTrue(wrong <= most, "wrong edges: " + wrong);
        int alone =
                distance(learned(CURVES.with("no-pairs", "true"), rows(study)).network(), study.truth());
        assertTrue(alone >= leastAlone, "causes that act alone must be too few, so that the test can fail: " + alone);
        return together;
    }

    /** a_t = cos(1.5 a_{t−1}) and b_t = tanh(2 a_{t−1}), both with noise. */
    @Test
    void ofSeries_theCurvesAreOfEarlierSteps() throws InterruptedException {
        SplittableRandom random = new SplittableRandom(8);
        double[][] rows = new double[700][3];
        for (int t = 0; t < rows.length; t++) {
            double before = t == 0 ? 0 : rows[t - 1][1];
            rows[t][0] = t;
            rows[t][1] = Math.cos(1.5 * before) + 0.7 * random.nextGaussian();
            rows[t][2] = Math.tanh(2 * before) + 0.7 * random.nextGaussian();
        }
        RowSource series = InMemoryRows.of(VariableSchema.of("time", "a", "b"), rows);
        NamedMethod method = CURVES.with("time", "time").with("lags", "1");
        LearnedNetwork found = learned(method, List.of(series));
        assertTrue(found.network().hasEdge(2, 0), "a, a step earlier, is the third column");
        assertTrue(found.network().hasEdge(2, 1));
        assertEquals(2, found.network().edgeCount());
        assertEquals(1, found.evidence().orElseThrow().lags().orElseThrow());
        assertTrue(found.named().slices().isPresent());
        List<Evidence.Curve> curves = found.evidence().orElseThrow().curves();
        assertEquals(List.of(2, 2), curves.stream().map(Evidence.Curve::from).toList());
        IllegalArgumentException refused = assertThrows(
                IllegalArgumentException.class, () -> learned(method.with("lags", "auto"), List.of(series)));
        assertTrue(
                refused.getMessage().contains("lags of feature-gram must be a whole number from 0 to 50, was \"auto\""),
                refused.getMessage());
    }

    /** Edges below the threshold have no curves. */
    @Test
    void curves_areThoseOfTheEdgesThatAreKept() throws InterruptedException {
        List<RowSource> rows = rows(study(Mechanism.GP, 5, 2, 500));
        LearnedNetwork all = learned(CURVES, rows);
        double[] sizes = all.named().edges().stream()
                .mapToDouble(edge -> Math.abs(edge.weight()))
                .sorted()
                .toArray();
        String between = String.valueOf((sizes[0] + sizes[1]) / 2);
        LearnedNetwork strong = learned(CURVES.with("threshold", between), rows);
        assertEquals(sizes.length - 1, strong.network().edgeCount());
        assertEquals(sizes.length - 1, strong.evidence().orElseThrow().curves().size());
    }
}
