// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.accounting;

/**
 * Converts Rényi differential privacy to (ε, δ): {@code ε = R(α) + ln(1 − 1/α) − (ln δ + ln α)/(α − 1)}, Canonne,
 * Kamath and Steinke 2020 (arXiv 2004.00010), proposition 12. Any order gives a valid bound; the search over α only
 * makes it small.
 */
public final class RenyiConversion {
    /** Relative error of a curve, and of a sum of them, generous. */
    public static final double CURVE_ERROR = 4e-12;

    private static final double LOW = StrictMath.log(1e-5);
    private static final double HIGH = StrictMath.log(1e7);

    private RenyiConversion() {}

    /** The least ε over all orders, rounded up; at least 0. Infinite when δ is 0. */
    public static double epsilon(RenyiCurve curve, double delta) {
        if (delta == 0) {
            return Double.POSITIVE_INFINITY;
        }
        double epsilon = at(curve, order(curve, delta), delta);
        return epsilon >= 0
                ? epsilon
                : Double.POSITIVE_INFINITY; // a curve beyond the range of doubles promises nothing
    }

    /** The order at which the conversion is best, for δ &gt; 0. */
    public static double order(RenyiCurve curve, double delta) {
        double logDelta = StrictMath.log(delta);
        return 1 + StrictMath.exp(Search.argMin(u -> unrounded(curve, StrictMath.exp(u), logDelta), LOW, HIGH));
    }

    /** ε at one order, rounded up; at least 0. */
    public static double at(RenyiCurve curve, double alpha, double delta) {
        double before = alpha - 1;
        double logDelta = StrictMath.log(delta);
        double value = unrounded(curve, before, logDelta);
        double magnitude = curve.at(alpha) + (Math.abs(logDelta) + StrictMath.log(alpha)) / before;
        return Math.max(0, value + 1e-14 * magnitude + CURVE_ERROR * curve.at(alpha));
    }

    private static double unrounded(RenyiCurve curve, double before, double logDelta) {
        double alpha = 1 + before;
        return curve.at(alpha) + StrictMath.log1p(-1 / alpha) - (logDelta + StrictMath.log(alpha)) / before;
    }
}
