// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.acyclicity;

import java.util.Arrays;

/**
 * The least degree K at which Σ_{k ≤ K} B^k / k!, B = A / 2, squared, agrees with e^A to a tolerance, from row sums.
 * Let v_k = B^k 1 / k! (row sums of the terms), E = Σ_{k &gt; K} B^k / k! the rest, t = max row sum of E and R = max
 * row sum of e^B. All entries are at least 0, so e^A − (e^B − E)² ≤ E e^B + e^B E, and no entry of that exceeds 2 R t,
 * nor its trace 2 n R t. With θ = max v_1 terms fall by θ / (k + 1) at least, hence t ≤ max v_{K+1} / (1 − θ / (K +
 * 2)). Row sums tell far more than θ^k / k!, because a vertex with many edges rarely feeds itself. Cost: K products of
 * A with a vector, nnz(A) multiplications each. Not thread-safe.
 */
final class TaylorDegree {

    private final int n;
    private double[] term;
    private double[] next;
    private final double[] total;
    private int degree;
    private double error;
    private double norm;

    TaylorDegree(int size) {
        this.n = size;
        this.term = new double[size];
        this.next = new double[size];
        this.total = new double[size];
    }

    /** Finds the degree with which no entry has a larger error; false when that is beyond {@code maxDegree}. */
    boolean find(SparseRows a, double tolerance, int maxDegree) {
        Arrays.fill(term, 1);
        Arrays.fill(total, 1);
        norm = 0;
        for (int k = 1; k <= maxDegree + 1; k++) {
            double largest = multiply(a, 0.5 / k);
            if (k == 1) {
                norm = 2 * largest;
            }
            double ratio = 0.5 * norm / (k + 1);
            double rest = largest == 0 ? 0 : largest / (1 - ratio);
            // R grows with every term, but by less than the rest from here on.
            if (k > 2 && (largest == 0 || ratio <= 0.5)) {
                error = 2 * rest * (max(total) + rest);
                if (error <= tolerance) {
                    degree = k - 1;
                    return true;
                }
            }
        }
        return false;
    }

    int degree() {
        return degree;
    }

    /** Bound on the rest, for any entry. */
    double error() {
        return error;
    }

    double norm() {
        return norm;
    }

    /** The next row sums, added to the total; returns the largest. */
    private double multiply(SparseRows a, double scale) {
        int[] start = a.start();
        int[] target = a.target();
        double[] value = a.value();
        double largest = 0;
        for (int i = 0; i < n; i++) {
            double sum = 0;
            for (int e = start[i]; e < start[i + 1]; e++) {
                sum += value[e] * term[target[e]];
            }
            sum *= scale;
            next[i] = sum;
            total[i] += sum;
            largest = Math.max(largest, sum);
        }
        double[] swap = term;
        term = next;
        next = swap;
        return largest;
    }

    private static double max(double[] x) {
        double largest = 0;
        for (double value : x) {
            largest = Math.max(largest, value);
        }
        return largest;
    }
}
