// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.search.NoiseAssumption;
import org.junit.jupiter.api.Test;

/** Which edges of a series' network are too weak to be kept. */
class StrongEdgesTest {

    /** x1 → x3 of weight 0.3, x2 → x3 of 2; noises of variance 1, 4 and 0.25. */
    private static final WeightMatrix NETWORK = WeightMatrix.of(new double[][] {{0, 0, 0.3}, {0, 0, 2}, {0, 0, 0}});

    /** In other units: x1 times 1, 10, … */
    private static double[] covariance(double first, double third) {
        double variance = 0.09 + 4 * 4 + 0.25;
        return new double[] {
            first * first,
            0,
            0.3 * first * third, //
            0,
            4,
            8 * third, //
            0.3 * first * third,
            8 * third,
            variance * third * third
        };
    }

    /** A deviation of x1 moves x3 by 0.3, which is 0.6 of its noise's deviation of 0.5. */
    @Test
    void unequalVariances_anEffectIsHeldAgainstTheNoise() {
        EdgeKnowledge nothing = EdgeKnowledge.none(3);
        double[] s = covariance(1, 1);
        double[] noise = {1, 4, 0.25};
        assertEquals(NETWORK, nothing.strong(NETWORK, 0.59, NoiseAssumption.UNEQUAL, s, j -> noise[j]));
        WeightMatrix strong = nothing.strong(NETWORK, 0.61, NoiseAssumption.UNEQUAL, s, j -> noise[j]);
        assertEquals(0, strong.get(0, 2));
        assertEquals(2, strong.get(1, 2));
    }

    @Test
    void unitsOfColumns_makeNoDifference() {
        WeightMatrix other = WeightMatrix.of(new double[][] {{0, 0, 0.0003}, {0, 0, 0.02}, {0, 0, 0}});
        double[] s = covariance(10, 0.01);
        double[] noise = {100, 4, 0.25e-4};
        EdgeKnowledge nothing = EdgeKnowledge.none(3);
        assertEquals(
                2,
                nothing.strong(other, 0.59, NoiseAssumption.UNEQUAL, s, j -> noise[j])
                        .edgeCount());
        assertEquals(
                1,
                nothing.strong(other, 0.61, NoiseAssumption.UNEQUAL, s, j -> noise[j])
                        .edgeCount());
        assertEquals(
                0,
                nothing.strong(other, 0.15, NoiseAssumption.EQUAL, s, j -> noise[j])
                        .edgeCount(),
                "weights as they are");
    }
}
