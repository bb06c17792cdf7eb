// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.picture;

/** Formats coordinates as text: tenths, the same in every locale. */
public final class Numbers {

    private Numbers() {}

    public static String of(double value) {
        long tenths = Math.round(value * 10);
        String sign = tenths < 0 ? "-" : "";
        long size = Math.abs(tenths);
        return sign + size / 10 + (size % 10 == 0 ? "" : "." + size % 10);
    }

    public static String at(double x, double y) {
        return of(x) + ' ' + of(y);
    }
}
