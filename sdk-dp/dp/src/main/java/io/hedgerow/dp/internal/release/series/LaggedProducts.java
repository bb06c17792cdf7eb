// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release.series;

import java.io.Serializable;
import java.util.Arrays;

/**
 * Bounds the contribution of one realisation to sums of products with lagged rows.
 *
 * <p>Symbols: y_1 … y_T: [d] the rows, 0 outside; S = Σ_t y_t y_tᵀ / T, C_l = Σ_t y_t y_{t−l}ᵀ / T for l = 1 … p, and
 *
 * <pre>N² = ‖S‖_F² + Σ_l w_l ‖C_l‖_F²,   w_l = 2 (1 − l / (p + 1))</pre>
 *
 * <p>(p + 1) N² is the squared norm of the block Toeplitz matrix Σ_t z_t z_tᵀ / T of z_t = [y_t; …; y_{t−p}], which is
 * positive semi-definite: that is why two contributions are at most √2 apart when both have norm ≤ 1. S and C_l are
 * scaled to N ≤ R and taken in units of R: rows are multiplied by g = min(1/√(T R), 1/√(T N)) and rounded to whole
 * numbers k of steps 2^−b; Σ k_t k_{t−l}ᵀ is added, in whole numbers. If that has N² above r⁴, r = 2^b, which only
 * rounding can cause, g is lowered until it has not. Rows without any number count as 0 in the sums, and not in T.
 *
 * <p>Layout: [(p + 1) d, d], row l d + i holding C_l[i, ·], and S[i, j] for j ≥ i only. O(T p d²). Proof note:
 * {@code docs/privacy-proofs/noisy-series.md}. Not thread-safe.
 */
final class LaggedProducts implements Serializable {

    /** The finest bits, so that weights times squares of entries fit in longs. */
    static final int FINEST = 14;

    private final int d;
    private final int lags;
    private final double radius;
    private final double perStep;
    private final long square;
    private final double[] sums;
    private final long[] own;

    LaggedProducts(UserSeriesDesign options, int bits) {
        this.d = options.options().variables();
        this.lags = options.lags();
        this.radius = options.radius();
        this.perStep = Math.scalb(1.0, bits);
        this.square = 1L << (2 * bits);
        this.sums = new double[options.columns() * d];
        this.own = new long[sums.length];
    }

    /**
     * Adds a realisation, rows in order of time; only the first d cells of each are read, about the centre and in the
     * units, [d] each; NaN and ∞ count as 0.
     */
    void addTo(long[] total, double[][] rows, double[] centre, double[] units) {
        double[][] scaled = new double[rows.length][d];
        double largest = 0;
        int present = 0;
        for (int t = 0; t < rows.length; t++) {
            boolean any = false;
            for (int j = 0; j < d; j++) {
                double y = (rows[t][j] - centre[j]) / units[j];
                boolean finite = Math.abs(y) <= Double.MAX_VALUE;
                scaled[t][j] = finite ? y : 0;
                any |= finite;
                largest = Math.max(largest, Math.abs(scaled[t][j]));
            }
            present += any ? 1 : 0;
        }
        if (largest == 0) {
            return;
        }
        for (double[] row : scaled) {
            for (int j = 0; j < d; j++) {
                row[j] /= largest;
            }
        }
        double factor = Math.min(largest / Math.sqrt(present * radius), 1 / Math.sqrt(norm(scaled)));
        double less = 0x1p-20;
        while (!fits(scaled, factor * perStep)) {
            factor *= 1 - less;
            less = Math.min(2 * less, 0.5);
        }
        for (int at = 0; at < total.length; at++) {
            total[at] += own[at];
        }
    }

    /** T N in squares of the largest cell, as exact as doubles are; the bound does not depend on it. */
    private double norm(double[][] rows) {
        Arrays.fill(sums, 0);
        for (int t = 0; t < rows.length; t++) {
            for (int l = 0; l <= Math.min(lags, t); l++) {
                for (int i = 0; i < d; i++) {
                    int at = (l * d + i) * d;
                    for (int j = l == 0 ? i : 0; j < d; j++) {
                        sums[at + j] += rows[t][i] * rows[t - l][j];
                    }
                }
            }
        }
        double squares = 0;
        for (int at = 0; at < sums.length; at++) {
            squares += times(at) * sums[at] * sums[at] / (lags + 1);
        }
        return Math.sqrt(squares);
    }

    /** (p + 1) times the weight of an entry in N²: how often it is in the block Toeplitz matrix. */
    private int times(int at) {
        int l = at / (d * d);
        int copies = lags + 1 - l;
        return l == 0 && at / d == at % d ? copies : 2 * copies;
    }

    /** Computes the sums of products of rounded rows, and returns whether (p + 1) N² ≤ (p + 1) r⁴. */
    private boolean fits(double[][] rows, double factor) {
        long[][] steps = new long[rows.length][d];
        Arrays.fill(own, 0);
        for (int t = 0; t < rows.length; t++) {
            for (int j = 0; j < d; j++) {
                steps[t][j] = (long) Math.rint(rows[t][j] * factor);
            }
            for (int l = 0; l <= Math.min(lags, t); l++) {
                for (int i = 0; i < d; i++) {
                    int at = (l * d + i) * d;
                    for (int j = l == 0 ? i : 0; j < d; j++) {
                        own[at + j] += steps[t][i] * steps[t - l][j];
                    }
                }
            }
        }
        long left = (lags + 1) * square * square;
        for (int at = 0; at < own.length; at++) {
            // an entry of a positive semi-definite matrix whose norm is within the bound is at most r²
            if (Math.abs(own[at]) > square || own[at] * own[at] > left / times(at)) {
                return false;
            }
            left -= times(at) * own[at] * own[at];
        }
        return true;
    }
}
