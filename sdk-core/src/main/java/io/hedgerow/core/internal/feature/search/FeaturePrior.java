// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.feature.search;

/**
 * The prior of regressions on curves.
 *
 * @param lines whether a standardised value is a regressor, too; it is almost collinear with the first curve of its
 *     variable, which noise turns into large coefficients
 * @param unitVariance whether g_a is 1 for every column, and not its variance, which noise moves
 * @param price of an edge, in units of ln n / 2
 * @param leastPrice of an edge per row: effects that many rows show beside a finite number of columns are not all edges
 */
public record FeaturePrior(boolean lines, boolean unitVariance, double price, double leastPrice) {

    /** The prior for moments without noise. */
    public static final FeaturePrior EXACT = new FeaturePrior(true, false, 1, 0.003);

    public FeaturePrior {
        if (!(price > 0 && price < Double.POSITIVE_INFINITY) || !(leastPrice >= 0 && leastPrice < 1)) {
            throw new IllegalArgumentException(
                    "price must be finite and > 0 and leastPrice from 0 to 1, were " + price + " and " + leastPrice);
        }
    }

    /** The price of an edge in nats. */
    double ofEdge(double rows) {
        return Math.max(price * Math.log(rows) / 2, leastPrice * rows);
    }
}
