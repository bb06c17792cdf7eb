// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.truth;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hedgerow.core.graph.Graphs;
import io.hedgerow.core.graph.WeightMatrix;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class WeightMetricsTest {

    /** Sums of at most a few hundred terms of size at most 1. */
    private static final double ROUNDING = 1e-12;

    @Test
    void of_ranksAHandMadeExample() {
        // Scores of the true edges: 0.9 and 0.2; of the four others: 0.5, 0, 0, 0.
        WeightMatrix truth = WeightMatrix.of(new double[][] {{0, 2, 0}, {0, 0, -1}, {0, 0, 0}});
        WeightMatrix estimate = WeightMatrix.of(new double[][] {{0, -0.9, 0}, {0, 0, 0.2}, {0.5, 0, 0}});
        WeightMetrics m = WeightMetrics.of(estimate, truth);
        // Of eight pairs (edge, non-edge) only (0.2, 0.5) is in the wrong order.
        assertEquals(7 / 8.0, m.auroc(), ROUNDING);
        // ½ · 1/1 + ½ · 2/3.
        assertEquals(5 / 6.0, m.aupr(), ROUNDING);
        assertEquals((2.9 * 2.9 + 1.2 * 1.2 + 0.25) / 5, m.normalisedSquaredError(), ROUNDING);
    }

    @Test
    void of_whenNothingIsEstimated_isChance() {
        WeightMatrix truth = Graphs.of(3, new int[] {0, 1}, new int[] {1, 2});
        WeightMetrics m = WeightMetrics.of(WeightMatrix.empty(3), truth);
        assertEquals(0.5, m.auroc());
        assertEquals(2 / 6.0, m.aupr(), ROUNDING);
        assertEquals(1, m.normalisedSquaredError());
    }

    @Test
    void of_whenTheTruthIsEmpty_hasNoRanking() {
        WeightMetrics m = WeightMetrics.of(Graphs.of(2, new int[] {0, 1}), WeightMatrix.empty(2));
        assertEquals(Double.NaN, m.auroc());
        assertEquals(Double.NaN, m.aupr());
        assertEquals(Double.POSITIVE_INFINITY, m.normalisedSquaredError());
        assertEquals(
                0,
                WeightMetrics.of(WeightMatrix.empty(2), WeightMatrix.empty(2)).normalisedSquaredError());
    }

    @Property(tries = 100)
    void auroc_isTheShareOfPairsInTheRightOrder(@ForAll @IntRange(min = 3, max = 7) int d, @ForAll long seed) {
        WeightMatrix truth = Graphs.acyclic(d, 0.5, seed);
        // Rounding to tenths makes ties.
        double[] scores = Graphs.cyclic(d, 0.6, seed + 1).toRows();
        for (int k = 0; k < scores.length; k++) {
            scores[k] = Math.rint(scores[k] * 10) / 10;
        }
        double right = 0;
        int pairs = 0;
        for (int a = 0; a < d * d; a++) {
            for (int b = 0; b < d * d; b++) {
                if (a % (d + 1) != 0 && b % (d + 1) != 0 && truth.toRows()[a] != 0 && truth.toRows()[b] == 0) {
                    double difference = Math.abs(scores[a]) - Math.abs(scores[b]);
                    right += difference > 0 ? 1 : difference == 0 ? 0.5 : 0;
                    pairs++;
                }
            }
        }
        double expected = pairs == 0 ? Double.NaN : right / pairs;
        assertEquals(
                expected,
                WeightMetrics.of(WeightMatrix.ofRows(d, scores), truth).auroc(),
                ROUNDING);
    }
}
