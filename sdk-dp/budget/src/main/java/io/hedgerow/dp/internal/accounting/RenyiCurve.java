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
}
