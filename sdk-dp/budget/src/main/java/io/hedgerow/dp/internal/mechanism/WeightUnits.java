// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.mechanism;

/**
 * Scales selection weights to whole numbers: the best candidate weighs 2^one, and every candidate gets 2^floor in
 * addition, so that truncating to whole numbers costs a relative error of at most 2⁻⁵² each time, however bad a
 * candidate is.
 *
 * <p>one = 126 − ⌈log₂ candidates⌉, at most 120, so that all weights together stay below 2¹²⁷. The floor is 2⁻⁶⁰ of the
 * best weight for up to 2¹⁴ candidates, and larger in proportion to their number beyond: adding the same floor to every
 * weight keeps the guarantee for any floor ({@code docs/privacy-proofs/exponential-mechanism.md}).
 */
public record WeightUnits(int one, int floor) {

    public static final int MOST_CANDIDATES = 1 << 24;
    private static final int LARGEST = 120;
    private static final int FLOOR = 60;
    private static final int PRECISION = 52;

    public static WeightUnits forCandidates(int candidates) {
        int one = Math.min(LARGEST, 126 - (Integer.SIZE - Integer.numberOfLeadingZeros(candidates - 1)));
        return new WeightUnits(one, one - Math.min(FLOOR, one - PRECISION));
    }
}
