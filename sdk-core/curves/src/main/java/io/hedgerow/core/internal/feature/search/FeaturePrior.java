// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.feature.search;

/**
 * The prior of regressions on curves. {@code lines} makes a standardised value a regressor, too, almost collinear with
 * the first curve, which noise turns into large coefficients; {@code unitVariance} sets g_a to 1 instead of a column's
 * variance, which noise moves; {@code price} of an edge is in units of ln n / 2; {@code leastPrice} is per row: effects
 * that many rows show beside a finite number of columns are not all edges.
 */
public record FeaturePrior(boolean lines, boolean unitVariance, double price, double leastPrice) {

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
