// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release;

/**
 * A round of a release.
 *
 * @param kind the kind of sum
 * @param share of μ² that the round may cost
 */
public record ReleaseStep(Kind kind, double share) {

    /** The kinds of sums. */
    public enum Kind {
        SCALE,
        /** Finds the scale within a factor of about 7 of the scale before, for less noise. */
        FINE_SCALE,
        /** A mean about 0, by deviations from 0: where values are far from 0, its noise is as wide as that. */
        ROUGH_MEAN,
        /** A mean about the rough mean, by deviations from it. */
        MEAN,
        HISTOGRAM,
        /** Counts combinations of levels. */
        TABLES,
        /** Products of columns that a row map makes, or of rows with earlier ones. */
        PRODUCTS
    }
}
