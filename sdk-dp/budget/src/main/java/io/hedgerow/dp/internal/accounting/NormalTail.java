// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.accounting;

/**
 * Tails of the standard normal law with full relative accuracy: erfcx, ln Φ, Φ and φ, to 2e-15 relative where the
 * result is a normal number.
 *
 * <p>Symbols: Φ is the distribution function, φ the density, {@code erfcx(x) = e^(x²)·erfc(x)}.
 *
 * <p>For x ≥ 0, {@code (1 + 2x)·erfcx(x)} varies between 1 and 2/√π only. It is expanded in Chebyshev polynomials of
 * {@code (x − K)/(x + K)}, K = 3.75, the variable of Shepherd and Laframboise (1981). The coefficients were computed
 * for this class with 60 digits. Squares in an exponent are split into an exact head and a small remainder, since an
 * error of the square would be a relative error of the exponential.
 *
 * <p>Thread-safe: no state.
 */
public final class NormalTail {
    private static final double SQRT_HALF = 0.7071067811865476;
    private static final double SQRT_HALF_PI = 1.2533141373155003;
    private static final double ONE_OVER_SQRT_TWO_PI = 0.3989422804014327;
    private static final double K = 3.75;

    /** Relative error of z from its three roundings, and of each Mills' ratio, both generous. */
    private static final double SLACK = 2e-15;

    private static final double[] CHEBYSHEV = {
        1.1775789345674017,
        -0.004590054580646478,
        -0.08424913336651792,
        0.05920993999819189,
        -0.026658668435305753,
        0.009074997670705265,
        -0.002413163540417608,
        0.0004907758365258086,
        -6.916973302501207e-5,
        4.13902798607301e-6,
        7.74038306619849e-7,
        -2.1886401049234397e-7,
        1.076499946567091e-8,
        4.521959811218287e-9,
        -7.754400208831351e-10,
        -6.318088340886684e-11,
        2.86879501093067e-11,
        1.9455868545777347e-13,
        -9.65469674843344e-13,
        3.25254814814874e-14,
        3.3478119482868056e-14,
        -1.864562880419313e-15,
        -1.2507950530688648e-15,
        7.418235256624044e-17,
        5.068148904796111e-17,
        -2.2370566594359995e-18,
    };

    private NormalTail() {}

    static double erfcx(double x) {
        if (x < 0) {
            return 2 / expMinusSquare(x) - erfcx(-x);
        }
        if (x > 1e150) {
            return 1 / (x * Math.sqrt(Math.PI));
        }
        double t = (x - K) / (x + K);
        double next = 0;
        double current = 0;
        for (int k = CHEBYSHEV.length - 1; k >= 1; k--) {
            double previous = current;
            current = 2 * t * current - next + CHEBYSHEV[k];
            next = previous;
        }
        return (t * current - next + CHEBYSHEV[0]) / (1 + 2 * x);
    }

    /** Mills' ratio Φ(−z) / φ(z). */
    static double mills(double z) {
        return SQRT_HALF_PI * erfcx(z * SQRT_HALF);
    }

    static double density(double z) {
        return ONE_OVER_SQRT_TWO_PI * expMinusHalfSquare(z);
    }

    /** Φ(−z), the mass above z. */
    static double above(double z) {
        return z < 0 ? 1 - above(-z) : 0.5 * expMinusHalfSquare(z) * erfcx(z * SQRT_HALF);
    }

    static double logCdf(double z) {
        if (z < 0) {
            return -0.5 * z * z + StrictMath.log(0.5 * erfcx(-z * SQRT_HALF));
        }
        return StrictMath.log1p(-above(z));
    }

    /**
     * δ of Gaussian noise at any real ε, rounded up (Balle and Wang 2018, theorem 8); also the curve that other losses
     * are mixed with, hence ε may be negative.
     */
    public static double upperDelta(double mu, double epsilon) {
        double ratio = epsilon / mu;
        double z = ratio - 0.5 * mu - SLACK * (Math.abs(ratio) + 0.5 * mu);
        if (z < -5) {
            // Mills' ratio grows like e^(z²/2) here; both terms are plain probabilities instead.
            double second = ratio + 0.5 * mu;
            double subtracted = second > 38 ? 0 : StrictMath.exp(epsilon + logCdf(-second));
            return Math.min(1, above(z) - subtracted * (1 - 1e-13) + 1e-16);
        }
        double mills = mills(z);
        double difference = mills - mills(z + mu) + SLACK * mills;
        return Math.min(1, density(z) * difference);
    }

    /** e^(−z²/2), its relative error independent of z. */
    static double expMinusHalfSquare(double z) {
        if (Math.abs(z) > 40) {
            return 0; // below the least number; the product would be 0 times infinity
        }
        double head = head(z);
        return StrictMath.exp(-0.5 * head * head) * StrictMath.exp(-0.5 * (z - head) * (z + head));
    }

    private static double expMinusSquare(double x) {
        if (Math.abs(x) > 28) {
            return 0;
        }
        double head = head(x);
        return StrictMath.exp(-head * head) * StrictMath.exp(-(x - head) * (x + head));
    }

    /** z rounded to a multiple of 1/16: its square is exact. */
    private static double head(double z) {
        return Math.rint(z * 16) / 16;
    }
}
