// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.design.TimeSlices;
import io.hedgerow.core.graph.WeightMatrix;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ChangeRankingTest {

    private static final TimeSlices TWO = new TimeSlices(VariableSchema.of("a", "b"), 1);

    /** Of x_t = x_{t-1} + (0, c a_{t-1}) with uncorrelated unit past: δ_b = c a, so b's coefficient is c / (1 + λ). */
    @Test
    void score_isThatOfTheRidge() {
        double c = 0.8;
        // columns a, b, a[t-1], b[t-1]; δ_a is noise of variance 1
        double[] s = {
            2, c, 1, 0, //
            c, 1 + c * c, c, 1, //
            1, c, 1, 0, //
            0, 1, 0, 1
        };
        WeightMatrix scores = ChangeRanking.ridge(TWO, SufficientStatistics.ofMoments(100, new double[4], s));
        double plain = c / (1 + 3) / c; // the deviation of δ_b is c
        // mean over four pairs, and the root of the mean square over two targets
        double reach = Math.sqrt(plain * plain / 2) / (plain / 4);
        assertEquals(plain * reach, scores.get(2, 1), 1e-9);
        assertEquals(0, scores.get(3, 0), 1e-9);
        assertEquals(0, scores.get(2, 0));
        assertEquals(1, scores.edgeCount());
    }

    /** Each variable is driven by the one before it, so that what drives its cause drives it too, a step later. */
    @Test
    void averaged_ranksCausesBeforeTheirCauses() {
        int d = 30;
        TimeSlices slices = new TimeSlices(VariableSchema.numbered(d), 1);
        SufficientStatistics moments = chain(d);
        WeightMatrix scores = ChangeRanking.averaged(slices, moments);
        for (int j = 1; j < d; j++) {
            double cause = scores.get(d + j - 1, j);
            for (int i = 0; i < d; i++) {
                assertTrue(i == j - 1 || scores.get(d + i, j) < cause / 2, i + " before the cause of " + j);
            }
            assertEquals(0, scores.get(d + j, j), "own lags are no edges");
            assertEquals(0, scores.get(j, j - 1), "nothing within a step");
        }
        assertEquals(scores, ChangeRanking.averaged(slices, moments), "the same moments, the same scores");
    }

    @Test
    void columnsThatNeverChange_neitherDriveNorAreDriven() {
        TimeSlices slices = new TimeSlices(VariableSchema.of("a", "b", "c"), 1);
        double[] s = new double[36];
        for (int i : new int[] {0, 1, 3, 4}) {
            s[i * 7] = 1;
        }
        s[3 * 6 + 1] = 0.6;
        s[6 + 3] = 0.6;
        WeightMatrix scores = ChangeRanking.averaged(slices, SufficientStatistics.ofMoments(100, new double[6], s));
        assertTrue(scores.get(3, 1) > 0);
        for (int i = 0; i < 3; i++) {
            assertEquals(0, scores.get(5, i));
            assertEquals(0, scores.get(3 + i, 2));
        }
    }

    /** Moments of 400 steps of x_{j,t} = 0.3 x_{j,t−1} + 0.6 x_{j−1,t−1} + noise. */
    private static SufficientStatistics chain(int d) {
        int steps = 400;
        Random random = new Random(7);
        double[][] x = new double[steps + 1][d];
        double[] sums = new double[4 * d * d];
        for (int t = 1; t <= steps; t++) {
            for (int j = 0; j < d; j++) {
                x[t][j] = 0.3 * x[t - 1][j] + (j == 0 ? 0 : 0.6 * x[t - 1][j - 1]) + random.nextGaussian();
            }
            for (int a = 0; a < 2 * d; a++) {
                for (int b = 0; b < 2 * d; b++) {
                    sums[a * 2 * d + b] += x[t - a / d][a % d] * x[t - b / d][b % d] / steps;
                }
            }
        }
        return SufficientStatistics.ofMoments(steps, new double[2 * d], sums);
    }
}
