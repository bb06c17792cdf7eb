// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.exchange;

import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.NetworkEdge;
import io.hedgerow.core.graph.NetworkEdge.EdgeStatus;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.samples.exchange.Comparison.Pair;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The edges in which two networks A and B over the same variables differ. An edge whose direction is not identified
 * fits both directions.
 *
 * @param missing edges of B that A does not have
 * @param extra edges of A that B does not have
 * @param reversed edges of A that B has reversed, both being identified
 * @param open edges of both that only one of them gives a direction, as A has them
 */
record EdgeDifferences(List<Pair> missing, List<Pair> extra, List<Pair> reversed, List<Pair> open) {

    static EdgeDifferences of(NamedNetwork a, NamedNetwork b) {
        WeightMatrix inB = b.shown();
        Set<List<Integer>> openOfA = open(a);
        Set<List<Integer>> openOfB = open(b);
        EdgeDifferences apart =
                new EdgeDifferences(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        for (NetworkEdge edge : a.withTruth(inB).edges()) {
            boolean openInA = openOfA.contains(pair(edge));
            boolean openInB = openOfB.contains(pair(edge));
            Pair pair = new Pair(
                    a.name(edge.from()), a.name(edge.to()), edge.status() == EdgeStatus.MISSING ? !openInB : !openInA);
            switch (edge.status()) {
                case MISSING -> apart.missing.add(pair);
                case EXTRA -> apart.extra.add(pair);
                default -> {
                    boolean turned = !inB.hasEdge(edge.from(), edge.to());
                    if (openInA != openInB) {
                        apart.open.add(pair);
                    } else if (turned && !openInA) {
                        apart.reversed.add(pair);
                    }
                }
            }
        }
        return apart;
    }

    /** Insertions, deletions and reversals. */
    int shdOfIdentified() {
        return missing.size() + extra.size() + reversed.size();
    }

    /** Pairs that are joined and have no direction. */
    private static Set<List<Integer>> open(NamedNetwork network) {
        return network.edges().stream()
                .filter(edge -> !edge.directed())
                .map(EdgeDifferences::pair)
                .collect(Collectors.toSet());
    }

    private static List<Integer> pair(NetworkEdge edge) {
        return List.of(Math.min(edge.from(), edge.to()), Math.max(edge.from(), edge.to()));
    }
}
