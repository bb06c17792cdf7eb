// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.linalg;

/** Subtracts multiples of rows from a row, in loops that the compiler vectorises, unlike sums of products. */
public final class RowUpdate {

    private RowUpdate() {}

    /** row ← row − a·of, from start to end − 1. */
    public static void subtract(double[] row, double a, double[] of, int start, int end) {
        for (int i = start; i < end; i++) {
            row[i] -= a * of[i];
        }
    }

    /** row ← row − (a·p + b·q + c·r + e·s), from start to end − 1. */
    public static void subtract(
            double[] row,
            double a,
            double[] p,
            double b,
            double[] q,
            double c,
            double[] r,
            double e,
            double[] s,
            int start,
            int end) {
        for (int i = start; i < end; i++) {
            row[i] -= (a * p[i] + b * q[i]) + (c * r[i] + e * s[i]);
        }
    }
}
