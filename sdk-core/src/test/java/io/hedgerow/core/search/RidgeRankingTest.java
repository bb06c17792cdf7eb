// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.search;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.design.TimeSlices;
import io.hedgerow.core.graph.WeightMatrix;
import org.junit.jupiter.api.Test;

class RidgeRankingTest {

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
        WeightMatrix scores = RidgeRanking.of(TWO, SufficientStatistics.ofMoments(100, new double[4], s));
        double plain = c / (1 + 3) / c; // the deviation of δ_b is c
        // mean over four pairs, and the root of the mean square over two targets
        double reach = Math.sqrt(plain * plain / 2) / (plain / 4);
        assertEquals(plain * reach, scores.get(2, 1), 1e-9);
        assertEquals(0, scores.get(3, 0), 1e-9);
        assertEquals(0, scores.get(2, 0));
        assertEquals(1, scores.edgeCount());
    }
}
