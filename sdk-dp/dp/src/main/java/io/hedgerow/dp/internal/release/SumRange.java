// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release;

import io.hedgerow.core.privacy.Adjacency;

/**
 * Limits how many units a sum in whole steps can hold without overflow.
 *
 * <p>A site's own sum stays within 2⁶² before its noise, whose σ is at most 2⁴⁰ steps: it fits in a long. Noise that
 * sites share has its full effect only if every site's number goes into the sum unrounded, so its sum stays within 2⁵²
 * before the noise, and far from 2⁵³ after it, up to which doubles hold every whole number. As many units as are
 * declared fit with replace-one adjacency, four times as many with zero-out, where the declared number is a public
 * constant of about the true size. If there are more, each addition ends at the end of the range, see
 * {@link UnitCounter}: no unit is left out by its place.
 */
public final class SumRange {

    private static final long OWN_NOISE = 1L << 60;
    private static final long SHARED_NOISE = 1L << 52;
    private static final int FIT_OF_DECLARED = 4;

    private SumRange() {}

    /** The number of units whose sums are certainly in range. */
    static long mostUnits(Adjacency adjacency, long declared) {
        return adjacency == Adjacency.ZERO_OUT ? FIT_OF_DECLARED * declared : declared;
    }

    /** The largest sum of a site before its noise, in steps; {@code sites} share the noise, 1 when none do. */
    static long largest(int sites) {
        return sites > 1 ? SHARED_NOISE : FIT_OF_DECLARED * OWN_NOISE;
    }

    /**
     * Refuses more units than fit, each of which adds at most {@code contribution} to a number, in steps, in absolute
     * value; {@code sites} share the noise, 1 when none do.
     */
    public static void requireFits(long declared, Adjacency adjacency, long contribution, int sites) {
        long shared = SHARED_NOISE / contribution / (adjacency == Adjacency.ZERO_OUT ? FIT_OF_DECLARED : 1);
        long largest = sites > 1 ? shared : OWN_NOISE / contribution;
        if (declared > largest) {
            throw new IllegalArgumentException("rows must be at most " + largest
                    + (sites > 1 ? " for a sum with shared noise" : "") + ", was " + declared);
        }
    }
}
