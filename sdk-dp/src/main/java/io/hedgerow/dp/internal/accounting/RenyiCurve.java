// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.accounting;

/**
 * Rényi differential privacy at every order: an upper bound R(α) of the Rényi divergence between the outputs on
 * adjacent data sets, for α &gt; 1 (Mironov 2017). Curves of successive, even adaptively chosen, calls add up.
 */
@FunctionalInterface
public interface RenyiCurve {
    RenyiCurve ZERO = alpha -> 0;

    double at(double alpha);

    default RenyiCurve plus(RenyiCurve other) {
        return alpha -> at(alpha) + other.at(alpha);
    }

    default RenyiCurve times(long count) {
        return alpha -> count * at(alpha);
    }

    /** Gaussian noise of total μ² = muSquared: R(α) = αμ²/2. */
    static RenyiCurve gaussian(double muSquared) {
        return alpha -> 0.5 * alpha * muSquared;
    }

    /** Zero-concentrated differential privacy: R(α) = ρα (Bun and Steinke 2016). */
    static RenyiCurve concentrated(double rho) {
        return alpha -> rho * alpha;
    }

    /**
     * Pure ε-differential privacy. Randomised response is the worst case: {@code R(α) = ln[cosh((α − ½)ε) / cosh(ε/2)]
     * / (α − 1)}.
     */
    static RenyiCurve pure(double epsilon) {
        return alpha -> {
            double a = alpha * epsilon;
            double b = (alpha - 1) * epsilon;
            if (a > 30) {
                return epsilon
                        - (StrictMath.log1p(StrictMath.exp(-epsilon)) - StrictMath.exp(epsilon - 2 * a)) / (alpha - 1);
            }
            // The difference of the two cosh is a product: nothing cancels for small ε.
            double excess = 2 * StrictMath.sinh(0.5 * a) * StrictMath.sinh(0.5 * b) / StrictMath.cosh(0.5 * epsilon);
            return StrictMath.log1p(excess) / (alpha - 1);
        };
    }

    /**
     * Laplace noise of scale b in units of the sensitivity (Mironov 2017, proposition 6), with λ = 1/b: {@code R(α) =
     * ln[(α·e^((α−1)λ) + (α − 1)·e^(−αλ)) / (2α − 1)] / (α − 1)}.
     */
    static RenyiCurve laplace(double scale) {
        double lambda = 1 / scale;
        return alpha -> {
            double a = (alpha - 1) * lambda;
            double b = alpha * lambda;
            if (a > 30) {
                double rest = StrictMath.log(alpha / (2 * alpha - 1))
                        + StrictMath.log1p((alpha - 1) / alpha * StrictMath.exp(-a - b));
                return lambda + rest / (alpha - 1);
            }
            // The terms of first order cancel exactly, so they are left out of both exponentials.
            double excess = (alpha * secondOrder(a) + (alpha - 1) * secondOrder(-b)) / (2 * alpha - 1);
            return StrictMath.log1p(excess) / (alpha - 1);
        };
    }

    /**
     * A bounded-range selection, tight: {@code R(α) = [αψ(αε₀) − ψ(ε₀)]/(α − 1) − ψ((α − 1)ε₀)} with {@code ψ(y) =
     * ln(sinh(y/2) / (y/2))}. It is the closed form of the maximum over the two-point laws of Dong, Durfee and Rogers
     * (2020, arXiv 1909.13830).
     */
    static RenyiCurve boundedRange(double epsilon0) {
        return alpha -> BoundedRangeRenyi.at(epsilon0, alpha);
    }

    /** e^x − 1 − x without cancellation. */
    private static double secondOrder(double x) {
        if (Math.abs(x) > 0.5) {
            return StrictMath.expm1(x) - x;
        }
        double term = 0.5 * x * x;
        double sum = term;
        for (int k = 3; k <= 16; k++) {
            term *= x / k;
            sum += term;
        }
        return sum;
    }

    /**
     * The closed form of {@link RenyiCurve#boundedRange}: relative error below 2e-12, by three formulas of which each
     * is free of cancellation in its range.
     */
    public static final class BoundedRangeRenyi {
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
                return epsilon0
                        * (meanSlope(before * epsilon0, alpha * epsilon0) + meanSlope(epsilon0, alpha * epsilon0));
            }
            if (before * epsilon0 < 1) {
                return psi(alpha * epsilon0)
                        - psi(before * epsilon0)
                        + epsilon0 * meanSlope(epsilon0, alpha * epsilon0);
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
}
