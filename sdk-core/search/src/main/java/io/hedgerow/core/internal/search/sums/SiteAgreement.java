// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.sums;

import io.hedgerow.core.internal.search.regression.MomentMatrix;
import org.apache.commons.math3.distribution.ChiSquaredDistribution;

/**
 * The null distribution of the disagreement φ of {@link WithinSites}: with sites of one normal population it is about
 * χ²_ν / ν. Each of the m pairs has K − 1 degrees of freedom, but pairs depend on each other, so
 *
 * <pre>ν = (K − 1) m² / Σ_pq ρ_pq²</pre>
 *
 * <p>with ρ_pq the correlation of the estimates of two correlations (Olkin and Siotani 1976).
 */
public final class SiteAgreement {

    /** The probability with which chance is taken for a misfit. */
    public static final double SURELY = 1e-3;

    /** Pairs whose dependence is computed; of more, as many at equal distances stand for all. */
    private static final int MOST_PAIRS = 1200;
    /** A correlation nearer to 1 has practically no finite transform. */
    private static final double LARGEST = 1 - 1e-9;

    private SiteAgreement() {}

    /** ν. */
    static double freedom(int variables, double sites, double[] covariance) {
        double[] r = MomentMatrix.correlation(variables, covariance);
        int pairs = variables * (variables - 1) / 2;
        int step = Math.max(1, pairs / MOST_PAIRS);
        int[] one = new int[pairs / step + 1];
        int[] other = new int[one.length];
        int count = 0;
        int at = 0;
        for (int i = 0; i < variables; i++) {
            for (int j = 0; j < i; j++) {
                if (at++ % step == 0) {
                    one[count] = i;
                    other[count++] = j;
                }
            }
        }
        double off = 0;
        for (int p = 0; p < count; p++) {
            for (int q = 0; q < p; q++) {
                double rho = correlation(r, variables, one[p], other[p], one[q], other[q]);
                off += 2 * rho * rho;
            }
        }
        double mean = count > 1 ? off / (count * (count - 1.0)) : 0;
        return (sites - 1) * pairs / (1 + (pairs - 1) * mean);
    }

    /** The correlation of the estimates of r_ij and r_kl. */
    private static double correlation(double[] r, int d, int i, int j, int k, int l) {
        double ij = r[i * d + j];
        double kl = r[k * d + l];
        double ik = r[i * d + k];
        double il = r[i * d + l];
        double jk = r[j * d + k];
        double jl = r[j * d + l];
        if (Math.abs(ij) > LARGEST || Math.abs(kl) > LARGEST) {
            return 1;
        }
        double covariance = 0.5 * ij * kl * (ik * ik + il * il + jk * jk + jl * jl)
                + ik * jl
                + il * jk
                - (ij * ik * il + ij * jk * jl + ik * jk * kl + il * jl * kl);
        double rho = covariance / ((1 - ij * ij) * (1 - kl * kl));
        return Math.max(-1, Math.min(1, rho));
    }

    /** The value that φ exceeds by chance with a probability. */
    public static double quantile(double freedom, double exceeded) {
        return new ChiSquaredDistribution(freedom).inverseCumulativeProbability(1 - exceeded) / freedom;
    }
}
