// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.linalg;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;

class MatrixExponentialTest {

    private final MatrixExponential exponential = new MatrixExponential();

    @Test
    void minusIdentity_equalsALongTaylorSum() {
        for (int n : new int[] {1, 2, 7, 20, 33}) {
            // Both sides of every change of degree and of the first squaring.
            for (double norm : new double[] {0, 1e-8, 3e-4, 4e-4, 0.048, 0.05, 0.29, 0.31, 0.77, 0.79, 1.6, 5, 30}) {
                double[] a = scaled(n, norm, new Random(n));
                double[] f = new double[n * n];
                exponential.minusIdentity(n, a, f);
                double[] expected = taylor(n, a);
                // A rounding error per operation, doubled by each of at most six squarings.
                double largest = norm * Math.exp(norm);
                for (int k = 0; k < f.length; k++) {
                    assertEquals(expected[k], f[k], 5e-15 * largest, "n " + n + ", norm " + norm);
                }
            }
        }
    }

    @Test
    void minusIdentity_whenTheDiagonalIsTiny_keepsItsDigits() {
        double[] f = new double[4];
        exponential.minusIdentity(2, new double[] {0, 1, 1e-14, 0}, f);
        // cosh(√(1e-14)) − 1 = 1e-14 / 2 + 1e-28 / 24
        assertEquals(5e-15, f[0], 1e-28);
    }

    @Test
    void minusIdentity_ofKnownMatrices_isExact() {
        double[] e = new double[4];
        exponential.minusIdentity(2, new double[] {0, 2, 0, 0}, e);
        assertArrayEquals(new double[] {0, 2, 0, 0}, e, 1e-15);
        exponential.minusIdentity(1, new double[] {3}, e);
        assertEquals(Math.expm1(3), e[0], 1e-13);
    }

    @Test
    void minusIdentity_whenASmallerMatrixFollows_ignoresTheOldEntries() {
        exponential.minusIdentity(5, scaled(5, 2, new Random(1)), new double[25]);
        double[] f = new double[1];
        exponential.minusIdentity(1, new double[] {1}, f);
        assertEquals(Math.expm1(1), f[0], 1e-15);
    }

    @Test
    void minusIdentity_whenTheNormIsHuge_isInfinite() {
        double[] f = new double[1];
        exponential.minusIdentity(1, new double[] {1e200}, f);
        assertEquals(Double.POSITIVE_INFINITY, f[0]);
    }

    @Test
    void products_growsWithTheNorm() {
        assertEquals(2, MatrixExponential.products(1e-5));
        assertEquals(4, MatrixExponential.products(0.01));
        assertEquals(5, MatrixExponential.products(0.2));
        assertEquals(6, MatrixExponential.products(0.78));
        assertTrue(MatrixExponential.products(0.79) >= 7);
        assertTrue(MatrixExponential.products(100) <= 14);
    }

    private static double[] scaled(int n, double norm, Random random) {
        double[] a = random.doubles((long) n * n).toArray();
        double largest = 0;
        for (int j = 0; j < n; j++) {
            double column = 0;
            for (int i = 0; i < n; i++) {
                column += a[i * n + j];
            }
            largest = Math.max(largest, column);
        }
        for (int k = 0; k < a.length; k++) {
            a[k] *= norm / largest;
        }
        return a;
    }

    private static double[] taylor(int n, double[] a) {
        double[] sum = a.clone();
        double[] term = a.clone();
        for (int k = 2; k < 150; k++) {
            double[] next = new double[n * n];
            for (int i = 0; i < n; i++) {
                for (int p = 0; p < n; p++) {
                    for (int j = 0; j < n; j++) {
                        next[i * n + j] += term[i * n + p] * a[p * n + j] / k;
                    }
                }
            }
            for (int q = 0; q < sum.length; q++) {
                sum[q] += next[q];
            }
            term = next;
        }
        return sum;
    }
}
