// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.sites;

import io.hedgerow.core.internal.search.sums.SiteAgreement;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.IntStream;

/**
 * Estimates the excess kurtosis of noises from that of the observed columns. Fourth cumulants of columns in their
 * deviations are those of the noises times the fourth powers of total effects A = (I − B)⁻¹, so those of the noises
 * follow in the order of causes, as k = M κ. O(d³) at most.
 */
public final class NoiseTails {

    /** The excess kurtosis of a Laplace distribution is 3, of a uniform one −1.2. */
    private static final double TAILS = 0.5;

    private final double kurtosis;
    private final double weights;
    private final boolean surely;

    private NoiseTails(double kurtosis, double weights, boolean surely) {
        this.kurtosis = kurtosis;
        this.weights = weights;
        this.surely = surely;
    }

    /**
     * Takes a network of d columns in their deviations.
     *
     * @param rows n of the fourth moments
     * @param order of the columns, causes first
     * @param b [i, j] of i → j, row by row; 0 without an edge
     * @param noise v: the share of each column's variance that its causes leave, [d]
     * @param excess kurtosis of each column, less that of normal noises, [d]
     * @param spread of the estimates of two columns: n / 24 times their covariance when noises are normal
     */
    public static NoiseTails of(
            double rows,
            int[] order,
            double[] b,
            double[] noise,
            double[] excess,
            ToDoubleBiFunction<Integer, Integer> spread) {
        int d = order.length;
        double[] m = cumulants(order, b);
        double weights = 0;
        double squares = 0;
        for (int j = 0; j < d; j++) {
            double own = 0;
            double variance = 0;
            int from = j * d;
            int[] used = IntStream.range(0, d).filter(i -> m[from + i] != 0).toArray();
            for (int i : used) {
                own += m[from + i] * excess[i];
                for (int k : used) {
                    variance += m[from + i] * m[from + k] * spread.applyAsDouble(i, k);
                }
            }
            variance = Math.max(variance, spread.applyAsDouble(j, j));
            // own / v_j² is weighted by the inverse square of its error; v_j cancels here, and may be 0
            squares += rows * own * own / (24 * variance) - 1;
            weights += rows * StrictMath.pow(noise[j], 4) / (24 * variance);
        }
        double mean = squares / weights;
        double byChance = d * (SiteAgreement.quantile(d, SiteAgreement.SURELY) - 1);
        return new NoiseTails(Math.sqrt(Math.max(0, mean)), weights, mean > TAILS * TAILS && squares > byChance);
    }

    /** M, [d, d]: from fourth cumulants of columns to those of noises. */
    private static double[] cumulants(int[] order, double[] b) {
        int d = order.length;
        double[] effect = new double[d * d];
        double[] m = new double[d * d];
        for (int j : order) {
            effect[j * (d + 1)] = 1;
            m[j * (d + 1)] = 1;
            int[] parents = IntStream.range(0, d).filter(p -> b[p * d + j] != 0).toArray();
            for (int a = 0; a < d; a++) {
                double total = 0;
                for (int p : parents) {
                    total += b[p * d + j] * effect[a * d + p];
                }
                if (total != 0 && a != j) {
                    effect[a * d + j] = total;
                    double fourth = StrictMath.pow(total, 4);
                    for (int i = 0; i < d; i++) {
                        m[j * d + i] -= fourth * m[a * d + i];
                    }
                }
            }
        }
        return m;
    }

    /**
     * Whether the columns have enough of the noises in them to tell: the standard error of the kurtosis is at most what
     * is notable. Where causes that are no columns, as categories are, determine all of them, it is not.
     */
    public boolean tells() {
        return weights * TAILS * TAILS >= 1;
    }

    /** Root of the weighted mean square of the noises' excess kurtoses, less the part of chance. */
    public double kurtosis() {
        return kurtosis;
    }

    /** Whether that is notable, and more than chance gives once in a thousand studies. */
    public boolean surely() {
        return surely;
    }
}
