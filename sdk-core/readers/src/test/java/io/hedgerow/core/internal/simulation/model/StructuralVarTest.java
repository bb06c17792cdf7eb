// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.simulation.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.hedgerow.core.graph.Dag;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.design.Lagged;
import io.hedgerow.core.internal.simulation.model.GraphGenerator.WeightRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.junit.jupiter.api.Test;

class StructuralVarTest {

    private static final WeightRange SMALL = new WeightRange(0.3, 0.5);

    private static StructuralVar model(int variables, int lags, long seed) {
        double[] ones = new double[variables];
        Arrays.fill(ones, 1);
        return StructuralVar.random(
                new ErdosRenyi(variables, variables, SMALL), lags, variables, SMALL, 1.5, ones, Noise.GAUSSIAN, seed);
    }

    /** Functions take the place of weights: linear ones give the same series, but for the order of sums. */
    @Test
    void bending_byLines_changesNothing_andByCurvesOnlyWhatHasCauses() {
        StructuralVar lines = model(5, 2, 4);
        List<double[]> straight = rows(lines);
        List<double[]> same = rows(lines.bending(Mechanism.LINEAR, 9));
        List<double[]> bent = rows(lines.bending(Mechanism.MLP, 9));
        for (int t = 0; t < straight.size(); t++) {
            // 200 steps of sums of less than 20 terms
            assertArrayEquals(straight.get(t), same.get(t), 1e-9);
            for (int j = 0; j < 5; j++) {
                int target = j;
                boolean caused =
                        IntStream.range(0, 15).anyMatch(i -> lines.network().hasEdge(i, target));
                assertEquals(!caused, straight.get(t)[2 + j] == bent.get(t)[2 + j]);
            }
        }
    }

    private static List<double[]> rows(StructuralVar model) {
        List<double[]> rows = new ArrayList<>();
        model.series(1, 20, 6).forEachRow(row -> rows.add(row.clone()));
        return rows;
    }

    /** Least squares of every variable on its parents recovers their weights: x_t = x_t W + Σ x_{t−i} A_i + u_t. */
    @Test
    void rows_obeyTheModel() {
        StructuralVar model = model(4, 2, 3);
        double[] s = new double[12 * 12];
        long[] n = {0};
        Lagged.Order order = new Lagged.Order(Optional.of("realisation"), Optional.of("time"), OptionalDouble.empty());
        Lagged.of(model.series(3, 4000, 5), order, 2).forEachRow(row -> {
            n[0]++;
            for (int k = 0; k < s.length; k++) {
                s[k] += row[k / 12] * row[k % 12] / (3 * (4000 - 2));
            }
        });
        assertEquals(3 * (4000 - 2), n[0]);
        for (int j = 0; j < 4; j++) {
            int target = j;
            int[] parents = IntStream.range(0, 12)
                    .filter(i -> model.network().hasEdge(i, target))
                    .toArray();
            int k = parents.length;
            DMatrixRMaj own = new DMatrixRMaj(k, k);
            DMatrixRMaj cross = new DMatrixRMaj(k, 1);
            DMatrixRMaj b = new DMatrixRMaj(k, 1);
            for (int p = 0; p < k; p++) {
                cross.set(p, s[parents[p] * 12 + j]);
                for (int r = 0; r < k; r++) {
                    own.set(p, r, s[parents[p] * 12 + parents[r]]);
                }
            }
            CommonOps_DDRM.solve(own, cross, b);
            double left = s[j * 13];
            for (int p = 0; p < k; p++) {
                // 12,000 rows of noise 1: a standard error is below 0.01, and 0.05 is more than five
                assertEquals(model.network().get(parents[p], j), b.get(p), 0.05);
                left -= b.get(p) * cross.get(p);
            }
            // a variance of n normal numbers has standard error √(2 / n) = 0.013
            assertEquals(1, left, 0.07);
        }
    }

    @Test
    void randomModels_areAcyclicNowAndWeakerFurtherBack() {
        for (int seed = 0; seed < 20; seed++) {
            StructuralVar model = model(5, 2, seed);
            double[] now = new double[25];
            for (int k = 0; k < 25; k++) {
                now[k] = model.network().get(k / 5, k % 5);
            }
            assertEquals(5, Dag.of(WeightMatrix.ofRows(5, now)).weights().edgeCount());
            for (int i = 10; i < 15; i++) {
                for (int j = 0; j < 5; j++) {
                    double weight = Math.abs(model.network().get(i, j));
                    assertEquals(true, weight == 0 || (weight >= 0.3 / 1.5 && weight <= 0.5 / 1.5));
                }
            }
        }
    }

    @Test
    void series_areTheSameForASeedAndDifferForAnother() {
        StructuralVar model = model(3, 1, 1);
        assertArrayEquals(read(model, 7), read(model, 7));
        assertEquals(false, Arrays.deepEquals(read(model, 7), read(model, 8)));
        assertArrayEquals(new double[] {1, 0}, Arrays.copyOf(read(model, 7)[0], 2));
        assertArrayEquals(new double[] {2, 1}, Arrays.copyOf(read(model, 7)[4], 2));
    }

    private static double[][] read(StructuralVar model, long seed) {
        List<double[]> rows = new ArrayList<>();
        model.series(2, 3, seed).forEachRow(row -> rows.add(row.clone()));
        return rows.toArray(double[][]::new);
    }

    @Test
    void seriesThatWouldNotSettle_areRefused() {
        WeightMatrix growing = WeightMatrix.of(new double[][] {{0, 0}, {1.01, 0}});
        assertThrows(
                IllegalArgumentException.class, () -> StructuralVar.of(growing, 1, new double[] {1}, Noise.GAUSSIAN));
        WeightMatrix backwards = WeightMatrix.of(new double[][] {{0, 0.5}, {0, 0}});
        assertThrows(
                IllegalArgumentException.class, () -> StructuralVar.of(backwards, 1, new double[] {1}, Noise.GAUSSIAN));
    }
}
