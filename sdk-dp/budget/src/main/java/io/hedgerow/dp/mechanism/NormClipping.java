// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.mechanism;

import java.io.Serializable;

/**
 * Bounds the Euclidean norm of the contribution of one unit: every vector becomes whole lattice steps k with Σ kᵢ² ≤
 * r², r = ⌊R / step⌋, checked in whole numbers, whatever was in the record.
 *
 * <p>A vector with ‖y‖ &gt; R is scaled to norm R first. Each coordinate is then rounded to the nearest step; rounding
 * can lift the norm above r by at most √d / 2, so when it did, the vector is scaled down by that little and rounded
 * toward zero, which cannot lift it. NaN and infinite coordinates count as 0 and are not reported.
 *
 * <p>Immutable and thread-safe. One call is O(d). Proof note: {@code docs/privacy-proofs/clipping.md}.
 */
public final class NormClipping implements Serializable {

    private final Lattice lattice;
    private final long normSteps;
    private final double largest;

    /**
     * Clips to a norm, rounded down to the lattice.
     *
     * @param lattice of the coordinates
     * @param norm R; finite, at least one step and at most 2³⁰ steps
     */
    public NormClipping(Lattice lattice, double norm) {
        this.lattice = lattice;
        if (!(norm >= lattice.step() && norm / lattice.step() <= 1L << 30)) {
            throw new IllegalArgumentException(
                    "norm must be from 1 to 2^30 steps of " + lattice.step() + ", was " + norm);
        }
        this.normSteps = lattice.floor(norm);
        this.largest = normSteps;
    }

    /** {@return the bound in steps, to be given to {@link Sensitivity}: ⌊R / step⌋} */
    public long normSteps() {
        return normSteps;
    }

    /**
     * Clips one vector.
     *
     * @param vector any doubles, shape [d], d ≤ 2²⁰; not modified
     * @param steps shape [d]; overwritten with whole numbers of steps, Σ kᵢ² ≤ normSteps²
     */
    public void clip(double[] vector, long[] steps) {
        if (steps.length != vector.length || vector.length > 1 << 20) {
            throw new IllegalArgumentException("steps must have the length of vector, at most 2^20, was " + steps.length
                    + " for " + vector.length);
        }
        double peak = 0;
        for (double value : vector) {
            peak = Math.max(peak, Math.abs(finite(value)));
        }
        double norm = 0;
        for (double value : vector) {
            double share = peak == 0 ? 0 : finite(value) / peak;
            norm += share * share;
        }
        // norm of the vector in steps; finite because every share is at most 1
        double length = Math.sqrt(norm) * (peak / lattice.step());
        double factor = length > normSteps ? normSteps / length : 1;
        long square = 0;
        for (int i = 0; i < vector.length; i++) {
            steps[i] = bounded(Math.rint(finite(vector[i]) / lattice.step() * factor));
            square += steps[i] * steps[i];
        }
        if (square > normSteps * normSteps) {
            shrink(steps, square);
        }
    }

    /**
     * Multiplies by a factor just below normSteps / ‖k‖ and drops fractions, until the whole numbers obey the bound.
     */
    private void shrink(long[] steps, long square) {
        double factor = normSteps / Math.sqrt((double) square);
        do {
            square = 0;
            for (int i = 0; i < steps.length; i++) {
                steps[i] = (long) (steps[i] * factor);
                square += steps[i] * steps[i];
            }
            factor = 1 - 0x1p-20;
        } while (square > normSteps * normSteps);
    }

    private long bounded(double steps) {
        return (long) Math.max(-largest, Math.min(largest, steps));
    }

    private static double finite(double value) {
        return Math.abs(value) <= Double.MAX_VALUE ? value : 0;
    }
}
