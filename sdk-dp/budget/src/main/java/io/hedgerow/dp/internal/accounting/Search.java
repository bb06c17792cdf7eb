// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.accounting;

import java.util.function.DoubleUnaryOperator;

/** One-dimensional searches whose imprecision never makes a result unsafe. */
public final class Search {
    private static final double GOLDEN = 0.5 * (Math.sqrt(5) - 1);
    private static final int SCAN = 200;

    /** The most evaluations of an expensive function. False position needs about ten. */
    private static final int MOST_EVALUATIONS = 200;

    private Search() {}

    /**
     * The least x ≥ 0 with f(x) ≤ target for a decreasing f. The x returned has been evaluated and meets the target.
     *
     * @param f decreasing
     * @param target a bound that f must not exceed
     * @param scale where to look first, &gt; 0
     * @return x, at most 1e-13 (relative) too large; infinite when f never falls to the target, or is no number. At
     *     most 2200 evaluations: twice as far up to the largest double, half as near down to the least
     */
    public static double leastBelow(DoubleUnaryOperator f, double target, double scale) {
        double low = 0;
        if (f.applyAsDouble(0) <= target) {
            return 0;
        }
        double high = scale;
        while (!(f.applyAsDouble(high) <= target)) {
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

    /**
     * Like {@link #leastBelow} for an expensive f whose logarithm is smooth: false position on the logarithm, at most
     * 1e-9 (relative) too large, or the best of {@value #MOST_EVALUATIONS} evaluations.
     */
    public static double leastBelowSmooth(DoubleUnaryOperator f, double target, double scale) {
        double low = 0;
        double atLow = logRatio(f, 0, target);
        if (atLow <= 0) {
            return 0;
        }
        double high = scale;
        double atHigh = logRatio(f, high, target);
        int evaluations = 2;
        for (; !(atHigh <= 0); evaluations++) {
            low = high;
            atLow = atHigh;
            high *= 2;
            if (high == Double.POSITIVE_INFINITY || evaluations == MOST_EVALUATIONS) {
                return Double.POSITIVE_INFINITY;
            }
            atHigh = logRatio(f, high, target);
        }
        int sides = 0;
        for (; high - low > 1e-9 * high && evaluations < MOST_EVALUATIONS; evaluations++) {
            double margin = 3e-10 * high;
            // Aim a little to the other side of the root than last time: the bracket then closes from both ends.
            double guess = high - atHigh * (high - low) / (atHigh - atLow) + (sides > 0 ? -margin : margin);
            double inside = Math.min(Math.max(guess, low + margin), high - margin);
            double x = Math.abs(sides) < 3 ? inside : 0.5 * (low + high);
            double at = logRatio(f, x, target);
            if (at <= 0) {
                sides = Math.max(sides, 0) + 1;
                high = x;
                atHigh = at;
            } else {
                sides = Math.min(sides, 0) - 1;
                low = x;
                atLow = at;
            }
            if (Math.abs(sides) >= 4) {
                sides = 0;
            }
        }
        return high;
    }

    private static double logRatio(DoubleUnaryOperator f, double x, double target) {
        // At most −745: an infinite value would end the interpolation.
        return StrictMath.log(Math.max(f.applyAsDouble(x) / target, Double.MIN_VALUE));
    }

    /** The point where f is least on [low, high]: a coarse scan, then golden section around its best point. */
    public static double argMin(DoubleUnaryOperator f, double low, double high) {
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
