// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.graph;

import java.util.Arrays;
import java.util.PriorityQueue;

/** The structure of a graph without weights: parents and children of every variable, ascending. Immutable. */
final class Support {

    private final int[][] parents;
    private final int[][] children;

    private Support(int[][] parents, int[][] children) {
        this.parents = parents;
        this.children = children;
    }

    static Support of(WeightMatrix weights) {
        int d = weights.variables();
        int[] in = new int[d];
        int[][] children = new int[d][];
        int[] row = new int[d];
        for (int i = 0; i < d; i++) {
            int size = 0;
            for (int j = 0; j < d; j++) {
                if (weights.hasEdge(i, j)) {
                    row[size++] = j;
                    in[j]++;
                }
            }
            children[i] = Arrays.copyOf(row, size);
        }
        int[][] parents = new int[d][];
        for (int j = 0; j < d; j++) {
            parents[j] = new int[in[j]];
        }
        int[] filled = new int[d];
        for (int i = 0; i < d; i++) {
            for (int j : children[i]) {
                parents[j][filled[j]++] = i;
            }
        }
        return new Support(parents, children);
    }

    /** For each variable its parents; shared with this object. */
    int[][] parents() {
        return parents;
    }

    /** For each variable its children; shared with this object. */
    int[][] children() {
        return children;
    }

    /** Causes first, smallest index first where there is a choice; shorter than d when there is a cycle. */
    int[] topologicalOrder() {
        int d = parents.length;
        int[] waiting = new int[d];
        PriorityQueue<Integer> free = new PriorityQueue<>();
        for (int j = 0; j < d; j++) {
            waiting[j] = parents[j].length;
            if (waiting[j] == 0) {
                free.add(j);
            }
        }
        int[] order = new int[d];
        int size = 0;
        for (Integer next = free.poll(); next != null; next = free.poll()) {
            order[size++] = next;
            for (int child : children[next]) {
                if (--waiting[child] == 0) {
                    free.add(child);
                }
            }
        }
        return Arrays.copyOf(order, size);
    }

    /** One directed cycle from its smallest index: what Kahn's algorithm could not order has such a parent, too. */
    int[] cycle(int[] partialOrder) {
        int d = parents.length;
        boolean[] ordered = new boolean[d];
        for (int v : partialOrder) {
            ordered[v] = true;
        }
        int v = 0;
        while (ordered[v]) {
            v++;
        }
        int[] seenAt = new int[d];
        Arrays.fill(seenAt, -1);
        int[] path = new int[d];
        int length = 0;
        while (seenAt[v] < 0) {
            seenAt[v] = length;
            path[length++] = v;
            int back = 0;
            while (ordered[parents[v][back]]) {
                back++;
            }
            v = parents[v][back];
        }
        int size = length - seenAt[v];
        int[] cycle = new int[size];
        int smallest = 0;
        for (int k = 0; k < size; k++) {
            cycle[k] = path[length - 1 - k];
            smallest = cycle[k] < cycle[smallest] ? k : smallest;
        }
        int[] turned = new int[size];
        for (int k = 0; k < size; k++) {
            turned[k] = cycle[(smallest + k) % size];
        }
        return turned;
    }

    static String cycleText(int[] cycle) {
        StringBuilder text = new StringBuilder();
        for (int v : cycle) {
            text.append(v).append(" -> ");
        }
        return text.append(cycle[0]).toString();
    }
}
