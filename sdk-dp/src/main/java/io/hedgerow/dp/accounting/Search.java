package io.hedgerow.dp.accounting;

import java.util.function.DoubleUnaryOperator;

/** One-dimensional searches whose imprecision never makes a result unsafe. */
final class Search {
    private static final double GOLDEN = 0.5 * (Math.sqrt(5) - 1);
    private static final int SCAN = 200;

    private Search() {}

    /**
     * The least x ≥ 0 with f(x) ≤ target for a decreasing f. The x returned has been evaluated and meets the target.
     *
     * @param f decreasing
     * @param target what f must not exceed
     * @param scale where to look first, &gt; 0
     * @return x, at most 1e-13 (relative) too large; infinite when f never falls to the target
     */
    static double leastBelow(DoubleUnaryOperator f, double target, double scale) {
        double low = 0;
        if (f.applyAsDouble(0) <= target) {
            return 0;
        }
        double high = scale;
        while (f.applyAsDouble(high) > target) {
            low = high;
            high *= 2;
            if (high == Double.POSITIVE_INFINITY) {
                return high;
            }
        }
        return bisect(f, target, low, high);
    }

    private static double bisect(DoubleUnaryOperator f, double target, double from, double to) {
        double low = from;
        double high = to;
        while (high - low > 1e-13 * high) {
            double middle = 0.5 * (low + high);
            if (!(middle > low && middle < high)) {
                break;
            }
            if (f.applyAsDouble(middle) <= target) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return high;
    }

    /** Where f is least on [low, high]: a coarse scan, then golden section around its best point. */
    static double argMin(DoubleUnaryOperator f, double low, double high) {
        double step = (high - low) / SCAN;
        double best = low;
        double bestValue = Double.POSITIVE_INFINITY;
        for (int k = 0; k <= SCAN; k++) {
            double x = low + k * step;
            double value = f.applyAsDouble(x);
            if (value < bestValue) {
                best = x;
                bestValue = value;
            }
        }
        double a = Math.max(low, best - step);
        double b = Math.min(high, best + step);
        double c = b - GOLDEN * (b - a);
        double d = a + GOLDEN * (b - a);
        double fc = f.applyAsDouble(c);
        double fd = f.applyAsDouble(d);
        for (int k = 0; k < 45; k++) {
            if (fc < fd) {
                b = d;
                d = c;
                fd = fc;
                c = b - GOLDEN * (b - a);
                fc = f.applyAsDouble(c);
            } else {
                a = c;
                c = d;
                fc = fd;
                d = a + GOLDEN * (b - a);
                fd = f.applyAsDouble(d);
            }
        }
        double x = 0.5 * (a + b);
        return f.applyAsDouble(x) <= bestValue ? x : best;
    }
}
