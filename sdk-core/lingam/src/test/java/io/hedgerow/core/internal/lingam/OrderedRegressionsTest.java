// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.lingam;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.simulation.model.LinearSem;
import io.hedgerow.core.internal.simulation.model.Noise;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
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

    /** x1 = 2 x0 and x3 = x0 + x2 + z: x1 is left out, and x2 keeps its own coefficient. */
    @Test
    void aParentThatIsACombinationOfOthers_leavesTheOthersTheirCoefficients() {
        double[] covariance = {1, 2, 0, 1, 2, 4, 0, 2, 0, 0, 1, 1, 1, 2, 1, 3};
        double[] truth = new double[16];
        truth[3] = 1;
        truth[2 * 4 + 3] = 1;
        Family all = new Family(3, BitSet.valueOf(new long[] {0b0111}));
        List<Family> families = new ArrayList<>();
        for (int j = 0; j < 3; j++) {
            families.add(new Family(j, new BitSet()));
        }
        families.add(all);
        assertArrayEquals(truth, Family.weights(families, covariance).toRows(), 1e-12);
        Family kept = OrderedRegressions.select(new int[] {0, 1, 2, 3}, covariance, 1000)
                .get(3);
        assertEquals(BitSet.valueOf(new long[] {0b0101}), kept.parents(), "the true ones");
    }

    private static int edges(double[] covariance, double rows) {
        return Family.weights(OrderedRegressions.select(new int[] {0, 1}, covariance, rows), covariance)
                .edgeCount();
    }
}
