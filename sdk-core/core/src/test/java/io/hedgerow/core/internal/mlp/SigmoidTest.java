// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.mlp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class SigmoidTest {

    /** The polynomial's error is 2e-17 and each of some twenty operations rounds, mostly small terms. */
    @Test
    void apply_isTheLogisticFunction() {
        int n = 4001;
        double[] z = new double[n];
        for (int k = 0; k < n; k++) {
            z[k] = (k - 2000) * 0.3;
        }
        double[] s = z.clone();
        Sigmoid.apply(s, n, new double[n]);
        for (int k = 0; k < n; k++) {
            double exact = 1 / (1 + StrictMath.exp(-z[k]));
            assertEquals(exact, s[k], 1e-15 * exact, "at " + z[k]);
        }
    }

    @Test
    void apply_farOut_isFiniteAndInOrder() {
        double[] s = {Double.NEGATIVE_INFINITY, -1e300, -800, -690, 0, 690, 800, 1e300, Double.POSITIVE_INFINITY, 7};
        Sigmoid.apply(s, 9, new double[9]);
        for (int k = 0; k < 8; k++) {
            assertTrue(s[k] >= 0 && s[k] <= s[k + 1] && s[k + 1] <= 1, k + ": " + s[k]);
        }
        assertEquals(0.5, s[4]);
        assertEquals(7, s[9], "what is behind the length stays");
    }
}
