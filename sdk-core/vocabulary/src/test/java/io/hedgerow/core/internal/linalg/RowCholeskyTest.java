// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.linalg;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RowCholeskyTest {

    /** A Gram matrix of k + 2 rows: [k, k]. */
    private static double[] positive(int k) {
        Random random = new Random(k);
        double[] a = new double[k * k];
        for (int row = 0; row < k + 2; row++) {
            double[] x = random.doubles(k, -1, 1).toArray();
            for (int c = 0; c < k * k; c++) {
                a[c] += x[c / k] * x[c % k];
            }
        }
        return a;
    }

    private static double[][] upper(double[] a, int k) {
        double[][] rows = new double[k][k];
        for (int i = 0; i < k; i++) {
            System.arraycopy(a, i * k + i, rows[i], i, k - i);
        }
        return rows;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 8, 11, 30})
    void solutionsAndInverses_areThoseOfSmallCholesky(int k) {
        double[] a = positive(k);
        double[] factor = a.clone();
        double[] inverse = new double[k * k];
        assertTrue(SmallCholesky.factor(factor, k, 0));
        SmallCholesky.invert(factor, k, inverse);
        double[] right = new Random(1).doubles(k).toArray();
        double[] expected = right.clone();
        SmallCholesky.solve(factor, k, expected);

        double[][] rows = upper(a, k);
        assertTrue(RowCholesky.factor(rows, k, 0));
        double[] x = right.clone();
        RowCholesky.solve(rows, k, x);
        assertArrayEquals(expected, x, 1e-8 * k * k);
        RowCholesky.invertFactor(rows, k);
        double[] y = RowCholesky.minusTransposedTimes(rows, k, right);
        assertEquals(RowCholesky.dot(right, expected, 0, k), RowCholesky.dot(y, y, 0, k), 1e-8 * k * k);
        RowCholesky.square(rows, k);
        for (int i = 0; i < k; i++) {
            for (int j = 0; j < k; j++) {
                assertEquals(inverse[i * k + j], rows[i][j], 1e-8 * k * k, i + ", " + j);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 9})
    void factor_ofASingularMatrix_isRefused(int k) {
        double[] a = positive(k);
        for (int j = 0; j < k; j++) {
            a[(k - 1) * k + j] = a[(k - 2) * k + j]; // the last row and column are those before
        }
        for (int i = 0; i < k; i++) {
            a[i * k + k - 1] = a[i * k + k - 2];
        }
        assertFalse(RowCholesky.factor(upper(a, k), k, 1e-12));
    }
}
