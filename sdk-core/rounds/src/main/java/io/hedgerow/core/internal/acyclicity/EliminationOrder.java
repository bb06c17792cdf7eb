// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.acyclicity;

import java.util.Arrays;
import java.util.BitSet;

/**
 * An order in which to eliminate the vertices of a component so that little fills in: always one with the fewest
 * neighbours left (minimum degree, Rose 1972), until the rest is nearly complete and is better treated as dense.
 * Vertices are renumbered by this order. Those from {@code core()} on are the dense rest; each k before has the later
 * vertices {@code later(k)} with which it shares an edge, in either direction, when its turn comes. Eliminating k joins
 * any two of them. Cost: O(n² / 64) per eliminated vertex with many neighbours. Immutable.
 */
final class EliminationOrder {

    /** A vertex with this share of the others as neighbours gains nothing from a list of them. */
    private static final double DENSE_SHARE = 0.5;

    private final int[] position;
    private final int[][] later;

    private EliminationOrder(int[] position, int[][] later) {
        this.position = position;
        this.later = later;
    }

    static EliminationOrder of(Component component) {
        int n = component.size();
        BitSet[] near = neighbours(component);
        int[] degree = new int[n];
        for (int v = 0; v < n; v++) {
            degree[v] = near[v].cardinality();
        }
        int[] position = new int[n];
        Arrays.fill(position, -1);
        int[][] later = new int[n][];
        int eliminated = 0;
        while (eliminated < n) {
            int least = least(degree, position);
            int rest = n - eliminated - 1;
            if (degree[least] >= DENSE_SHARE * rest) {
                break;
            }
            later[eliminated] = eliminate(least, near, degree);
            position[least] = eliminated++;
        }
        int core = eliminated;
        for (int v = 0; v < n; v++) {
            if (position[v] < 0) {
                position[v] = eliminated++;
            }
        }
        return new EliminationOrder(position, renumbered(later, core, position));
    }

    private static BitSet[] neighbours(Component component) {
        int n = component.size();
        BitSet[] near = new BitSet[n];
        Arrays.setAll(near, v -> new BitSet(n));
        for (int i = 0; i < n; i++) {
            for (int e = component.start()[i]; e < component.start()[i + 1]; e++) {
                near[i].set(component.target()[e]);
                near[component.target()[e]].set(i);
            }
        }
        return near;
    }

    private static int least(int[] degree, int[] position) {
        int least = -1;
        for (int v = 0; v < degree.length; v++) {
            if (position[v] < 0 && (least < 0 || degree[v] < degree[least])) {
                least = v;
            }
        }
        return least;
    }

    private static int[] eliminate(int v, BitSet[] near, int[] degree) {
        int[] list = near[v].stream().toArray();
        for (int i : list) {
            near[i].or(near[v]);
            near[i].clear(i);
            near[i].clear(v);
            degree[i] = near[i].cardinality();
        }
        return list;
    }

    private static int[][] renumbered(int[][] later, int core, int[] position) {
        int[][] lists = new int[core][];
        for (int k = 0; k < core; k++) {
            lists[k] = Arrays.stream(later[k]).map(v -> position[v]).sorted().toArray();
        }
        return lists;
    }

    int position(int vertex) {
        return position[vertex];
    }

    int core() {
        return later.length;
    }

    /** Neighbours of k that come after it, ascending; not to be modified. */
    int[] later(int k) {
        return later[k];
    }
}
