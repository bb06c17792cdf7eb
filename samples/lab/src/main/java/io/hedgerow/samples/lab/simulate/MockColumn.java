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

    /** With it the logistic function is nowhere 0.01 away from the normal one. */
    private static final double LOGISTIC = 1.702;

    /** The values of a column. */
    enum Kind {
        /** Any number within the bounds. */
        REAL,
        /** Whole numbers within the bounds. */
        INTEGER,
        /** One of the bounds. */
        BINARY,
        /** One of the levels. */
        CATEGORY;

        static Kind named(String text, String column) {
            return Words.constant(Kind.class, text)
                    .filter(kind -> kind != CATEGORY) // which has levels, and those are in plans
                    .orElseThrow(() -> new IllegalArgumentException(
                            "kind of " + column + " must be real, integer or binary, was " + text));
        }
    }

    MockColumn {
        if ((kind == Kind.CATEGORY) == variable.levels().isEmpty()) {
            throw new IllegalArgumentException(variable.name()
                    + " must have levels if it is a category, and none otherwise, has " + variable.levels());
        }
        if (kind == Kind.INTEGER && Math.ceil(variable.lowest()) >= Math.floor(variable.highest())) {
            throw new IllegalArgumentException("bounds of " + variable.name()
                    + " must have two whole numbers between them, were [" + variable.lowest() + ", "
                    + variable.highest() + "]");
        }
    }

    /** The column that a plan describes. */
    static MockColumn of(PlannedVariable variable) {
        return new MockColumn(variable, variable.levels().isEmpty() ? Kind.REAL : Kind.CATEGORY);
    }

    /** A column without bounds, in standard deviations. */
    static MockColumn unbounded(String name) {
        return new MockColumn(new PlannedVariable(name, -DEVIATIONS, DEVIATIONS), Kind.REAL);
    }

    /** The recorded value of a number of standard deviations about the mean. */
    double recorded(double deviations) {
        double lowest = variable.lowest();
        double highest = variable.highest();
        if (kind == Kind.CATEGORY) {
            // about a normal distribution's share below, so that levels are about equally frequent
            double share = 1 / (1 + Math.exp(-LOGISTIC * deviations));
            return Math.min(
                    variable.levels().size() - 1,
                    Math.floor(share * variable.levels().size()));
        }
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
