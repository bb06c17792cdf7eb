// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.learn;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.core.graph.StructureMetrics;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.catalogue.SortAndRegress;
import io.hedgerow.core.internal.catalogue.SortAndRegress.Order;

/**
 * Measures how well simulated data can be solved by sorting variables alone (varsortability and R²-sortability).
 *
 * @param varsortability share of directed paths along which variances grow; 1 means sorting by variance is enough
 * @param sortAndRegressShd SHD of sorting by variance and regressing
 * @param r2Sortability share of directed paths along which R² grows, each variable's on all others, in any units
 * @param r2SortAndRegressShd SHD of sorting by R² and regressing
 */
public record SortingChecks(
        double varsortability, int sortAndRegressShd, double r2Sortability, int r2SortAndRegressShd) {

    /**
     * Computes them.
     *
     * @param truth at least one edge; of a cycle, paths up to a length of d − 1 count
     * @param pooled of all rows; not singular
     * @param threshold smallest weight of an edge that regressing finds
     */
    public static SortingChecks of(WeightMatrix truth, SufficientStatistics pooled, double threshold) {
        double[] moments = pooled.secondMoment(Centring.LOCAL_MEAN);
        double[] variances = Order.VARIANCE.scores(truth.variables(), moments);
        double[] shares = Order.R_SQUARED.scores(truth.variables(), moments);
        return new SortingChecks(
                SortAndRegress.sortability(truth, variances),
                shd(variances, truth, moments, pooled.rows(), threshold),
                SortAndRegress.sortability(truth, shares),
                shd(shares, truth, moments, pooled.rows(), threshold));
    }

    private static int shd(double[] scores, WeightMatrix truth, double[] moments, long rows, double threshold) {
        WeightMatrix sorted = SortAndRegress.learn(scores, moments, rows);
        return StructureMetrics.of(sorted.threshold(threshold), truth).shd();
    }
}
