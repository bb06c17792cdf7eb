// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.climb;

import io.hedgerow.core.internal.search.score.FamilyScores;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Selects the parents of one variable among those before it: adds the one that raises the score most, as long as one
 * does, then drops the one whose loss raises it most, as long as one does. The next choice depends only on earlier
 * additions, so all sets of earlier variables share one tree (Andrews and others 2023). Not thread-safe.
 */
final class GrowShrinkTree {

    private static final double LEAD = 1e-9;

    private final FamilyScores scores;
    private final int target;
    private final Node root;

    private static final class Node {
        private final int[] parents;
        private final double score;
        private final Map<Integer, Node> children = new HashMap<>();
        /** Variables that raise the score when added, best first. */
        private int @Nullable [] next;

        private int @Nullable [] shrunk;
        private double shrunkScore;

        Node(int[] parents, double score) {
            this.parents = parents;
            this.score = score;
        }
    }

    GrowShrinkTree(FamilyScores scores, int target) {
        this.scores = scores;
        this.target = target;
        this.root = new Node(new int[0], scores.of(target, new int[0], 0));
    }

    double score(boolean[] before) {
        return shrunk(grown(before)).shrunkScore;
    }

    /** The parents among some variables; not to be changed. */
    int[] parents(boolean[] before) {
        int[] parents = shrunk(grown(before)).shrunk;
        return parents == null ? new int[0] : parents;
    }

    private Node grown(boolean[] before) {
        Node node = root;
        while (true) {
            int more = -1;
            for (int i : next(node)) {
                if (before[i]) {
                    more = i;
                    break;
                }
            }
            if (more < 0) {
                return node;
            }
            Node grown = node.children.get(more);
            if (grown == null) {
                int[] parents = Arrays.copyOf(node.parents, node.parents.length + 1);
                parents[node.parents.length] = more;
                grown = new Node(parents, scores.of(target, parents, parents.length));
                node.children.put(more, grown);
            }
            node = grown;
        }
    }

    private int[] next(Node node) {
        if (node.next == null) {
            double[] after = new double[scores.variables()];
            scores.toggled(target, node.parents, node.parents.length, after);
            for (int parent : node.parents) {
                after[parent] = Double.NEGATIVE_INFINITY;
            }
            after[target] = Double.NEGATIVE_INFINITY;
            node.next = IntStream.range(0, after.length)
                    .filter(i -> after[i] > node.score + LEAD)
                    .boxed()
                    .sorted(Comparator.comparingDouble((Integer i) -> -after[i]))
                    .mapToInt(Integer::intValue)
                    .toArray();
        }
        return node.next;
    }

    private Node shrunk(Node node) {
        if (node.shrunk == null) {
            int[] parents = node.parents;
            double score = node.score;
            boolean less = parents.length > 1;
            double[] after = new double[scores.variables()];
            while (less) {
                scores.toggled(target, parents, parents.length, after);
                int worst = parents[0];
                for (int parent : parents) {
                    worst = after[parent] > after[worst] ? parent : worst;
                }
                less = after[worst] > score + LEAD;
                if (less) {
                    int gone = worst;
                    score = after[worst];
                    parents = Arrays.stream(parents).filter(i -> i != gone).toArray();
                }
            }
            node.shrunk = parents;
            node.shrunkScore = score;
        }
        return node;
    }
}
