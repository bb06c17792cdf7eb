// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.graph;

import io.hedgerow.core.graph.WeightMatrix;
import java.util.Arrays;

/** The parents of each variable, in the order in which they were added. Not thread-safe. */
public final class ParentSets {

    /** The most parents that searches by a score try: the size of a table of parent sets is exponential in them. */
    public static final int MOST = 12;

    private final int[][] parents;
    private final int[] counts;

    public ParentSets(int variables, int maxParents) {
        int room = Math.min(maxParents, variables - 1);
        this.parents = new int[variables][room];
        this.counts = new int[variables];
    }

    public static ParentSets empty(int variables) {
        return new ParentSets(variables, MOST);
    }

    private ParentSets(ParentSets other) {
        this.parents = new int[other.parents.length][];
        for (int j = 0; j < parents.length; j++) {
            parents[j] = other.parents[j].clone();
        }
        this.counts = other.counts.clone();
    }

    /** The parents of every variable in an acyclic network; at most so many of each. */
    public static ParentSets of(WeightMatrix network, int maxParents) {
        int d = network.variables();
        ParentSets parents = new ParentSets(d, maxParents);
        for (int j = 0; j < d; j++) {
            for (int i = 0; i < d; i++) {
                if (network.hasEdge(i, j)) {
                    parents.add(j, i);
                }
            }
        }
        return parents;
    }

    /** [i, j]: 1 where i is a parent of j. */
    public WeightMatrix marks() {
        int d = counts.length;
        double[] marks = new double[d * d];
        for (int j = 0; j < d; j++) {
            for (int a = 0; a < counts[j]; a++) {
                marks[parents[j][a] * d + j] = 1;
            }
        }
        return WeightMatrix.ofRows(d, marks);
    }

    /** The parents of a target, ascending. */
    public int[] sorted(int target) {
        int[] sorted = Arrays.copyOf(parents[target], counts[target]);
        Arrays.sort(sorted);
        return sorted;
    }

    public ParentSets copy() {
        return new ParentSets(this);
    }

    public int variables() {
        return counts.length;
    }

    public int count(int target) {
        return counts[target];
    }

    public boolean full(int target) {
        return counts[target] == parents[target].length;
    }

    public int parent(int target, int position) {
        return parents[target][position];
    }

    /** The parents of one variable, in their order; a copy. */
    public int[] of(int target) {
        return Arrays.copyOf(parents[target], counts[target]);
    }

    public int positionOf(int target, int parent) {
        for (int a = 0; a < counts[target]; a++) {
            if (parents[target][a] == parent) {
                return a;
            }
        }
        return -1;
    }

    public void add(int target, int parent) {
        parents[target][counts[target]++] = parent;
    }

    public void removeAt(int target, int position) {
        int[] own = parents[target];
        System.arraycopy(own, position + 1, own, position, --counts[target] - position);
    }

    public void set(int target, ParentSets other) {
        System.arraycopy(other.parents[target], 0, parents[target], 0, other.counts[target]);
        counts[target] = other.counts[target];
    }

    public void set(int target, int[] ordered) {
        System.arraycopy(ordered, 0, parents[target], 0, ordered.length);
        counts[target] = ordered.length;
    }

    public boolean sameAs(ParentSets other, int target) {
        return Arrays.equals(parents[target], 0, counts[target], other.parents[target], 0, other.counts[target]);
    }

    public int edgeCount() {
        return Arrays.stream(counts).sum();
    }

    /** Parents first. O(d + edges); the graph must be acyclic. */
    public int[] topologicalOrder() {
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
