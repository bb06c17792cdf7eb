package io.hedgerow.core.internal.search;

import java.util.Arrays;

/** The parents of each variable, in the order in which they came. Not thread-safe. */
final class ParentSets {

    private final int[][] parents;
    private final int[] counts;

    ParentSets(int variables, int maxParents) {
        int room = Math.min(maxParents, variables - 1);
        this.parents = new int[variables][room];
        this.counts = new int[variables];
    }

    private ParentSets(ParentSets other) {
        this.parents = new int[other.parents.length][];
        for (int j = 0; j < parents.length; j++) {
            parents[j] = other.parents[j].clone();
        }
        this.counts = other.counts.clone();
    }

    ParentSets copy() {
        return new ParentSets(this);
    }

    int variables() {
        return counts.length;
    }

    int count(int target) {
        return counts[target];
    }

    boolean full(int target) {
        return counts[target] == parents[target].length;
    }

    int parent(int target, int position) {
        return parents[target][position];
    }

    /** Position of a parent, or −1. */
    int positionOf(int target, int parent) {
        for (int a = 0; a < counts[target]; a++) {
            if (parents[target][a] == parent) {
                return a;
            }
        }
        return -1;
    }

    void add(int target, int parent) {
        parents[target][counts[target]++] = parent;
    }

    void removeAt(int target, int position) {
        int[] own = parents[target];
        System.arraycopy(own, position + 1, own, position, --counts[target] - position);
    }

    void set(int target, ParentSets other) {
        System.arraycopy(other.parents[target], 0, parents[target], 0, other.counts[target]);
        counts[target] = other.counts[target];
    }

    boolean sameAs(ParentSets other, int target) {
        return Arrays.equals(parents[target], 0, counts[target], other.parents[target], 0, other.counts[target]);
    }

    int edgeCount() {
        return Arrays.stream(counts).sum();
    }

    /** Parents first. O(d + edges); the graph must be acyclic. */
    int[] topologicalOrder() {
        int d = counts.length;
        int[] childCount = new int[d];
        for (int j = 0; j < d; j++) {
            for (int a = 0; a < counts[j]; a++) {
                childCount[parents[j][a]]++;
            }
        }
        int[] order = new int[d];
        int next = d;
        for (int i = 0; i < d; i++) {
            if (childCount[i] == 0) {
                order[--next] = i;
            }
        }
        for (int at = d - 1; at >= next; at--) {
            int j = order[at];
            for (int a = 0; a < counts[j]; a++) {
                if (--childCount[parents[j][a]] == 0) {
                    order[--next] = parents[j][a];
                }
            }
        }
        return order;
    }
}
