// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.denoise;

/**
 * The mean of a clipped log square as a function of the variance, and its inverse, for a normal variable:
 *
 * <pre>
 * E clamp(ln x², lo, hi),  x ~ N(0, s²),   ln x² = ln s² + t,   t with density e^{(t − e^t)/2} / √(2π)
 * </pre>
 *
 * <p>Increasing in ln s², so the inverse is found by bisection. For another distribution of the same variance the
 * inverse is off by a factor that depends on the shape only: a smaller value for heavy tails. Immutable.
 */
public final class LogSquareBias {

    private static final double FIRST = -60;
    private static final double STEP = 0.01;
    private static final int POINTS = 6601;

    /** Sums of the weights of all grid points before one, and of the weights times t: the same for all ranges. */
    private static final double[] WEIGHT_BEFORE = new double[POINTS + 1];

    private static final double[] FIRST_MOMENT_BEFORE = new double[POINTS + 1];

    static {
        for (int k = 0; k < POINTS; k++) {
            double weight = STEP / Math.sqrt(2 * Math.PI) * StrictMath.exp(0.5 * (t(k) - StrictMath.exp(t(k))));
            WEIGHT_BEFORE[k + 1] = WEIGHT_BEFORE[k] + weight;
            FIRST_MOMENT_BEFORE[k + 1] = FIRST_MOMENT_BEFORE[k] + weight * t(k);
        }
    }

    private final double lo;
    private final double hi;

    public LogSquareBias(double lo, double hi) {
        this.lo = lo;
        this.hi = hi;
    }

    private static double t(int k) {
        return FIRST + k * STEP;
    }

    /** The expectation at ln s². */
    public double mean(double logVariance) {
        int from = pointsBelow(lo - logVariance);
        int to = pointsBelow(hi - logVariance);
        return lo * WEIGHT_BEFORE[from]
                + logVariance * (WEIGHT_BEFORE[to] - WEIGHT_BEFORE[from])
                + FIRST_MOMENT_BEFORE[to]
                - FIRST_MOMENT_BEFORE[from]
                + hi * (WEIGHT_BEFORE[POINTS] - WEIGHT_BEFORE[to]);
    }

    private static int pointsBelow(double t) {
        return (int) Math.max(0, Math.min(POINTS, Math.ceil((t - FIRST) / STEP)));
    }

    /** ln s², within [lo, hi], whose expectation is nearest to the given mean. */
    public double logVariance(double mean) {
        double low = lo;
        double high = hi;
        for (int k = 0; k < 60; k++) {
            double middle = 0.5 * (low + high);
            if (mean(middle) < mean) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return 0.5 * (low + high);
    }
}
