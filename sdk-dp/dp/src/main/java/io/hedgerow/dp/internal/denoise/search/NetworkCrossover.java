// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.denoise.search;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Combines the best parts of several networks: climbs from different starts end in networks that differ in few places.
 */
final class NetworkCrossover {

    private NetworkCrossover() {}

    /** Takes the better parts of another network, one for each group of variables that differing edges join. */
    static boolean take(GramClimb climb, GramGraph other) {
        boolean taken = false;
        for (int[] group : groups(climb.fit().graph(), other)) {
            taken |= climb.changed(() -> replace(climb.fit().graph(), other, group), group);
        }
        return taken;
    }

    private static void replace(GramGraph graph, GramGraph other, int[] group) {
        boolean[] inside = new boolean[graph.variables()];
        for (int variable : group) {
            inside[variable] = true;
        }
        for (int edge = graph.size() - 1; edge >= 0; edge--) {
            int from = graph.from(edge);
            int to = graph.to(edge);
            if (inside[from] && inside[to] && !graph.fixed(edge) && other.edge(from, to) < 0) {
                graph.remove(edge);
            }
        }
        for (int edge = 0; edge < other.size(); edge++) {
            int from = other.from(edge);
            int to = other.to(edge);
            boolean legal = inside[from]
                    && inside[to]
                    && !graph.adjacent(from, to)
                    && !graph.full(to)
                    && !graph.reached(to)[from];
            if (legal) {
                graph.add(from, to, other.weight(edge));
            }
        }
    }

    /** Groups of variables that edges join which only one of two graphs has. */
    private static List<int[]> groups(GramGraph one, GramGraph two) {
        int[] name = IntStream.range(0, one.variables()).toArray();
        boolean[] differs = new boolean[name.length];
        join(one, two, name, differs);
        join(two, one, name, differs);
        List<int[]> groups = new ArrayList<>();
        for (int first = 0; first < name.length; first++) {
            int own = first;
            int[] group = IntStream.range(0, name.length)
                    .filter(k -> differs[k] && name[k] == own)
                    .toArray();
            if (group.length > 0) {
                groups.add(group);
            }
        }
        return groups;
    }

    private static void join(GramGraph one, GramGraph two, int[] name, boolean[] differs) {
        for (int edge = 0; edge < one.size(); edge++) {
            int from = one.from(edge);
            int to = one.to(edge);
            if (two.edge(from, to) < 0) {
                differs[from] = true;
                differs[to] = true;
                int old = name[from];
                int now = name[to];
                for (int k = 0; k < name.length; k++) {
                    name[k] = name[k] == old ? now : name[k];
                }
            }
        }
    }
}
