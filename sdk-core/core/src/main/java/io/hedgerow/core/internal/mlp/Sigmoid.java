// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.mlp;

/**
 * Computes σ(z) = 1 / (1 + e^{−z}) of many numbers, to 4 units in the last place of e^{−z}: e^x = 2^k e^f with k =
 * round(x / ln 2) and the Taylor polynomial of e^f, |f| ≤ ln 2 / 2, whose first omitted term is below 2·10⁻¹⁷. Its
 * loops become vector instructions, and it gives the same bits on every machine.
 */
final class Sigmoid {

    private static final double LOG2_E = 1.4426950408889634;
    /** ln 2 in two parts, of which the first has so few digits that k times it is exact. */
    private static final double LN2_HIGH = 0x1.62e42feep-1;

    private static final double LN2_LOW = 0x1.a39ef35793c76p-33;
    /** Adding it rounds to a whole number, which is then in the lowest bits. */
    private static final double ROUNDER = 0x1.8p52;
    /** Farther out σ or 1 − σ is below 1e-300. */
    private static final double FAR = 700;

    private static final int EXPONENT_BIAS = 1023;
    private static final int MANTISSA_BITS = 52;

    private Sigmoid() {}

    /** Replaces z, without NaN, by σ(z); {@code work} is as long. */
    static void apply(double[] z, int length, double[] work) {
        for (int k = 0; k < length; k++) {
            double x = Math.max(-FAR, Math.min(FAR, -z[k]));
            double shifted = x * LOG2_E + ROUNDER;
            double whole = shifted - ROUNDER;
            double f = x - whole * LN2_HIGH - whole * LN2_LOW;
            double power = 1.0 / 6227020800.0;
            power = power * f + 1.0 / 479001600;
            power = power * f + 1.0 / 39916800;
            power = power * f + 1.0 / 3628800;
            power = power * f + 1.0 / 362880;
            power = power * f + 1.0 / 40320;
            power = power * f + 1.0 / 5040;
            power = power * f + 1.0 / 720;
            power = power * f + 1.0 / 120;
            power = power * f + 1.0 / 24;
            power = power * f + 1.0 / 6;
            power = power * f + 0.5;
            power = power * f + 1;
            z[k] = power * f + 1;
            work[k] = shifted;
        }
        for (int k = 0; k < length; k++) {
            // the lowest bits of the shifted number are those of the whole one, also of a negative one
            work[k] = Double.longBitsToDouble((Double.doubleToRawLongBits(work[k]) + EXPONENT_BIAS) << MANTISSA_BITS);
        }
        for (int k = 0; k < length; k++) {
            z[k] = 1 / (1 + z[k] * work[k]);
        }
    }
}
