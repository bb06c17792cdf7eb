// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.simulation.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.internal.random.RandomStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MechanismTest {

    /** Sums in another order, and Math in the place of StrictMath: round-off of a hundred terms below 2. */
    private static final double ROUND_OFF = 1e-12;

    private static double uniform(RandomStream random) {
        double drawn = GraphGenerator.WeightRange.STANDARD.draw(random);
        assertTrue(Math.abs(drawn) >= 0.5 && Math.abs(drawn) <= 2);
        return drawn;
    }

    @Test
    void mlp_isTheSumOfAHundredSigmoidUnits() {
        ToDoubleFunction<double[]> f = Mechanism.MLP.draw(new double[2], new RandomStream(5));
        RandomStream random = new RandomStream(5);
        double[][] first = new double[100][2];
        for (double[] unit : first) {
            unit[0] = uniform(random);
            unit[1] = uniform(random);
        }
        double[] second = new double[100];
        Arrays.setAll(second, u -> uniform(random));
        for (double[] x : new double[][] {{0, 0}, {1, -0.5}, {-3, 8}, {60, 60}}) {
            double sum = 0;
            for (int u = 0; u < 100; u++) {
                double input = first[u][0] * x[0] + first[u][1] * x[1];
                sum += second[u] * (1 + Math.tanh(input / 2)) / 2; // the same sigmoid in other words
            }
            assertEquals(sum, f.applyAsDouble(x), ROUND_OFF);
        }
    }

    @Test
    void multiIndex_isTanhPlusCosPlusSinOfProjections() {
        ToDoubleFunction<double[]> f = Mechanism.MULTI_INDEX.draw(new double[2], new RandomStream(6));
        RandomStream random = new RandomStream(6);
        double[] w = new double[6];
        Arrays.setAll(w, k -> uniform(random));
        double expected = Math.tanh(w[0] * 0.3 - w[1]) + Math.cos(w[2] * 0.3 - w[3]) + Math.sin(w[4] * 0.3 - w[5]);
        assertEquals(expected, f.applyAsDouble(new double[] {0.3, -1}), ROUND_OFF);
    }

    @Test
    void gpAdd_isAdditiveAndGpIsNot() {
        double[] none = new double[2];
        assertEquals(0, interaction(Mechanism.GP_ADD.draw(none, new RandomStream(7))), ROUND_OFF);
        assertTrue(Math.abs(interaction(Mechanism.GP.draw(none, new RandomStream(7)))) > 0.1);
    }

    private static double interaction(ToDoubleFunction<double[]> f) {
        return f.applyAsDouble(new double[] {1, 1})
                - f.applyAsDouble(new double[] {1, -1})
                - f.applyAsDouble(new double[] {-1, 1})
                + f.applyAsDouble(new double[] {-1, -1});
    }

    @Test
    void mixed_isLinearByAFairCoin() {
        int linear = 0;
        for (int k = 0; k < 400; k++) {
            ToDoubleFunction<double[]> f = Mechanism.MIXED.draw(new double[] {0.7}, new RandomStream(k));
            boolean proportional = Math.abs(f.applyAsDouble(new double[] {2}) - 1.4) < 1e-12
                    && Math.abs(f.applyAsDouble(new double[] {-3}) + 2.1) < 1e-12;
            linear += proportional ? 1 : 0;
        }
        assertEquals(200, linear, 40, "four standard deviations of a fair coin");
    }

    /**
     * Half the mean square of differences of effects whose causes are neighbours (Rice 1984) is the residual variance,
     * when the function is smooth and the same at all sites.
     */
    @ParameterizedTest
    @EnumSource(
            value = Mechanism.class,
            names = {"BINARY", "POISSON"},
            mode = EnumSource.Mode.EXCLUDE)
    void rows_haveResidualsOfVarianceOneAroundOneFunctionAtAllSites(Mechanism mechanism) {
        SimulatedSites study = study(mechanism).build();
        List<double[]> rows = new ArrayList<>();
        for (int p = 0; p < study.sites(); p++) {
            rows.addAll(rows(study, p));
        }
        int cause = study.truth().hasEdge(0, 1) ? 0 : 1;
        double sumOfSquares = 0;
        for (double[] row : rows) {
            sumOfSquares += row[cause] * row[cause];
        }
        // a variance of 4,000 normal numbers has standard deviation √(2 / 4000) = .022: five of them
        assertEquals(1, sumOfSquares / rows.size(), 0.11);
        rows.sort(Comparator.comparingDouble(row -> row[cause]));
        int tail = rows.size() / 20; // where neighbours lie far apart
        double squares = 0;
        for (int k = tail; k < rows.size() - tail; k++) {
            double difference = rows.get(k)[1 - cause] - rows.get(k - 1)[1 - cause];
            squares += difference * difference / 2;
        }
        // Rice's estimate has standard deviation √(3 / 3600) = .029: four of them, and .03 for slopes
        assertEquals(1, squares / (rows.size() - 2 * tail), 0.15);
    }

    @ParameterizedTest
    @EnumSource(Mechanism.class)
    void rows_areTheSameForASeedAndAtEveryPass(Mechanism mechanism) {
        SimulatedSites study = SimulatedSites.of(new ErdosRenyi(6, 9))
                .mechanism(mechanism)
                .rowsPerSite(20)
                .sites(1)
                .seed(4)
                .build();
        List<double[]> first = rows(study, 0);
        List<double[]> again = rows(study, 0);
        for (int r = 0; r < first.size(); r++) {
            assertArrayEquals(first.get(r), again.get(r));
        }
        List<double[]> other = rows(study(mechanism).seed(5).build(), 0);
        assertFalse(Arrays.deepEquals(
                first.toArray(double[][]::new), other.subList(0, first.size()).toArray(double[][]::new)));
    }

    @Test
    void standardised_hasDeviationsOfOne() {
        SimulatedSites study = SimulatedSites.of(new ErdosRenyi(5, 6))
                .mechanism(Mechanism.MLP)
                .units(SimulatedSites.Units.STANDARDISED)
                .sites(1)
                .rowsPerSite(4000)
                .seed(2)
                .build();
        for (int j = 0; j < 5; j++) {
            double sum = 0;
            double squares = 0;
            for (double[] row : rows(study, 0)) {
                sum += row[j];
                squares += row[j] * row[j];
            }
            double mean = sum / 4000;
            // deviations of 4,000 and of 10,000 rows differ by 1.3 % for normal columns; these have lighter tails
            assertEquals(1, Math.sqrt(squares / 4000 - mean * mean), 0.06);
        }
    }

    @Test
    void nonlinear_hasNoWeights() {
        SimulatedSites study = study(Mechanism.GP).build();
        assertEquals(1, study.truth().get(0, 1) + study.truth().get(1, 0));
        assertThrows(IllegalStateException.class, () -> study.model(0));
        String refusal = assertThrows(
                        IllegalArgumentException.class,
                        () -> study(Mechanism.GP).heterogeneity(0.3).build())
                .getMessage();
        assertTrue(refusal.contains("heterogeneity") && refusal.contains("0.3"), refusal);
    }

    /** Counts of 40,000 values for each of four pairs of causes, against a law of predictor and value. */
    private static void assertCells(Mechanism mechanism, double[] weights, ToDoubleFunction<double[]> law) {
        ToDoubleFunction<double[]> f = mechanism.draw(weights, new RandomStream(3));
        RandomStream random = new RandomStream(4);
        int draws = 40_000;
        for (double[] x : new double[][] {{0, 0}, {1, 0}, {1, 2}, {3, 1}}) {
            int[] counts = new int[1001];
            for (int k = 0; k < draws; k++) {
                counts[(int) mechanism.value(f.applyAsDouble(x), Noise.UNIFORM.draw(random))]++;
            }
            double predictor = weights[0] * x[0] + weights[1] * x[1];
            for (int value = 0; value < 12; value++) {
                double p = law.applyAsDouble(new double[] {predictor, value});
                // Five and a half standard deviations of a binomial law, 48 cells: false once in half a million runs.
                double error = 5.5 * Math.sqrt(draws * p * (1 - p)) + 1;
                assertEquals(draws * p, counts[value], error, value + " at " + predictor);
            }
        }
    }

    @Test
    void binary_isOneWithTheProbabilityOfTheSigmoid() {
        assertCells(Mechanism.BINARY, new double[] {0.8, -1.5}, x -> {
            double one = 1 / (1 + Math.exp(-x[0]));
            return x[1] == 1 ? one : x[1] == 0 ? 1 - one : 0;
        });
    }

    @Test
    void poisson_hasThePoissonLawOfTheExponential() {
        assertCells(Mechanism.POISSON, new double[] {0.5, -0.7}, x -> {
            double log = x[1] * x[0] - Math.exp(x[0]);
            for (int k = 2; k <= x[1]; k++) {
                log -= Math.log(k);
            }
            return Math.exp(log);
        });
    }

    @Test
    void poisson_hasMeansOfAtMostFiveHundred() {
        RandomStream random = new RandomStream(5);
        double sum = 0;
        for (int k = 0; k < 1000; k++) {
            double value = Mechanism.POISSON.value(800, Noise.UNIFORM.draw(random));
            sum += value;
            assertEquals(500, value, 150, "six and a half standard deviations");
        }
        assertEquals(500, sum / 1000, 3.5, "five standard deviations of the mean");
        assertTrue(Mechanism.POISSON.value(2, Math.sqrt(3)) < 1001, "the end of the uniform law");
    }

    /** Roots are drawn as the generator of NOTEARS draws them: a fair coin, and counts of mean 1. */
    @Test
    void rowsOfDrawnValues_areWholeAndRootsHaveTheirLaws() {
        for (Mechanism mechanism : List.of(Mechanism.BINARY, Mechanism.POISSON)) {
            SimulatedSites study = study(mechanism).build();
            int root = study.truth().hasEdge(0, 1) ? 0 : 1;
            double sum = 0;
            for (int p = 0; p < study.sites(); p++) {
                for (double[] row : rows(study, p)) {
                    assertTrue(Arrays.stream(row).allMatch(x -> x >= 0 && x == Math.rint(x)));
                    assertTrue(
                            mechanism == Mechanism.POISSON || Arrays.stream(row).allMatch(x -> x <= 1));
                    sum += row[root];
                }
            }
            // 4,000 values of variance 1/4 or 1: five standard deviations are .04 and .08
            assertEquals(mechanism == Mechanism.BINARY ? 0.5 : 1, sum / 4000, 0.08);
        }
    }

    @Test
    void drawnValues_haveNoNoiseToSet() {
        for (SimulatedSites.Builder study : List.of(
                study(Mechanism.POISSON).noise(Noise.LAPLACE),
                study(Mechanism.BINARY).siteNoise(0.2),
                study(Mechanism.BINARY).noiseDeviations(0.5, 2),
                study(Mechanism.POISSON).noiseVariances(1, 2))) {
            String refusal =
                    assertThrows(IllegalArgumentException.class, study::build).getMessage();
            assertTrue(refusal.contains("noise as they are"), refusal);
        }
    }

    private static SimulatedSites.Builder study(Mechanism mechanism) {
        return SimulatedSites.of(new ErdosRenyi(2, 1))
                .mechanism(mechanism)
                .sites(4)
                .rowsPerSite(1000)
                .seed(1);
    }

    private static List<double[]> rows(SimulatedSites study, int site) {
        List<double[]> rows = new ArrayList<>();
        study.rows(site).forEachRow(row -> rows.add(row.clone()));
        return rows;
    }
}
