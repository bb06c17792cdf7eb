// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.simulate;

import io.hedgerow.core.internal.text.Words;
import io.hedgerow.transport.study.PlannedVariable;

/**
 * A column of which only name, bounds and kind are known.
 *
 * @param variable its name and bounds
 */
record MockColumn(PlannedVariable variable, Kind kind) {

    /** Standard deviations on each side of the middle, after which values are held at the bounds. */
    private static final double DEVIATIONS = 3;

    enum Kind {
        /** Any number within the bounds. */
        REAL,
        /** Whole numbers within the bounds. */
        INTEGER,
        /** One of the bounds. */
        BINARY;

        static Kind named(String text, String column) {
            return Words.constant(Kind.class, text)
                    .orElseThrow(() -> new IllegalArgumentException(
                            "kind of " + column + " must be real, integer or binary, was " + text));
        }
    }

    MockColumn {
        if (kind == Kind.INTEGER && Math.ceil(variable.lowest()) >= Math.floor(variable.highest())) {
            throw new IllegalArgumentException("bounds of " + variable.name()
                    + " must have two whole numbers between them, were [" + variable.lowest() + ", "
                    + variable.highest() + "]");
        }
    }

    /** A column without bounds, in standard deviations. */
    static MockColumn unbounded(String name) {
        return new MockColumn(new PlannedVariable(name, -DEVIATIONS, DEVIATIONS), Kind.REAL);
    }

    /** The recorded value of a number of standard deviations about the mean. */
    double recorded(double deviations) {
        double lowest = variable.lowest();
        double highest = variable.highest();
        if (kind == Kind.BINARY) {
            return deviations > 0 ? highest : lowest;
        }
        // each half for itself: the difference of the largest numbers is not finite
        double value = lowest / 2 + highest / 2 + deviations / DEVIATIONS * (highest / 2 - lowest / 2);
        return kind == Kind.INTEGER
                ? clamp(Math.rint(value), Math.ceil(lowest), Math.floor(highest))
                : clamp(value, lowest, highest);
    }

    private static double clamp(double value, double least, double most) {
        return Math.min(most, Math.max(least, value));
    }
}
