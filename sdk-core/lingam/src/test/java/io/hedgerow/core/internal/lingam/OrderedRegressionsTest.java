// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.lingam;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.simulation.model.LinearSem;
import io.hedgerow.core.internal.simulation.model.Noise;
import org.junit.jupiter.api.Test;

class OrderedRegressionsTest {

    private static final WeightMatrix TRUTH =
            WeightMatrix.of(new double[][] {{0, 1, 1, 0}, {0, 0, 0, 1}, {0, 0, 0, 1}, {0, 0, 0, 0}});

    @Test
    void onPopulationMoments_trueParentsAndWeightsAreLeft() {
        double[] covariance = LinearSem.of(TRUTH, Noise.GAUSSIAN).covariance();
        WeightMatrix found =
                Family.weights(OrderedRegressions.select(new int[] {0, 2, 1, 3}, covariance, 1000), covariance);
        assertArrayEquals(TRUTH.toRows(), found.toRows(), 1e-9);
    }

    /**
     * x2 = b x1 + z with b² = 0.02 and Var z = 1: n log 1.02 is 6.9 at n = 350, below log 350 + 2 log 2 = 7.2 though
     * above log 350 = 5.9, and 7.9 at n = 400, above 7.4.
     */
    @Test
    void anEdgeStaysWhenTheRowsPayItsPrice() {
        double b = Math.sqrt(0.02);
        double[] covariance = {1, b, b, 1.02};
        assertEquals(0, edges(covariance, 350));
        assertEquals(1, edges(covariance, 400));
    }

    private static int edges(double[] covariance, double rows) {
        return Family.weights(OrderedRegressions.select(new int[] {0, 1}, covariance, rows), covariance)
                .edgeCount();
    }
}
