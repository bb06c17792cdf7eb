package io.hedgerow.dp.accounting;

/** The closed form behind {@link RenyiCurve#boundedRange}: relative error below 2e-12, with a switch for large orders. */
final class BoundedRangeRenyi {
    /** B₂ₘ / (2m·(2m)!), m = 1..10: the series of ψ in y². */
    private static final double[] SERIES = {
        1 / 24.0,
        -1 / 2880.0,
        1 / 181440.0,
        -1 / 9676800.0,
        1 / 479001600.0,
        -691.0 / 15692092416000.0,
        1 / 1046139494400.0,
        -2.1185501852016142e-14,
        4.770034475709914e-16,
        -1.087434349279031e-17,
    };

    private BoundedRangeRenyi() {}

    static double at(double epsilon0, double alpha) {
        double before = alpha - 1;
        if (before * epsilon0 < 1) {
            return (alpha * psi(alpha * epsilon0) - psi(epsilon0)) / before - psi(before * epsilon0);
        }
        // ψ(y) = y/2 + ln(1 − e^(−y)) − ln y, with the large parts cancelled by hand.
        double value = epsilon0 * (2 * alpha - 1) / (2 * before)
                + StrictMath.log1p(-1 / alpha)
                - (StrictMath.log(alpha * epsilon0) + psi(epsilon0)) / before
                + alpha / before * StrictMath.log1p(-StrictMath.exp(-alpha * epsilon0))
                - StrictMath.log1p(-StrictMath.exp(-before * epsilon0));
        return Math.min(value, epsilon0);
    }

    /** ψ(y) = ln(sinh(y/2) / (y/2)), y ≥ 0. */
    static double psi(double y) {
        if (y >= 1) {
            return 0.5 * y + StrictMath.log1p(-StrictMath.exp(-y)) - StrictMath.log(y);
        }
        double square = y * y;
        double sum = 0;
        for (int m = SERIES.length - 1; m >= 0; m--) {
            sum = square * (sum + SERIES[m]);
        }
        return sum;
    }
}
