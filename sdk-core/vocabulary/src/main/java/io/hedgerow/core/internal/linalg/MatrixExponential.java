// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.linalg;

import java.util.Arrays;

/**
 * e^A − I of an entrywise non-negative A, accurate to a few rounding errors in norm and free of cancellation in every
 * entry. A / 2^s is brought to a 1-norm of at most 0.78; there the Taylor polynomial of degree 4, 8, 12 or 16 is summed
 * by the scheme of Paterson and Stockmeyer. The polynomial leaves out the identity, so that F = e^A − I comes out with
 * small diagonal entries intact, and squaring reads (I + F)² − I = 2F + F². The degree is the least with θ^m ≤ (m + 1)!
 * 2^-53 (θ the scaled norm), which bounds the terms left out relative to the polynomial. Cost: 2, 4, 5 or 6 matrix
 * products plus s. Holds its work space: never for two threads at once.
 */
public final class MatrixExponential {

    private static final int[] DEGREE = {4, 8, 12, 16};
    private static final double[] MAX_NORM = {3.3e-4, 4.9e-2, 0.3, 0.78};
    /** Beyond this norm the result overflows, and powers of two with it. */
    private static final double OVERFLOW = 1e5;

    private final MatrixProduct product = new MatrixProduct();
    private final double[][] powers = new double[4][0];
    private double[] sum = new double[0];

    public MatrixExponential() {}

    /** e^A − I of entries ≥ 0, [n, n], into another array. Entries that overflow are infinite or not a number. */
    public void minusIdentity(int n, double[] a, double[] result) {
        double norm = columnNorm(n, a);
        if (!(norm < OVERFLOW)) {
            Arrays.fill(result, 0, n * n, Double.POSITIVE_INFINITY);
            return;
        }
        int squarings = squarings(norm);
        int degree = degree(norm * Math.scalb(1.0, -squarings));
        int size = n * n;
        reserve(size);
        double scale = Math.scalb(1.0, -squarings);
        double[] first = powers[0];
        for (int k = 0; k < size; k++) {
            first[k] = scale * a[k];
        }
        polynomial(n, degree, result);
        for (int s = 0; s < squarings; s++) {
            for (int k = 0; k < size; k++) {
                sum[k] = result[k];
                result[k] = 2 * result[k];
            }
            product.add(n, n, n, sum, sum, result);
        }
    }

    /** Number of n × n products that {@link #minusIdentity} will use; {@code norm} is the largest column sum of A. */
    public static int products(double norm) {
        int squarings = squarings(norm);
        int degree = degree(norm * Math.scalb(1.0, -squarings));
        return squarings + (degree == 4 ? 2 : 2 + degree / 4);
    }

    private static int squarings(double norm) {
        double last = MAX_NORM[MAX_NORM.length - 1];
        return norm <= last ? 0 : Math.getExponent(norm / last) + 1;
    }

    private static int degree(double norm) {
        int k = 0;
        while (norm > MAX_NORM[k]) {
            k++;
        }
        return DEGREE[k];
    }

    private static double columnNorm(int n, double[] a) {
        double norm = 0;
        for (int j = 0; j < n; j++) {
            double column = 0;
            for (int i = 0; i < n; i++) {
                column += a[i * n + j];
            }
            norm = Math.max(norm, column);
        }
        return norm;
    }

    private void reserve(int size) {
        if (sum.length < size) {
            sum = new double[size];
            for (int k = 0; k < powers.length; k++) {
                powers[k] = new double[size];
            }
        }
    }

    /** Sum of A^k / k! for k = 1, …, degree, with A in the first power. */
    private void polynomial(int n, int degree, double[] result) {
        int size = n * n;
        int step = degree == 4 ? 2 : 4;
        for (int k = 1; k < step; k++) {
            Arrays.fill(powers[k], 0, size, 0);
            product.add(n, n, n, powers[k - 1], powers[0], powers[k]);
        }
        double[] highest = powers[step - 1];
        // Horner's rule in A^step, from the block of the highest powers down to the block of the lowest.
        int low = degree - step;
        setBlock(n, low, step, result);
        for (int k = 0; k < size; k++) {
            result[k] += highest[k] * reciprocalFactorial(degree);
        }
        while (low > 0) {
            low -= step;
            System.arraycopy(result, 0, sum, 0, size);
            setBlock(n, low, step, result);
            product.add(n, n, n, highest, sum, result);
        }
    }

    /** Sets the result to the sum of A^k / (low + k)! for k = 0, …, step − 1, without the identity when low is 0. */
    private void setBlock(int n, int low, int step, double[] result) {
        int size = n * n;
        double c1 = reciprocalFactorial(low + 1);
        double[] a = powers[0];
        for (int k = 0; k < size; k++) {
            result[k] = c1 * a[k];
        }
        for (int p = 2; p < step; p++) {
            double c = reciprocalFactorial(low + p);
            double[] power = powers[p - 1];
            for (int k = 0; k < size; k++) {
                result[k] += c * power[k];
            }
        }
        if (low > 0) {
            double c0 = reciprocalFactorial(low);
            for (int i = 0; i < n; i++) {
                result[i * n + i] += c0;
            }
        }
    }

    private static double reciprocalFactorial(int k) {
        double factorial = 1;
        for (int f = 2; f <= k; f++) {
            factorial *= f;
        }
        return 1 / factorial;
    }
}
