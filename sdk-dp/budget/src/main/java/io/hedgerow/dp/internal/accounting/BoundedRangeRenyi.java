// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.accounting;

/**
 * The closed form of {@link RenyiCurve#boundedRange}: relative error below 2e-12, by three formulas of which each is
 * free of cancellation in its range.
 */
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

    /** Gauss-Legendre with eight points on [−1, 1]: the nodes above 0 and their weights. */
    private static final double[] NODES = {
        0.18343464249564978, 0.525532409916329, 0.7966664774136267, 0.9602898564975362
    };

    private static final double[] WEIGHTS = {
        0.36268378337836166, 0.3137066458778869, 0.22238103445337443, 0.10122853629037706
    };

    private BoundedRangeRenyi() {}

    static double at(double epsilon0, double alpha) {
        double before = alpha - 1;
        if (alpha * epsilon0 < 2) {
            // R(α) = ε₀·(mean of ψ' over [(α−1)ε₀, αε₀] + mean of ψ' over [ε₀, αε₀]): nothing cancels.
            return epsilon0 * (meanSlope(before * epsilon0, alpha * epsilon0) + meanSlope(epsilon0, alpha * epsilon0));
        }
        if (before * epsilon0 < 1) {
            return psi(alpha * epsilon0) - psi(before * epsilon0) + epsilon0 * meanSlope(epsilon0, alpha * epsilon0);
        }
        // ψ(y) = y/2 + ln(1 − e^(−y)) − ln y, with the large parts cancelled by hand.
        double value = epsilon0 * (2 * alpha - 1) / (2 * before)
                + StrictMath.log1p(-1 / alpha)
                - (StrictMath.log(alpha * epsilon0) + psi(epsilon0)) / before
                + alpha / before * StrictMath.log1p(-StrictMath.exp(-alpha * epsilon0))
                - StrictMath.log1p(-StrictMath.exp(-before * epsilon0));
        return value <= epsilon0 ? value : epsilon0; // also where the range of doubles is left
    }

    /** The mean of ψ' over an interval no longer than 2: ψ' is analytic up to ±2πi, so eight points give 1e-14. */
    private static double meanSlope(double from, double to) {
        double middle = 0.5 * (from + to);
        double half = 0.5 * (to - from);
        double sum = 0;
        for (int k = 0; k < NODES.length; k++) {
            sum += WEIGHTS[k] * (slope(middle - half * NODES[k]) + slope(middle + half * NODES[k]));
        }
        return 0.5 * sum;
    }

    /** ψ'(y) = coth(y/2)/2 − 1/y, y ≥ 0. */
    private static double slope(double y) {
        if (y >= 1) {
            return 0.5 / StrictMath.tanh(0.5 * y) - 1 / y;
        }
        double square = y * y;
        double sum = 0;
        for (int m = SERIES.length - 1; m >= 0; m--) {
            sum = square * sum + 2 * (m + 1) * SERIES[m];
        }
        return y * sum;
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
