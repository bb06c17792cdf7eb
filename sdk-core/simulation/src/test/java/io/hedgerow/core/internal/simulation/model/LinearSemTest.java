// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.simulation.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.StatisticsAccumulator;
import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.core.graph.WeightMatrix;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LinearSemTest {

    private static LinearSem model(Noise noise) {
        return LinearSem.of(new ErdosRenyi(6, 8).generate(2), noise, new double[] {1, 2, 0.5, 1, 3, 0.25});
    }

    @Test
    void covariance_matchesItsDefinition() {
        LinearSem model = model(Noise.GAUSSIAN);
        int d = 6;
        // (I − W)⁻¹ = Σ_k W^k, a finite sum because W is nilpotent.
        double[] inverse = new double[d * d];
        double[] power = new double[d * d];
        for (int i = 0; i < d; i++) {
            power[i * (d + 1)] = 1;
        }
        double[] w = model.weights().toRows();
        for (int k = 0; k < d; k++) {
            double[] next = new double[d * d];
            for (int i = 0; i < d; i++) {
                for (int j = 0; j < d; j++) {
                    inverse[i * d + j] += power[i * d + j];
                    for (int l = 0; l < d; l++) {
                        next[i * d + j] += power[i * d + l] * w[l * d + j];
                    }
                }
            }
            power = next;
        }
        double[] omega = model.noiseVariances();
        double[] expected = new double[d * d];
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                for (int l = 0; l < d; l++) {
                    expected[i * d + j] += inverse[l * d + i] * omega[l] * inverse[l * d + j];
                }
            }
        }
        // Entries are below 100; a few dozen roundings.
        assertArrayEquals(expected, model.covariance(), 1e-12);
        assertArrayEquals(expected, model.population(10).secondMoment(Centring.NONE), 1e-12);
        assertEquals(10, model.population(10).rows());
    }

    @ParameterizedTest
    @EnumSource(Noise.class)
    void rows_ofEveryNoise_haveThePopulationMoments(Noise noise) {
        LinearSem model = model(noise);
        StatisticsAccumulator accumulator = new StatisticsAccumulator(6);
        model.rows(100_000, 5).forEachRow(accumulator::add);
        SufficientStatistics sample = accumulator.finish();
        double[] exact = model.covariance();
        for (int i = 0; i < 6; i++) {
            for (int j = 0; j < 6; j++) {
                double scale = Math.sqrt(exact[i * 7] * exact[j * 7]);
                // Standard error at most sqrt(8 / n) = 0.009 of the scale (exponential noise); five of them.
                assertEquals(exact[i * 6 + j], sample.covariance(i, j), 0.045 * scale);
            }
            assertEquals(0, sample.mean(i), 0.016 * Math.sqrt(exact[i * 7]));
        }
    }

    @Test
    void rows_atEveryPass_areTheSameAsTheSample() {
        LinearSem model = model(Noise.LOGISTIC);
        double[][] sample = model.sample(50, 9);
        var source = model.rows(50, 9);
        for (int pass = 0; pass < 2; pass++) {
            List<double[]> rows = new ArrayList<>();
            source.forEachRow(row -> rows.add(row.clone()));
            assertArrayEquals(sample, rows.toArray(new double[0][]));
        }
        assertEquals(6, source.schema().size());
    }

    @Test
    void rescaled_givesTheCovarianceOfTheRescaledVariables() {
        LinearSem model = model(Noise.GAUSSIAN);
        double[] c = {1, 2, 3, 0.5, 0.1, 10};
        double[] before = model.covariance();
        double[] after = model.rescaled(c).covariance();
        for (int i = 0; i < 6; i++) {
            for (int j = 0; j < 6; j++) {
                double expected = c[i] * c[j] * before[i * 6 + j];
                assertEquals(expected, after[i * 6 + j], 1e-12 * (1 + Math.abs(expected)));
            }
        }
    }

    @Test
    void standardised_hasUnitVariancesAndTheSameEdges() {
        LinearSem model = model(Noise.GAUSSIAN).standardised();
        for (int j = 0; j < 6; j++) {
            assertEquals(1, model.covariance()[j * 7], 1e-12);
        }
        assertEquals(8, model.weights().edgeCount());
        assertTrue(model.toString().contains("edges=8"));
    }

    @Test
    void construction_whenArgumentsAreBad_refuses() {
        WeightMatrix cycle = WeightMatrix.of(new double[][] {{0, 1}, {1, 0}});
        assertThrows(IllegalArgumentException.class, () -> LinearSem.of(cycle, Noise.GAUSSIAN));
        WeightMatrix empty = WeightMatrix.empty(2);
        assertThrows(
                IllegalArgumentException.class,
                () -> LinearSem.of(empty, Noise.GAUSSIAN, new double[] {1, Double.NaN}));
        assertThrows(IllegalArgumentException.class, () -> LinearSem.of(empty, Noise.GAUSSIAN, new double[] {1}));
        LinearSem model = LinearSem.of(empty, Noise.GAUSSIAN);
        assertThrows(IllegalArgumentException.class, () -> model.rows(-1, 0));
        assertThrows(IllegalArgumentException.class, () -> model.rescaled(new double[1]));
    }
}
