// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.linalg;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PositiveCorrelationsTest {

    @Test
    void correlationsOfVariables_stayAsTheyAre() {
        double[] given = {1, 0.5, 0.2, 0.5, 1, -0.3, 0.2, -0.3, 1};
        assertArrayEquals(given, PositiveCorrelations.nearest(3, given, 0.02), 1e-15);
    }

    /**
     * 1 + r, r = -0.8 between all of three, has the eigenvalue 1 + 2r = -0.6 of (1, 1, 1) and twice 1 - r = 1.8. With
     * 0.3 in its place the diagonal is (3.6 + 0.3) / 3 = 1.3 and every other entry (0.3 - 1.8) / 3 = -0.5.
     */
    @Test
    void anEigenvalueBelow0_isRaised_andTheDiagonalIs1() {
        double[] given = {1, -0.8, -0.8, -0.8, 1, -0.8, -0.8, -0.8, 1};
        double r = -0.5 / 1.3;
        assertArrayEquals(new double[] {1, r, r, r, 1, r, r, r, 1}, PositiveCorrelations.nearest(3, given, 0.3), 1e-12);
    }

    /** What reads sums catches this one, and ends the study by saying that no result follows from them. */
    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
    void correlationsThatAreNotFinite_areRefused(double impossible) {
        double[] given = {1, impossible, 0.2, impossible, 1, -0.3, 0.2, -0.3, 1};
        assertThrows(ArithmeticException.class, () -> PositiveCorrelations.nearest(3, given, 0.02));
    }
}
