package io.hedgerow.core.method;

import io.hedgerow.core.data.SufficientStatistics;

/**
 * What counts as a noise variance of 1 where nobody says it: the smallest variance of the pooled columns, which is the
 * noise variance when all noises have the same one, since a variable without causes has no other.
 *
 * <p>It is computed from the rows of all sites: for runs that are not private. A private run has to be given a number.
 */
public final class LossUnit {

    /**
     * A variance within a factor of this from 1 is near enough for settings that were chosen on noise of variance 1.
     */
    private static final double NEAR = 4;

    private LossUnit() {}

    /**
     * The unit of these rows with recommended settings, whether they are learned from in one process or over a wire.
     *
     * @param pooled the rows of all sites
     * @return the smallest variance of a column when that is far from 1, otherwise 1
     */
    public static double of(SufficientStatistics pooled) {
        double smallest = smallestVariance(pooled);
        return smallest >= 1 / NEAR && smallest <= NEAR ? 1 : smallest;
    }

    /**
     * The smallest variance.
     *
     * @param pooled the rows of all sites
     * @return of columns that vary at all; 1 when none does
     */
    public static double smallestVariance(SufficientStatistics pooled) {
        double smallest = Double.POSITIVE_INFINITY;
        for (int j = 0; j < pooled.variables(); j++) {
            double variance = pooled.covariance(j, j);
            if (variance > 0 && variance < smallest) {
                smallest = variance;
            }
        }
        return smallest < Double.POSITIVE_INFINITY ? smallest : 1;
    }
}
