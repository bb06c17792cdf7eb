// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release.moments;

import java.io.Serializable;
import java.util.Arrays;

/**
 * Bounds the contribution of one user with several rows to a sum of outer products: the matrices of the user's rows are
 * summed, and the sum is clipped to Frobenius norm 1.
 *
 * <p>G = Σ u uᵀ over the user's rows u, ‖u‖ ≤ 1. The rows are multiplied by s = min(1, 1/√‖G‖_F) and rounded to whole
 * numbers k of steps 2^−b; Σ k kᵀ is added, in whole numbers. If that has a Frobenius norm above r² = 2^(2b), which
 * only rounding can cause, s is lowered until it has not. So a user's contribution is positive semi-definite with norm
 * ≤ r², checked in whole numbers, whatever the rows are and however many there are.
 *
 * <p>Clipping applies to the sum of a user's matrices, not to each row: m rows clipped one by one could move the total
 * m times as far. Of directions, where every u has norm 1, every user's sum has norm 1 at least and is brought to norm
 * 1: users with few rows and with many count the same. Proof note: {@code docs/privacy-proofs/noisy-gram.md}. Not
 * thread-safe.
 */
final class UserProducts implements Serializable {

    private final int d;
    private final double perStep;
    private final long square;
    private final long[] own;
    private final long[] steps;

    /** Creates bounds for d variables with r = 2^bits steps; at most 15 bits, so that squares of entries fit. */
    UserProducts(int variables, int bits) {
        this.d = variables;
        this.perStep = Math.scalb(1.0, bits);
        this.square = 1L << (2 * bits);
        this.own = new long[d * (d + 1) / 2];
        this.steps = new long[d];
    }

    /**
     * Adds a user's rows, each of finite entries and norm ≤ 1 except for rounding, to an upper triangle in squared
     * steps.
     */
    void addTo(long[] sums, double[][] rows) {
        double norm = norm(rows);
        double scale = norm > 1 ? 1 / Math.sqrt(norm) : 1;
        double less = 0x1p-20;
        while (!fits(rows, scale * perStep)) {
            scale *= 1 - less;
            less = Math.min(2 * less, 0.5);
        }
        for (int at = 0; at < sums.length; at++) {
            sums[at] += own[at];
        }
    }

    /** ‖G‖_F, as exact as doubles are; the bound does not depend on it. */
    private double norm(double[][] rows) {
        double sum = 0;
        for (int i = 0; i < d; i++) {
            for (int j = i; j < d; j++) {
                double entry = 0;
                for (double[] row : rows) {
                    entry += row[i] * row[j];
                }
                sum += (i == j ? 1 : 2) * entry * entry;
            }
        }
        return Math.sqrt(sum);
    }

    /** Computes the sum of products of rounded rows, and returns whether its norm is within the bound. */
    private boolean fits(double[][] rows, double factor) {
        Arrays.fill(own, 0);
        for (double[] row : rows) {
            for (int j = 0; j < d; j++) {
                steps[j] = (long) Math.rint(row[j] * factor);
            }
            int at = 0;
            for (int i = 0; i < d; i++) {
                for (int j = i; j < d; j++) {
                    own[at++] += steps[i] * steps[j];
                }
            }
        }
        long sum = 0;
        int at = 0;
        for (int i = 0; i < d; i++) {
            for (int j = i; j < d; j++, at++) {
                // entries above r² first, whose squares would not fit; below, sums stay under 2⁶²
                if (Math.abs(own[at]) > square) {
                    return false;
                }
                sum += (i == j ? 1 : 2) * own[at] * own[at];
                if (sum > square * square) {
                    return false;
                }
            }
        }
        return true;
    }
}
