// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.graph;

import java.util.Arrays;

/** Reachability in an acyclic graph: adding costs O(d + d² / 64), removing O(edges · d / 64). Not thread-safe. */
public final class Reachability {

    private final int variables;
    private final int words;
    /** Descendants of i, itself excluded, as bits of words i · words …. */
    private long[] below;

    private long[] previous;

    public Reachability(int variables) {
        this.variables = variables;
        this.words = (variables + 63) / 64;
        this.below = new long[variables * words];
        this.previous = new long[variables * words];
    }

    /** Whether there is a directed path of at least one edge. */
    public boolean reaches(int from, int to) {
        return (below[from * words + (to >> 6)] >>> (to & 63) & 1) != 0;
    }

    public boolean closesCycle(int from, int to) {
        return from == to || reaches(to, from);
    }

    public void addEdge(int from, int to) {
        if (reaches(from, to)) {
            return;
        }
        for (int a = 0; a < variables; a++) {
            if (a == from || reaches(a, from)) {
                merge(a, to);
            }
        }
    }

    private void merge(int above, int child) {
        int at = above * words;
        int source = child * words;
        for (int w = 0; w < words; w++) {
            below[at + w] |= below[source + w];
        }
        below[at + (child >> 6)] |= 1L << (child & 63);
    }

    /** Starts over from the parents of each variable; {@link #lostDescendants} then compares with the state before. */
    public void rebuild(ParentSets parents) {
        long[] swap = previous;
        previous = below;
        below = swap;
        Arrays.fill(below, 0);
        int[] order = parents.topologicalOrder();
        for (int position = variables - 1; position >= 0; position--) {
            int j = order[position];
            for (int a = 0; a < parents.count(j); a++) {
                merge(parents.parent(j, a), j);
            }
        }
    }

    /** Whether the last {@link #rebuild} took descendants away, so that edges into this variable may be legal again. */
    public boolean lostDescendants(int variable) {
        for (int w = variable * words; w < (variable + 1) * words; w++) {
            if ((previous[w] & ~below[w]) != 0) {
                return true;
            }
        }
        return false;
    }
}
