// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.result;

/**
 * The probability of an edge, divided between its directions: from the sum and the quotient that a document has.
 *
 * <p>Both are read back to the bit, where some two doubles have this sum and quotient, as those that were written have:
 * forth + back = joined and forth / joined = direction, rounded as in Java. Otherwise the sum is exact, and the
 * quotient to a few roundings.
 *
 * @param forth of i → j
 * @param back of j → i
 */
record SplitProbability(double forth, double back) {

    /** The product of a rounded quotient is within two units in the last place of what was divided. */
    private static final int NEAR = 4;

    /** From P(edge), from 0 to 1, and the probability of the direction given an edge, from 0 to 1. */
    static SplitProbability of(double joined, double direction) {
        // the larger part first, whose rest is exact
        boolean larger = 2 * direction >= 1;
        double most = joined * Math.max(direction, 1 - direction);
        SplitProbability near =
                larger ? new SplitProbability(most, joined - most) : new SplitProbability(joined - most, most);
        if (near.gives(joined, direction)) {
            return near;
        }
        double unit = Math.ulp(joined * direction);
        for (int k = -NEAR; k <= NEAR; k++) {
            double forth = joined * direction + k * unit;
            for (double back :
                    new double[] {joined - forth, Math.nextUp(joined - forth), Math.nextDown(joined - forth)}) {
                SplitProbability found = new SplitProbability(forth, back);
                if (found.gives(joined, direction)) {
                    return found;
                }
            }
        }
        return near;
    }

    private boolean gives(double joined, double direction) {
        double sum = Math.min(1, forth + back);
        return forth >= 0 && back >= 0 && sum == joined && forth / sum == direction;
    }
}
