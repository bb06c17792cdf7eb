// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.accounting;

public final class Require {
    private Require() {}

    public static double positive(String name, double value) {
        if (!(value > 0) || value == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException(name + " must be finite and > 0, was " + value);
        }
        return value;
    }

    public static double atLeastZero(String name, double value) {
        if (!(value >= 0) || value == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException(name + " must be finite and at least 0, was " + value);
        }
        return value;
    }

    public static double delta(double delta) {
        if (!(delta >= 0 && delta < 1)) {
            throw new IllegalArgumentException("delta must be at least 0 and < 1, was " + delta);
        }
        return delta;
    }
}
