// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.regression;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Random;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.LUDecomposition;
import org.apache.commons.math3.linear.RealMatrix;
import org.junit.jupiter.api.Test;

class LeadingRegressionsTest {

    private static final int D = 9;
    /** Both solve systems whose condition is below 1e3, so that a dozen digits are left. */
    private static final double TOLERANCE = 1e-11;

    private final RealMatrix covariance = covariance();

    private static RealMatrix covariance() {
        Random random = new Random(4);
        double[][] rows = new double[3 * D][];
        for (int k = 0; k < rows.length; k++) {
            rows[k] = random.doubles(D, -1, 1).toArray();
        }
        RealMatrix x = new Array2DRowRealMatrix(rows);
        return x.transpose().multiply(x);
    }

    /** β = S_AA⁻¹ S_Aj and S_jj − S_jA β by another solver, for a variable that comes next and for all left out. */
    @Test
    void regressions_areThoseOfTheNormalEquations() {
        LeadingRegressions leading = new LeadingRegressions(D);
        for (int size = 0; size < D; size++) {
            for (int j = D - 1; j >= size; j--) { // the next one last, since that one is included
                double[] column = new double[size + 1];
                for (int a = 0; a < size; a++) {
                    column[a] = covariance.getEntry(a, j);
                }
                column[size] = covariance.getEntry(j, j);
                double residual = leading.regress(column);
                double[] expected = coefficients(size, j);
                assertArrayEquals(expected, leading.coefficients(), TOLERANCE);
                double left = covariance.getEntry(j, j);
                for (int a = 0; a < size; a++) {
                    left -= expected[a] * covariance.getEntry(a, j);
                }
                assertEquals(left, residual, TOLERANCE * covariance.getEntry(j, j));
            }
            leading.include();
            RealMatrix inverse = new LUDecomposition(covariance.getSubMatrix(0, size, 0, size))
                    .getSolver()
                    .getInverse();
            for (int a = 0; a <= size; a++) {
                assertEquals(inverse.getEntry(a, a), leading.inverseDiagonal(a), TOLERANCE * inverse.getEntry(a, a));
            }
        }
        assertEquals(D, leading.inverseDiagonals().length);
    }

    private double[] coefficients(int size, int j) {
        if (size == 0) {
            return new double[0];
        }
        RealMatrix included = covariance.getSubMatrix(0, size - 1, 0, size - 1);
        return new LUDecomposition(included)
                .getSolver()
                .solve(covariance.getColumnVector(j).getSubVector(0, size))
                .toArray();
    }

    /** What a caller keeps must not change when more are included. */
    @Test
    void inverseDiagonals_areACopy() {
        LeadingRegressions leading = new LeadingRegressions(2);
        leading.regress(new double[] {4});
        leading.include();
        double[] kept = leading.inverseDiagonals();
        double[] before = Arrays.copyOf(kept, 1);
        leading.regress(new double[] {1, 2});
        leading.include();
        assertArrayEquals(before, kept);
        assertArrayEquals(new double[] {0.25}, before);
    }
}
