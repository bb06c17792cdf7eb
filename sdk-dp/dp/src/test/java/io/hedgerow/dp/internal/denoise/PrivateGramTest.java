// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.denoise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class PrivateGramTest {

    private static final double[] ONES = {1, 1, 1};

    /** Variables 1 and 3 have this product, about the mean of directions. */
    private static double[] with(double product) {
        return new double[] {0.4, 0, product, 0, 0.3, 0, product, 0, 0.3};
    }

    @Test
    void entryOfDirections_beyondWhatRowsAndNoiseGive_isRefusedByItsVariables() {
        for (double sign : new double[] {-1, 1}) {
            PrivateGram.ofDirections(3, with(sign * 64), 0, ONES, 100);
            PrivateGram.ofDirections(3, with(sign * 114), 0.5, ONES, 100);
            String message = assertThrows(
                            IllegalArgumentException.class,
                            () -> PrivateGram.ofDirections(3, with(sign * 114.1), 0.5, ONES, 100))
                    .getMessage();
            assertTrue(message.startsWith("the mean product of variables 1 and 3 must be at most 114.0 "), message);
        }
    }

    @Test
    void moments_areInUnitsOfTheirOwn_andMayBeAsLarge() {
        assertEquals(1e9, PrivateGram.ofMoments(3, with(1e9), 0.5, ONES, 100).matrix()[2]);
    }
}
