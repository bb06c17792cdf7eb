// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.posterior;

import io.hedgerow.core.design.TimeSlices;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.search.Evidence;
import java.util.OptionalDouble;

/**
 * The smallest effect that a search could have found. By the Bayesian information criterion with a prior of edges, a
 * partial correlation r makes an edge likelier than not when −n ln(1 − r²) > ln n + 2 ln((1 − f) / f), so from
 *
 * <pre>r* = √(1 − exp(−(ln n + 2 ln((1 − f) / f)) / n)),   f = (E + 1) / (P + 2)</pre>
 *
 * <p>on: n effective rows, E edges that are shown, P pairs that could have one, f the posterior mean of the share of
 * pairs with an edge, from a uniform prior.
 */
public final class SmallestEffect {

    private SmallestEffect() {}

    /** r*; empty where f or n make no sense: below one row, or with so many edges that none would need evidence. */
    static OptionalDouble of(int edges, long pairs, double rows) {
        double share = (edges + 1.0) / (pairs + 2.0);
        double needed = Math.log(rows) + 2 * Math.log((1 - share) / share);
        boolean makesSense = rows > 1 && share < 1 && needed > 0;
        return makesSense ? OptionalDouble.of(Math.sqrt(-Math.expm1(-needed / rows))) : OptionalDouble.empty();
    }

    /** Adds r* of the shown edges to a network; not in additive models, whose relations have no correlation. */
    public static NamedNetwork in(NamedNetwork network, Evidence evidence) {
        if (!evidence.curves().isEmpty()) {
            return network;
        }
        long d = network.slices().map(TimeSlices::size).orElse(network.size());
        long lags = network.slices()
                .map(slices -> evidence.lags().orElse(slices.lags()))
                .orElse(0);
        return network.withSmallestEffect(of(
                network.edgeCount(),
                d * (d - 1) / 2 + lags * d * d,
                evidence.trust().effectiveRows()));
    }
}
