package io.hedgerow.dp.solver;

/**
 * The mean of a clipped log square as a function of the variance, and its inverse, for a normal variable:
 *
 * <pre>
 * E clamp(ln x², lo, hi),  x ~ N(0, s²),   ln x² = ln s² + t,   t with density e^{(t − e^t)/2} / √(2π)
 * </pre>
 *
 * <p>Increasing in ln s², so the inverse is found by bisection. For another distribution of the same variance the inverse
 * is off by a factor that depends on the shape only: a smaller value for heavy tails. Immutable.
 */
final class LogSquareBias {

    private static final double FIRST = -60;
    private static final double LAST = 6;
    private static final int POINTS = 6601;

    private final double lo;
    private final double hi;
    private final double[] weight = new double[POINTS];

    LogSquareBias(double lo, double hi) {
        this.lo = lo;
        this.hi = hi;
        double total = 0;
        for (int k = 0; k < POINTS; k++) {
            double t = t(k);
            weight[k] = StrictMath.exp(0.5 * (t - StrictMath.exp(t)));
            total += weight[k];
        }
        for (int k = 0; k < POINTS; k++) {
            weight[k] /= total;
        }
    }

    private static double t(int k) {
        return FIRST + k * ((LAST - FIRST) / (POINTS - 1));
    }

    /** The expectation at ln s². */
    double mean(double logVariance) {
        double sum = 0;
        for (int k = 0; k < POINTS; k++) {
            sum += weight[k] * Math.max(lo, Math.min(hi, logVariance + t(k)));
        }
        return sum;
    }

    /** ln s², within [lo, hi], whose expectation is nearest to the given mean. */
    double logVariance(double mean) {
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
