// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.posterior;

import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.PairProbabilities;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * A pair of variables for which the data do not decide whether they share an edge: P(edge) is between .1 and .9, or
 * high although the network for prediction does not join them. Such a pair was not found independent.
 *
 * @param one column
 * @param other column, after the first
 * @param joined P(edge) as computed, above .1
 */
public record UndecidedPair(int one, int other, double joined) {

    private static final double LIKELY = 0.9;
    private static final double UNLIKELY = 0.1;
    private static final int NAMED = 5;

    /** By columns; none where a network has no probabilities. */
    public static List<UndecidedPair> of(NamedNetwork network) {
        List<UndecidedPair> pairs = new ArrayList<>();
        network.pairs().ifPresent(known -> {
            for (int i = 0; i < network.size(); i++) {
                for (int j = i + 1; j < network.size(); j++) {
                    double joined = known.adjacentRaw(i, j).orElse(0);
                    if (joined > UNLIKELY && (joined < LIKELY || !hasEdge(network, i, j))) {
                        pairs.add(new UndecidedPair(i, j, joined));
                    }
                }
            }
        });
        return pairs;
    }

    /** Those without a shown edge, likeliest first. */
    public static List<UndecidedPair> withoutEdge(NamedNetwork network) {
        List<UndecidedPair> pairs = new ArrayList<>(of(network));
        boolean[] shown = new boolean[network.size() * network.size()];
        network.edges().forEach(edge -> {
            shown[edge.from() * network.size() + edge.to()] = true;
            shown[edge.to() * network.size() + edge.from()] = true;
        });
        pairs.removeIf(pair -> shown[pair.one * network.size() + pair.other]);
        pairs.sort(Comparator.comparingDouble(pair -> -pair.joined));
        return pairs;
    }

    /** The names of the likeliest pairs without a shown edge, with P(edge) unless evidence is in words; or "". */
    public static String named(NamedNetwork network) {
        List<UndecidedPair> pairs = withoutEdge(network);
        List<String> names = pairs.stream()
                .limit(NAMED)
                .map(pair -> network.name(pair.one) + " and " + network.name(pair.other)
                        + network.pairs()
                                .filter(known ->
                                        known.evidence(pair.one, pair.other).isEmpty())
                                .map(known -> probability(known, pair))
                                .orElse(""))
                .toList();
        return String.join(", ", names) + (pairs.size() > NAMED ? ", " + (pairs.size() - NAMED) + " more" : "");
    }

    private static String probability(PairProbabilities known, UndecidedPair pair) {
        return String.format(
                Locale.ROOT, " %.2f", known.adjacent(pair.one, pair.other).orElse(0));
    }

    private static boolean hasEdge(NamedNetwork network, int i, int j) {
        return network.weights().hasEdge(i, j) || network.weights().hasEdge(j, i);
    }
}
