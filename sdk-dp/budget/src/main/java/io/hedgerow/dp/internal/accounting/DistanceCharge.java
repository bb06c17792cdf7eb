// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.accounting;

import java.util.function.DoubleUnaryOperator;

/**
 * The part of δ that is charged for noise whose law only approximates the stated one. Laws of whole transcripts differ
 * by at most T, the sum over all numbers drawn; so (ε, δ') of the stated noise is (ε, δ' + (1 + e^ε)·T) of the drawn
 * one. The proof is in {@code docs/privacy-proofs/noise-source.md}.
 *
 * @param sum T, rounded up; 0 where the noise has the stated law
 */
public record DistanceCharge(double sum) {

    /** The share by which an ε is tried beyond the last: far below what an accountant is precise to. */
    private static final double STEP = 1e-7;

    private static final int MOST_TRIALS = 1000;

    public static DistanceCharge of(EventTotals totals) {
        return new DistanceCharge(EventTotals.roundUp(EventTotals.exact(totals.distances(), 1)));
    }

    /**
     * The least ε that is found with bound(δ − (1 + e^ε)·T) ≤ ε, and at least the ε of the stated noise; infinite where
     * nothing is left of δ.
     *
     * @param bound a valid ε of the stated noise at a δ
     */
    public double epsilon(double delta, DoubleUnaryOperator bound) {
        double stated = bound.applyAsDouble(delta);
        if (sum == 0) {
            return stated;
        }
        double tried = stated;
        for (int trial = 0; trial < MOST_TRIALS; trial++) {
            tried = Math.nextUp(tried * (1 + STEP));
            double left = rest(tried, delta);
            double epsilon = left > 0 ? bound.applyAsDouble(left) : Double.POSITIVE_INFINITY;
            if (epsilon <= tried) {
                return Math.max(stated, epsilon);
            }
            if (epsilon == Double.POSITIVE_INFINITY) {
                break;
            }
            tried = epsilon;
        }
        return Double.POSITIVE_INFINITY;
    }

    /** δ − (1 + e^ε)·T, rounded down; at most 0 where nothing is left. */
    public double rest(double epsilon, double delta) {
        if (sum == 0) {
            return delta;
        }
        double factor = Math.nextUp(1 + Math.nextUp(Math.nextUp(StrictMath.exp(epsilon))));
        return Math.nextDown(delta - Math.nextUp(factor * sum));
    }

    /** Refuses such noise where only divergences count. */
    public static void requireNone(EventTotals totals) {
        if (!totals.distances().isEmpty()) {
            throw new IllegalArgumentException("event must be of noise that has exactly the stated law, was of noise"
                    + " that is only near it: its Renyi divergence has no bound, so neither zero-concentrated privacy"
                    + " nor mode rdp-filter can account for it; use mode fixed-plan, or noise discrete");
        }
    }
}
