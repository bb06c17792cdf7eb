// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.denoise.table;

import org.apache.commons.math3.special.Gamma;

/**
 * The density of a noisy count when its mean is not known: Σ_c NB(c) N(c̃ − c; s²), where the number c of rows is
 * Poisson with a mean of prior Gamma(a, b), so NB(c) = Γ(c + a) / (Γ(a) c!) (b / (1 + b))^a (1 + b)^−c. Without noise,
 * cells with a = α / q together are BDeu but for a constant. Immutable.
 *
 * <p>The sum is one term at 0 and an integral from ½ on, with Γ(c + a) / c! ≈ (c + a / 2)^(a − 1), which is right to a
 * thousandth from 1 on.
 */
final class CellEvidence {

    private static final double REACH = 8;
    private static final int POINTS = 96;
    private static final int STEPS = 50;
    private static final double CLOSE = 1e-10;
    private static final double LOG_ROOT_TWO_PI = 0.5 * Math.log(2 * Math.PI);

    private final double a;
    private final double variance;
    private final double deviation;
    private final double logZero;
    private final double logGamma;
    private final double decay;

    /** Of cells alike, with prior rows a of each, their expected mean, and the variance of the noise; all above 0. */
    CellEvidence(double a, double mean, double variance) {
        this.a = a;
        this.variance = variance;
        this.deviation = Math.sqrt(variance);
        double b = a / mean;
        this.logZero = a * Math.log(b / (1 + b));
        this.logGamma = Gamma.logGamma(a);
        this.decay = Math.log1p(b);
    }

    /** The logarithm of the density. */
    double log(double count) {
        double low = Math.max(0.5, count - REACH * deviation);
        double high = Math.max(low, count) + REACH * deviation;
        double[] terms = new double[POINTS + 1];
        terms[POINTS] = logZero + logNormal(count, variance);
        double largest = terms[POINTS];
        // near 0 the prior is steep, far from it the noise is narrow
        boolean geometric = low < 2 * deviation;
        double from = geometric ? Math.log(low) : low;
        double step = ((geometric ? Math.log(high) : high) - from) / POINTS;
        for (int k = 0; k < POINTS; k++) {
            double at = from + (k + 0.5) * step;
            double rows = geometric ? Math.exp(at) : at;
            terms[k] = logZero
                    - logGamma
                    + (a - 1) * Math.log(rows + a / 2)
                    - rows * decay
                    + logNormal(count - rows, variance)
                    + Math.log(step)
                    + (geometric ? at : 0);
            largest = Math.max(largest, terms[k]);
        }
        double sum = 0;
        for (double term : terms) {
            sum += Math.exp(term - largest);
        }
        return largest + Math.log(sum);
    }

    /**
     * The logarithm of the density of a Poisson number with a known mean and noise of some variance, by its saddle
     * point: K(θ) = e (exp θ − 1) + s² θ² / 2, K'(θ) = c̃.
     */
    static double logKnown(double count, double mean, double variance) {
        // right of the root of a convex function: steps go down to it
        double theta = count > mean ? Math.min(Math.log(count / mean), (count - mean) / variance) : 0;
        for (int step = 0; step < STEPS; step++) {
            double grown = mean * Math.exp(theta);
            double down = (grown + variance * theta - count) / (grown + variance);
            theta -= down;
            if (down < CLOSE) {
                break;
            }
        }
        double height = mean * Math.expm1(theta) + variance * theta * theta / 2 - theta * count;
        return height - 0.5 * Math.log(mean * Math.exp(theta) + variance) - LOG_ROOT_TWO_PI;
    }

    private static double logNormal(double difference, double variance) {
        return -difference * difference / (2 * variance) - 0.5 * Math.log(variance) - LOG_ROOT_TWO_PI;
    }
}
