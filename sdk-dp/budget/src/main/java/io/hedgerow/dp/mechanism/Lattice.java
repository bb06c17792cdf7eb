// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.mechanism;

import java.io.Serializable;

/**
 * The multiples of one power of two: sums of whole numbers of steps are exact and do not depend on the order or on
 * threads, so a sensitivity stated in steps holds for the computed sum and not only for the ideal one.
 *
 * <p>A value x is k = x / step steps; dividing by a power of two is exact. Immutable. Proof note:
 * {@code docs/privacy-proofs/clipping.md}.
 *
 * @param step distance of neighbours; a power of two from 2⁻⁹⁰⁰ to 2⁹⁰⁰
 */
public record Lattice(double step) implements Serializable {

    /** Numbers of steps stay within ±2⁶², so that one addition of two of them cannot overflow. */
    public static final long MAX_STEPS = 1L << 62;

    private static final int MAX_EXPONENT = 900;
    private static final int RESOLUTION = 20;

    public Lattice {
        if (!(step > 0 && step <= Double.MAX_VALUE)
                || Math.abs(Math.getExponent(step)) > MAX_EXPONENT
                || step != Math.scalb(1.0, Math.getExponent(step))) {
            throw new IllegalArgumentException("step must be a power of two from 2^-900 to 2^900, was " + step);
        }
    }

    /**
     * {@return the coarsest lattice on which a quantity measures at least 2²⁰ steps: a lattice with quantity / step in
     * [2²⁰, 2²¹)}
     *
     * @param quantity a sensitivity or a standard deviation; finite and &gt; 0
     */
    public static Lattice resolving(double quantity) {
        if (!(quantity > 0 && quantity <= Double.MAX_VALUE)) {
            throw new IllegalArgumentException("quantity must be finite and > 0, was " + quantity);
        }
        return new Lattice(Math.scalb(1.0, Math.getExponent(quantity) - RESOLUTION));
    }

    /**
     * {@return a lattice on which the rounding of sensitivity and noise is negligible: the smaller of both measures at
     * least 2²¹ steps} One bit is spare, so that a sensitivity rounded down to steps still allows noise of 2²⁰ steps.
     *
     * @param sensitivity sensitivity of the query; finite and &gt; 0
     * @param sigma standard deviation of the noise; finite and &gt; 0
     */
    public static Lattice ofSensitivityAndSigma(double sensitivity, double sigma) {
        if (!(sensitivity > 0) || !(sigma > 0)) {
            throw new IllegalArgumentException(
                    "sensitivity and sigma must be finite and > 0, were " + sensitivity + " and " + sigma);
        }
        return resolving(Math.min(sensitivity, sigma) / 2);
    }

    /**
     * The nearest number of steps; ties go to the even number.
     *
     * @param value finite, of at most 2⁶² steps
     */
    public long nearest(double value) {
        return checked(value, Math.rint(quotient(value)));
    }

    /**
     * {@return the number of steps, rounded down: the largest k with k · step ≤ value}
     *
     * @param value finite, of at most 2⁶² steps
     */
    public long floor(double value) {
        return checked(value, Math.floor(quotient(value)));
    }

    /**
     * {@return the number of steps, rounded up: the smallest k with k · step ≥ value}
     *
     * @param value finite, of at most 2⁶² steps
     */
    public long ceil(double value) {
        return checked(value, Math.ceil(quotient(value)));
    }

    /**
     * {@return the value of a number of steps, rounded to the nearest double: steps · step}
     *
     * @param steps any number of steps
     */
    public double value(long steps) {
        return steps * step;
    }

    /**
     * Divides exactly, except that a quotient too small for a double keeps its sign, so that it is rounded to the right
     * side.
     */
    private double quotient(double value) {
        double quotient = value / step;
        return quotient == 0 && value != 0 ? Math.copySign(Double.MIN_VALUE, value) : quotient;
    }

    private long checked(double value, double rounded) {
        if (!(Math.abs(rounded) <= MAX_STEPS)) {
            throw new IllegalArgumentException("a value must have at most 2^62 steps of " + step
                    + (Double.isNaN(value) ? ", was NaN" : ", had more"));
        }
        return (long) rounded;
    }
}
