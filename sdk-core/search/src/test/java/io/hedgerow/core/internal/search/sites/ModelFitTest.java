// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.sites;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.search.graph.ParentSets;
import io.hedgerow.core.internal.search.regression.ParentFit;
import io.hedgerow.core.internal.search.sums.SummedRows;
import io.hedgerow.core.internal.search.sums.WithinSites;
import io.hedgerow.core.internal.simulation.model.ErdosRenyi;
import io.hedgerow.core.internal.simulation.model.LinearSem;
import io.hedgerow.core.internal.simulation.model.Noise;
import java.util.List;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.junit.jupiter.api.Test;

/** Measures of misfit from sums, against the same measures from rows. */
class ModelFitTest {

    private static final int D = 4;
    /** Sums of 500 products in another order. */
    private static final double ROUND_OFF = 1e-9;

    private static final LinearSem MODEL = LinearSem.of(new ErdosRenyi(D, 4).generate(3), Noise.EXPONENTIAL);
    private static final List<double[][]> SITES = List.of(MODEL.sample(200, 1), moved(MODEL.sample(300, 2)));
    private static final WithinSites MOMENTS = SummedRows.of(SITES);
    private static final WeightMatrix NETWORK = ParentFit.weights(D, MOMENTS.covariance(), parents());

    private static double[][] moved(double[][] rows) {
        for (double[] row : rows) {
            row[0] += 7;
        }
        return rows;
    }

    private static ParentSets parents() {
        ParentSets parents = ParentSets.empty(D);
        parents.add(1, 0);
        parents.add(2, 0);
        parents.add(2, 1);
        return parents;
    }

    /** All rows in the deviations of their own site, with divisor n. */
    private static double[][] standardised() {
        double[][] all = new double[500][];
        int next = 0;
        for (double[][] rows : SITES) {
            double[] mean = new double[D];
            double[] square = new double[D];
            for (double[] row : rows) {
                for (int j = 0; j < D; j++) {
                    mean[j] += row[j] / rows.length;
                }
            }
            for (double[] row : rows) {
                for (int j = 0; j < D; j++) {
                    square[j] += (row[j] - mean[j]) * (row[j] - mean[j]) / rows.length;
                }
            }
            for (double[] row : rows) {
                double[] z = new double[D];
                for (int j = 0; j < D; j++) {
                    z[j] = (row[j] - mean[j]) / Math.sqrt(square[j]);
                }
                all[next++] = z;
            }
        }
        return all;
    }

    @Test
    void thirdAndFourthMoments_areThoseOfStandardisedRows() {
        double[][] z = standardised();
        for (int i = 0; i < D; i++) {
            double fourth = 0;
            double[] third = new double[D];
            for (double[] row : z) {
                fourth += Math.pow(row[i], 4) / z.length;
                for (int j = 0; j < D; j++) {
                    third[j] += row[i] * row[i] * row[j] / z.length;
                }
            }
            assertEquals(fourth, MOMENTS.fourth(i), ROUND_OFF);
            for (int j = 0; j < D; j++) {
                assertEquals(third[j], MOMENTS.third(i, j), ROUND_OFF);
            }
        }
    }

    /** NL: the mean over edges i → j of (Σ u)² / (n v_j (E z_i⁴ − 1)), u = e_j (z_i² − 1), by residuals of rows. */
    @Test
    void nonlinearity_isThatOfResiduals() {
        NetworkFit fit = new NetworkFit(D, D, MOMENTS.covariance(), NETWORK);
        double[][] z = standardised();
        double sum = 0;
        for (int i = 0; i < D; i++) {
            for (int j = 0; j < D; j++) {
                if (NETWORK.hasEdge(i, j)) {
                    double u = 0;
                    for (double[] row : z) {
                        double e = row[j];
                        for (int p = 0; p < D; p++) {
                            e -= fit.b[p * D + j] * row[p];
                        }
                        u += e * (row[i] * row[i] - 1);
                    }
                    sum += u * u / (z.length * fit.v[j] * (MOMENTS.fourth(i) - 1));
                }
            }
        }
        assertTrue(sum > 0.01, "skewed noise leaves something");
        assertEquals(
                sum / NETWORK.edgeCount(),
                new ModelFit(MOMENTS, D, NETWORK).nonlinearity().orElseThrow(),
                1e-6);
    }

    /** Q = n' (Σ ln v_j − ln det C) / (d (d − 1) / 2 − E), n' = n − (2 d + 5) / 6, by a determinant. */
    @Test
    void unexplained_isTheDevianceOfTheCorrelations() {
        NetworkFit fit = new NetworkFit(D, D, MOMENTS.covariance(), NETWORK);
        double logs = 0;
        for (double v : fit.v) {
            logs += Math.log(v);
        }
        double determinant = CommonOps_DDRM.det(DMatrixRMaj.wrap(D, D, fit.c.clone()));
        double degrees = 498 - (2 * D + 5) / 6.0;
        double expected = degrees * (logs - Math.log(determinant)) / (6 - NETWORK.edgeCount());
        assertEquals(expected, new ModelFit(MOMENTS, D, NETWORK).unexplained().orElseThrow(), 1e-6);
    }

    /** The first two given the others: ln det C of all less that of the others, and the pair of others is left out. */
    @Test
    void unexplained_ofSomeTargets_isGivenTheOthers() {
        double[] edges = new double[D * D];
        edges[2 * D] = 0.4;
        WeightMatrix lagged = WeightMatrix.ofRows(D, edges);
        NetworkFit fit = new NetworkFit(D, 2, MOMENTS.covariance(), lagged);
        DMatrixRMaj all = DMatrixRMaj.wrap(D, D, fit.c.clone());
        double given = Math.log(CommonOps_DDRM.det(all))
                - Math.log(CommonOps_DDRM.det(CommonOps_DDRM.extract(all, 2, D, 2, D)));
        double expected = (498 - (2 * D + 5) / 6.0) * (Math.log(fit.v[0]) + Math.log(fit.v[1]) - given) / (5 - 1);
        assertEquals(expected, fit.unexplained(498).orElseThrow(), 1e-6);
    }

    @Test
    void columnThatRepeatsAnother_leavesFiniteMeasures() {
        double[][] rows = MODEL.sample(200, 4);
        for (double[] row : rows) {
            row[1] = row[0];
        }
        WithinSites moments = SummedRows.of(List.<double[][]>of(rows));
        ParentSets parents = ParentSets.empty(D);
        parents.add(1, 0);
        ModelFit fit = new ModelFit(moments, D, ParentFit.weights(D, moments.covariance(), parents));
        assertTrue(Double.isFinite(fit.kurtosis().orElseThrow()));
        assertTrue(Double.isFinite(fit.nonlinearity().orElseThrow()));
    }

    @Test
    void columnThatOthersDetermine_isNoBend() {
        double[][] rows = MODEL.sample(200, 4);
        for (double[] row : rows) {
            row[3] = row[0] + row[1];
        }
        WithinSites moments = SummedRows.of(List.<double[][]>of(rows));
        ParentSets parents = ParentSets.empty(D);
        parents.add(3, 0);
        parents.add(3, 1);
        ModelFit fit = new ModelFit(moments, D, ParentFit.weights(D, moments.covariance(), parents));
        // u is round-off of sums of 200 products: squared far below the least variance
        assertEquals(0, fit.nonlinearity().orElseThrow(), ROUND_OFF);
    }
}
