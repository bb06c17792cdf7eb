// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release.histogram;

import io.hedgerow.core.internal.feature.moments.FeatureMap;
import io.hedgerow.core.internal.feature.moments.FeatureMoments;
import io.hedgerow.core.model.Parameters;

/**
 * Noisy moments of curves from a private release. Public by post-processing.
 *
 * <p>Symbols: F columns; w their weights; S: [F + 1, F + 1], the released sum of u uᵀ; S_00 is proportional to the
 * number of rows of length R, so
 *
 * <pre>M = S / (4 S_00), m_a = 2 M_0a / w_a, G_ab = M_ab / (w_a w_b) − m_a m_b</pre>
 *
 * <p>σ the noise of a diagonal entry of M, which is in units of weighted columns. Immutable.
 */
public final class NoisyFeatures {

    /** The least share of S_00: shortening rows cannot change it by more, so noise did. */
    private static final double LEAST_SHARE = 0.25;

    private final FeatureMap map;
    private final double[] mean;
    private final double[] covariance;
    private final double radius;
    private final double sigma;
    private final double rows;

    private NoisyFeatures(
            FeatureMap map, double[] mean, double[] covariance, double radius, double sigma, double rows) {
        this.map = map;
        this.mean = mean;
        this.covariance = covariance;
        this.radius = radius;
        this.sigma = sigma;
        this.rows = rows;
    }

    /** Computes the moments from the sum of all sites. */
    public static NoisyFeatures of(CurveDesign design, FeatureMap map, Parameters sum, int sites, long totalRows) {
        int size = design.made() + 1;
        double[] products = design.released(2, sum);
        double square = CurveDesign.CONSTANT * CurveDesign.CONSTANT;
        double expected = totalRows * square / (design.radius() * design.radius());
        double constant = Math.max(LEAST_SHARE * expected, Math.min(expected / LEAST_SHARE, products[0]));
        double share = square / constant;
        double[] mean = new double[size - 1];
        double[] covariance = new double[mean.length * mean.length];
        for (int a = 0; a < mean.length; a++) {
            mean[a] = share * products[1 + a] / (CurveDesign.CONSTANT * CurveDesign.weight(a));
        }
        int at = size;
        for (int a = 0; a < mean.length; a++) {
            for (int b = a; b < mean.length; b++) {
                double weights = CurveDesign.weight(a) * CurveDesign.weight(b);
                double value = share * products[at++] / weights - mean[a] * mean[b];
                covariance[a * mean.length + b] = value;
                covariance[b * mean.length + a] = value;
            }
        }
        double sigma = design.products(map).sigma() * Math.sqrt(sites) * share;
        return new NoisyFeatures(map, mean, covariance, design.radius(), sigma, totalRows);
    }

    public FeatureMap map() {
        return map;
    }

    /** [F, F], a copy; not always positive definite. */
    public double[] covariance() {
        return covariance.clone();
    }

    public double radius() {
        return radius;
    }

    public double sigma() {
        return sigma;
    }

    public double rows() {
        return rows;
    }

    public FeatureMoments with(double[] denoised) {
        return new FeatureMoments(map, rows, mean, denoised);
    }
}
