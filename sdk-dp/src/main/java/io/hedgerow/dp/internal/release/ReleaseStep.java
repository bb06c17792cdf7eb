// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release;

/**
 * A round of a release.
 *
 * @param kind what is summed
 * @param share of μ² that the round may cost
 */
public record ReleaseStep(Kind kind, double share) {

    /** What a round releases. */
    public enum Kind {
        SCALE,
        /** Within a factor of about 7 of the scale before, for less noise. */
        FINE_SCALE,
        /** About 0, by deviations from 0: where values are far from 0, its noise is as wide as that. */
        ROUGH_MEAN,
        /** About the rough mean, by deviations from it. */
        MEAN,
        HISTOGRAM,
        /** Counts of combinations of levels. */
        TABLES,
        /** Of columns that a row map makes, or of rows with earlier ones. */
        PRODUCTS
    }
}
