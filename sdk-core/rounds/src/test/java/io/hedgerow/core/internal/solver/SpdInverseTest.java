// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.solver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.hedgerow.core.data.DataException;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SpdInverseTest {

    @Test
    void invert_timesTheMatrix_isTheIdentity() {
        for (int n : new int[] {1, 3, 8, 13, 16, 70, 300}) {
            double[][] a = spd(n, 5);
            double[][] inverse = copy(a);
            SpdInverse.invert(inverse);
            double[][] product = new double[n][n];
            RowCombination.addToAll(product, a, inverse, n);
            for (int i = 0; i < n; i++) {
                for (int k = 0; k < n; k++) {
                    assertEquals(inverse[i][k], inverse[k][i]);
                    // Condition number below 100 (eigenvalues in [1, 100]), n · κ · 2⁻⁵² < 1e-11.
                    assertEquals(i == k ? 1 : 0, product[i][k], 1e-11);
                }
            }
        }
    }

    @Test
    void invert_ofAnIndefiniteMatrix_isRefused() {
        double[][] a = {{1, 2}, {2, 1}};
        assertThrows(DataException.class, () -> SpdInverse.invert(a));
        double[][] notANumber = {{Double.NaN}};
        assertThrows(DataException.class, () -> SpdInverse.invert(notANumber));
    }

    static double[][] spd(int n, long seed) {
        Random random = new Random(seed);
        double[][] x = new double[2 * n][n];
        for (double[] row : x) {
            for (int i = 0; i < n; i++) {
                row[i] = random.nextGaussian();
            }
        }
        double[][] a = new double[n][n];
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < n; k++) {
                for (double[] row : x) {
                    a[i][k] += row[i] * row[k] / (2 * n);
                }
            }
            a[i][i] += 1;
        }
        return a;
    }

    private static double[][] copy(double[][] a) {
        double[][] copy = new double[a.length][];
        for (int i = 0; i < a.length; i++) {
            copy[i] = a[i].clone();
        }
        return copy;
    }
}
