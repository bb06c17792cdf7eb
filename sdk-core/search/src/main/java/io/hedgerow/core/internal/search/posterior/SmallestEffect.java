// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.posterior;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.design.TimeSlices;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.search.Evidence;
import io.hedgerow.core.search.Trust.Misfit;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * The smallest effect that a search could have found. By the Bayesian information criterion with a prior of edges, a
 * partial correlation r makes an edge likelier than not when −n ln(1 − r²) > m ln n + 2 ln((1 − f) / f), so from
 *
 * <pre>r* = √(1 − exp(−(m ln n + 2 ln((1 − f) / f)) / n)),   f = (E + 1) / (P + 2)</pre>
 *
 * <p>on: n effective rows, E edges that are shown, P pairs that could have one, f the posterior mean of the share of
 * pairs with an edge, from a uniform prior. An edge has m parameters: 1 between numbers, and with categories as ends
 * the product of their levels less 1, where r is the informational correlation; r* is that of the pair with the most.
 */
public final class SmallestEffect {

    private SmallestEffect() {}

    /** r*; empty where f or n make no sense: below one row, or with so many edges that none would need evidence. */
    static OptionalDouble of(int edges, long pairs, double rows, int parameters) {
        double share = (edges + 1.0) / (pairs + 2.0);
        double needed = parameters * Math.log(rows) + 2 * Math.log((1 - share) / share);
        boolean makesSense = rows > 1 && share < 1 && needed > 0;
        return makesSense ? OptionalDouble.of(Math.sqrt(-Math.expm1(-needed / rows))) : OptionalDouble.empty();
    }

    /**
     * Adds r* of the shown edges to a network, but in additive models, whose relations have no correlation, and in
     * those that noise directs, whose edges have another price.
     */
    public static NamedNetwork in(NamedNetwork network, Evidence evidence) {
        if (!evidence.curves().isEmpty()
                || evidence.trust().findings().figure(Misfit.NORMAL_NOISE).isPresent()) {
            return network;
        }
        long d = network.slices().map(TimeSlices::size).orElse(network.size());
        long lags = network.slices()
                .map(slices -> evidence.lags().orElse(slices.lags()))
                .orElse(0);
        return network.withSmallestEffect(of(
                network.edgeCount(),
                d * (d - 1) / 2 + lags * d * d,
                evidence.trust().effectiveRows(),
                mostParameters(network.schema())));
    }

    /** m of the pair with the most. */
    private static int mostParameters(VariableSchema schema) {
        return IntStream.range(0, schema.size())
                .map(j -> Math.max(1, schema.levels(j).size() - 1))
                .sorted()
                .skip(Math.max(0, schema.size() - 2))
                .reduce(1, (one, other) -> one * other);
    }

    /** Of pairs without an edge: how many are undecided, and what r* means for any other; empty where r* is unknown. */
    public static Optional<String> words(NamedNetwork network) {
        if (network.smallestEffect().isEmpty()) {
            return Optional.empty();
        }
        int undecided = UndecidedPair.withoutEdge(network).size();
        return Optional.of(String.format(
                Locale.ROOT,
                "%snot seen (effects below %.2g %s not be)",
                undecided == 0 ? "" : undecided + " undecided, any other ",
                network.smallestEffect().getAsDouble(),
                mostParameters(network.schema()) > 1 ? "might" : "would"));
    }
}
