// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.accounting.loss;

import io.hedgerow.dp.internal.accounting.NormalTail;

/**
 * A discrete law of the privacy loss on the lattice {@code x_j = (first + j)·step}: mass[j] at x_j under the first
 * output law, and mass at infinity. Its hockey-stick curve is {@code H(x) = Σ mass[j]·(1 − e^(x − x_j))₊ + infinite}.
 *
 * <p>Immutable by convention: the array is shared inside the package and never written after construction.
 */
public final class LossDistribution {
    /** The number of standard deviations beyond which a Gaussian call decides nothing: φ(12) &lt; 1e-31. */
    private static final double FAR = 12;

    private static final double NOTHING = 1e-31;

    private static final int STRETCH = 64;

    private final double step;
    private final long first;
    private final double[] mass;
    private final double infinite;

    public LossDistribution(double step, long first, double[] mass, double infinite) {
        this.step = step;
        this.first = first;
        this.mass = mass;
        this.infinite = infinite;
    }

    /**
     * The law whose curve joins the points (x_k, f[k]), k ≥ 0, by chords in e^x, and is symmetric: {@code f(−x) = 1 −
     * e^(−x) + e^(−x)·f(x)}. Its curve is never below a convex one through the same points.
     *
     * @param f values at 0, step, 2·step, ...; decreasing
     * @param scale a factor on every mass, at least 1
     * @param infinite further mass at infinity
     */
    static LossDistribution ofCurve(double[] f, double step, double scale, double infinite) {
        int last = f.length - 1;
        double[] mass = new double[2 * last + 1];
        double unit = StrictMath.expm1(step);
        double growth = StrictMath.exp(step);
        double shrink = StrictMath.exp(-step);
        double before = (f[0] - f[1] * shrink + StrictMath.expm1(-step)) / -StrictMath.expm1(-step);
        for (int k = 0; k <= last; k++) {
            // The factor e^(x_k) of p_k = e^(x_k)·(slope_k − slope_(k−1)) is inside both slopes.
            double slope = k < last ? (f[k + 1] - f[k]) / unit : 0;
            mass[last + k] = scale * Math.max(0, slope - before);
            before = slope * growth;
        }
        for (int k = 1; k <= last; k++) {
            mass[last - k] = StrictMath.exp(-k * step) * mass[last + k];
        }
        return new LossDistribution(step, -last, mass, scale * f[last] + infinite);
    }

    public double step() {
        return step;
    }

    long first() {
        return first;
    }

    double[] mass() {
        return mass;
    }

    double infinite() {
        return infinite;
    }

    double bottom() {
        return first * step;
    }

    double top() {
        return (first + mass.length - 1) * step;
    }

    /** ln Σ mass·e^(θx) over the finite losses. */
    double logMoment(double theta) {
        int low = 0;
        int high = mass.length - 1;
        while (low < high && !(mass[low] > 0)) {
            low++;
        }
        while (high > low && !(mass[high] > 0)) {
            high--;
        }
        // From the end with the largest exponential inwards: within a stretch the exponential is a product that falls.
        int points = high - low + 1;
        int end = theta > 0 ? high : low;
        int inwards = theta > 0 ? -1 : 1;
        double shrink = StrictMath.exp(-Math.abs(theta) * step);
        double sum = 0;
        for (int start = 0; start < points; start += STRETCH) {
            double factor = StrictMath.exp(-Math.abs(theta) * start * step);
            for (int j = start; j < Math.min(points, start + STRETCH); j++) {
                sum += mass[end + inwards * j] * factor;
                factor *= shrink;
            }
        }
        double peak = theta * (first + end) * step;
        return peak + StrictMath.log(sum);
    }

    /** δ at ε = x after this loss and one Gaussian call of parameter mu (0 for none), rounded up. */
    public double delta(double mu, double x) {
        double sum = 0;
        for (int j = mass.length - 1; j >= 0; j--) {
            double rest = x - (first + j) * step;
            if (rest > FAR * mu + 0.5 * mu * mu || (mu == 0 && rest >= 0)) {
                sum += mu == 0 ? 0 : NOTHING;
                break;
            }
            if (mass[j] > 0) {
                sum += mass[j] * one(mu, rest);
            }
        }
        return sum * (1 + 1e-12) + infinite;
    }

    private static double one(double mu, double rest) {
        // Far below zero the Gaussian call hides nothing: 1 − e^rest, and e^rest·δ(−rest) more.
        return rest < -FAR * mu ? -StrictMath.expm1(rest) + NOTHING : NormalTail.upperDelta(mu, rest);
    }
}
