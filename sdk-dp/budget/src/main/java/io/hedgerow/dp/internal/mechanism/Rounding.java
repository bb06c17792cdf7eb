// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.mechanism;

/** Directed rounding of results of one correctly rounded operation: the exact result lies on the promised side. */
public final class Rounding {

    private Rounding() {}

    public static double up(double nearest) {
        return Math.nextUp(nearest);
    }

    public static double down(double nearest) {
        return Math.nextDown(nearest);
    }

    /** A double that is at least the number. */
    public static double doubleAbove(long steps) {
        double near = steps;
        // compared as whole numbers: every double of this size is one
        return (long) near >= steps ? near : Math.nextUp(near);
    }
}
