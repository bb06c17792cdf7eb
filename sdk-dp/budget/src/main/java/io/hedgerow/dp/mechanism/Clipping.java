// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.mechanism;

import io.hedgerow.core.privacy.Adjacency;

/**
 * Bounds the contribution of one unit to one coordinate of a sum: every contribution becomes a whole number of lattice
 * steps of absolute value at most ⌊C / step⌋, whatever was in the record.
 *
 * <p>clip(v) = min(max(round(v / step), −c), c) with c = ⌊C / step⌋. NaN and infinite contributions become 0; they are
 * neither counted nor reported, because a count would depend on the data. A sum of n clipped contributions then has the
 * sensitivity {@link #sensitivity}, exactly, in any order of summation.
 *
 * <p>Immutable and thread-safe. One call is O(1). Proof note: {@code docs/privacy-proofs/clipping.md}.
 */
public final class Clipping {

    private final Lattice lattice;
    private final long boundSteps;
    private final double largest;

    /**
     * Clips to a bound, rounded down to the lattice.
     *
     * @param lattice of the sum
     * @param bound C; finite, at least one step and at most 2⁵² steps
     */
    public Clipping(Lattice lattice, double bound) {
        this.lattice = lattice;
        if (!(bound >= lattice.step() && bound / lattice.step() <= 1L << 52)) {
            throw new IllegalArgumentException(
                    "bound must be from 1 to 2^52 steps of " + lattice.step() + ", was " + bound);
        }
        this.boundSteps = lattice.floor(bound);
        this.largest = boundSteps;
    }

    /** {@return the bound that holds: ⌊C / step⌋} */
    public long boundSteps() {
        return boundSteps;
    }

    /**
     * Clips one contribution.
     *
     * @param contribution any double
     * @return a number of steps from −boundSteps to boundSteps; 0 for NaN and infinities
     */
    public long clip(double contribution) {
        if (!(Math.abs(contribution) <= Double.MAX_VALUE)) {
            return 0;
        }
        return (long) Math.rint(Math.max(-largest, Math.min(largest, contribution / lattice.step())));
    }

    /**
     * Sensitivity of a sum of one clipped contribution per unit.
     *
     * @param adjacency which data sets count as neighbours
     * @return 2 · boundSteps for REPLACE_ONE, boundSteps for ZERO_OUT
     */
    public Sensitivity sensitivity(Adjacency adjacency) {
        return Sensitivity.ofClippedSum(adjacency, boundSteps);
    }

    /**
     * Refuses sums that could leave the range of longs, before any data is read.
     *
     * @param contributions number of contributions, a public count
     * @throws IllegalArgumentException when contributions · boundSteps exceeds 2⁶²
     */
    public void requireSumFits(long contributions) {
        if (contributions < 0 || contributions > Lattice.MAX_STEPS / boundSteps) {
            throw new IllegalArgumentException("contributions must be from 0 to " + Lattice.MAX_STEPS / boundSteps
                    + " at a bound of " + boundSteps + " steps, was " + contributions);
        }
    }
}
