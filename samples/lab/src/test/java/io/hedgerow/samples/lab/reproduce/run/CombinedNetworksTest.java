// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.reproduce.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hedgerow.core.graph.WeightMatrix;
import org.junit.jupiter.api.Test;

class CombinedNetworksTest {

    private static double cycles(double... rows) {
        return CombinedNetworks.cycles(WeightMatrix.ofRows((int) Math.sqrt(rows.length), rows));
    }

    /** A cycle of two with weights a and b: the eigenvalues of W∘W are ±ab, so h is 2 cosh(ab) − 2. */
    @Test
    void cycles_areTheTraceOfTheExponential() {
        assertEquals(0, cycles(0, 3, 0, 0, 0, -5, 0, 0, 0));
        assertEquals(2 * Math.cosh(0.5 * 4) - 2, cycles(0, 0.5, 4, 0), 1e-12);
        assertEquals(1e-10, cycles(0, 1e-5, 1, 0), 1e-14, "small ones are not lost beside d");
        // three in a ring, all weights 1: Σ 3 / (3n)!
        assertEquals(3 / 6.0 + 3 / 720.0 + 3 / 362880.0, cycles(0, 1, 0, 0, 0, 1, 1, 0, 0), 1e-8);
    }
}
