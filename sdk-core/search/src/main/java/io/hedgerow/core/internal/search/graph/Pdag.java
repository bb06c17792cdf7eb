// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.graph;

import io.hedgerow.core.graph.Dag;
import io.hedgerow.core.graph.EquivalenceClass;
import io.hedgerow.core.graph.WeightMatrix;
import java.util.Optional;
import java.util.stream.IntStream;

/** A partially directed graph, as a search over equivalence classes changes it. Not thread-safe. */
public final class Pdag {

    private final int d;
    private final boolean[] mark;

    private Pdag(int variables) {
        this.d = variables;
        this.mark = new boolean[variables * variables];
    }

    public static Pdag of(ParentSets parents) {
        Pdag graph = new Pdag(parents.variables());
        graph.take(parents);
        return graph;
    }

    /** The graph of a class, whatever else directed its edges. */
    public static Pdag of(int variables, EquivalenceClass known) {
        Pdag graph = new Pdag(variables);
        graph.take(known);
        return graph;
    }

    public static EquivalenceClass classOf(ParentSets parents) {
        int d = parents.variables();
        double[] ones = new double[d * d];
        for (int j = 0; j < d; j++) {
            for (int p = 0; p < parents.count(j); p++) {
                ones[parents.parent(j, p) * d + j] = 1;
            }
        }
        return EquivalenceClass.of(Dag.of(WeightMatrix.ofRows(d, ones)));
    }

    private void take(ParentSets parents) {
        take(classOf(parents));
    }

    private void take(EquivalenceClass known) {
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                mark[i * d + j] = i != j && (known.isDirected(i, j) || known.isUndirected(i, j));
            }
        }
    }

    public boolean leads(int i, int j) {
        return mark[i * d + j];
    }

    public boolean joined(int i, int j) {
        return mark[i * d + j] || mark[j * d + i];
    }

    public boolean open(int i, int j) {
        return mark[i * d + j] && mark[j * d + i];
    }

    public void direct(int i, int j) {
        mark[i * d + j] = true;
        mark[j * d + i] = false;
    }

    public void cut(int i, int j) {
        mark[i * d + j] = false;
        mark[j * d + i] = false;
    }

    /** The variables with an open edge to y that are adjacent to x, or are not. */
    public int[] openAround(int y, int x, boolean joinedToX) {
        int[] around = new int[d];
        int count = 0;
        for (int t = 0; t < d; t++) {
            if (t != x && t != y && open(t, y) && joined(t, x) == joinedToX) {
                around[count++] = t;
            }
        }
        return java.util.Arrays.copyOf(around, count);
    }

    public boolean isClique(int[] set, int count) {
        for (int a = 0; a < count; a++) {
            for (int b = 0; b < a; b++) {
                if (!joined(set[a], set[b])) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Whether a path of open and directed edges leads from one variable to another outside of a set. */
    public boolean reachesAround(int start, int end, int[] blocked) {
        boolean[] seen = new boolean[d];
        for (int b : blocked) {
            seen[b] = true;
        }
        int[] stack = new int[d];
        int size = 0;
        stack[size++] = start;
        seen[start] = true;
        while (size > 0) {
            int at = stack[--size];
            for (int next = 0; next < d; next++) {
                if (mark[at * d + next] && !seen[next]) {
                    if (next == end) {
                        return true;
                    }
                    seen[next] = true;
                    stack[size++] = next;
                }
            }
        }
        return false;
    }

    /** Becomes the class of its extensions. */
    public void complete() {
        take(extension());
    }

    /** An acyclic graph with these directions and no new v-structure (Dor and Tarsi 1992); fails when there is none. */
    public ParentSets extension() {
        return anyExtension().orElseThrow(() -> new IllegalStateException("a class must have an acyclic extension"));
    }

    /** The same; empty when there is none. */
    public Optional<ParentSets> anyExtension() {
        return extension(IntStream.range(0, d).toArray()).map(parents -> {
            ParentSets result = ParentSets.empty(d);
            for (int j = 0; j < d; j++) {
                for (int p = 0; p < parents.count(j); p++) {
                    result.add(j, parents.parent(j, p));
                }
            }
            return result;
        });
    }

    /** The extension in which variables are effects of later ones of an order, as far as they can; of any size. */
    public Optional<ParentSets> extension(int[] effectsFirst) {
        boolean[] left = mark.clone();
        boolean[] gone = new boolean[d];
        ParentSets parents = new ParentSets(d, d);
        for (int round = 0; round < d; round++) {
            int sink = sink(effectsFirst, left, gone);
            if (sink < 0) {
                return Optional.empty();
            }
            for (int i = 0; i < d; i++) {
                if (!gone[i] && left[i * d + sink]) {
                    parents.add(sink, i);
                }
            }
            gone[sink] = true;
        }
        return Optional.of(parents);
    }

    /** The first variable that no edge leaves and whose neighbours are joined; −1 when there is none. */
    private int sink(int[] order, boolean[] left, boolean[] gone) {
        for (int x : order) {
            if (!gone[x] && isSink(x, left, gone)) {
                return x;
            }
        }
        return -1;
    }

    private boolean isSink(int x, boolean[] left, boolean[] gone) {
        for (int y = 0; y < d; y++) {
            if (gone[y] || y == x) {
                continue;
            }
            if (left[x * d + y] && !left[y * d + x]) {
                return false;
            }
            if (left[x * d + y]) {
                for (int z = 0; z < d; z++) {
                    boolean around = z != x && z != y && !gone[z] && (left[x * d + z] || left[z * d + x]);
                    if (around && !left[y * d + z] && !left[z * d + y]) {
                        return false;
                    }
                }
            }
        }
        return true;
    }
}
