// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.lingam.contrast;

import java.util.Arrays;

/**
 * Sums over rows that measure departure from normality, for each of several standardised variables u: Σ log cosh u and
 * Σ u exp(−u² / 2). Sums of two sets of rows are added. For a variable of mean 0 and variance 1 they measure how far it
 * is from Gaussian (Hyvärinen 1998, as in Hyvärinen and Smith 2013):
 *
 * <pre>J(u) = k₁ (E log cosh u − γ)² + k₂ (E u exp(−u² / 2))²,  entropy H(u) = H(ν) − J(u), ν standard Gaussian</pre>
 *
 * <p>k₁ and k₂ are 1 / (2 · variance of the squared term, in units of n⁻¹, when u is Gaussian and has been
 * standardised). The papers have 79.047 for k₁. So 2 n J is then about χ² with two degrees of freedom, and P(n J &gt;
 * t) = e⁻ᵗ. As sensitive as the rows. Immutable.
 */
public final class ContrastSums {

    static final double GAMMA = 0.374567207491438;

    static final double K1 = 79.01556728332669;
    static final double K2 = 36 / (8 * Math.sqrt(3) - 9);

    private final long rows;
    private final double[] even;
    private final double[] odd;

    ContrastSums(long rows, double[] even, double[] odd) {
        this.rows = rows;
        this.even = even;
        this.odd = odd;
    }

    ContrastSums plus(ContrastSums other) {
        double[] evens = even.clone();
        double[] odds = odd.clone();
        for (int k = 0; k < evens.length; k++) {
            evens[k] += other.even[k];
            odds[k] += other.odd[k];
        }
        return new ContrastSums(Math.addExact(rows, other.rows), evens, odds);
    }

    /** The sums of these variables, then of the other's, over the same rows. */
    ContrastSums followedBy(ContrastSums other) {
        return new ContrastSums(rows, joined(even, other.even), joined(odd, other.odd));
    }

    private static double[] joined(double[] first, double[] second) {
        double[] all = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, all, first.length, second.length);
        return all;
    }

    int size() {
        return even.length;
    }

    double even(int k) {
        return even[k];
    }

    double odd(int k) {
        return odd[k];
    }

    public double negentropy(int k) {
        double first = even[k] / rows - GAMMA;
        double second = odd[k] / rows;
        return K1 * first * first + K2 * second * second;
    }
}
