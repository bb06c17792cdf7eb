// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.denoise.search;

import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * A directed acyclic graph with one weight per edge, changed edge by edge. Edges have positions 0 … size − 1; dropping
 * one moves the last into its place. Knowledge of edges limits additions and deletions. Not thread-safe.
 */
final class GramGraph {

    private final int variables;
    private final int maxParents;
    private final EdgeKnowledge known;
    private int[] from;
    private int[] to;
    private double[] weight;
    private int size;
    private int[] order = new int[0];
    private int[] position = new int[0];
    private int[][] parents = new int[0][];
    private int[][] children = new int[0][];

    /** Creates a graph without edges; callers begin with the required ones. */
    GramGraph(int variables, int maxParents, EdgeKnowledge known) {
        this.variables = variables;
        this.maxParents = maxParents;
        this.known = known;
        this.from = new int[2 * variables];
        this.to = new int[2 * variables];
        this.weight = new double[2 * variables];
        index();
    }

    private GramGraph(GramGraph other) {
        this.variables = other.variables;
        this.maxParents = other.maxParents;
        this.known = other.known;
        this.from = other.from.clone();
        this.to = other.to.clone();
        this.weight = other.weight.clone();
        this.size = other.size;
        index();
    }

    GramGraph copy() {
        return new GramGraph(this);
    }

    int variables() {
        return variables;
    }

    int size() {
        return size;
    }

    int from(int edge) {
        return from[edge];
    }

    int to(int edge) {
        return to[edge];
    }

    double weight(int edge) {
        return weight[edge];
    }

    void setWeight(int edge, double value) {
        weight[edge] = value;
    }

    /** Positions of the edges into a variable. */
    int[] parents(int target) {
        return parents[target];
    }

    /** Positions of the edges out of a variable. */
    int[] children(int source) {
        return children[source];
    }

    /** Variables, parents first. */
    int[] order() {
        return order;
    }

    int position(int variable) {
        return position[variable];
    }

    boolean full(int target) {
        return parents[target].length >= maxParents;
    }

    boolean allows(int source, int target) {
        return known.allows(source, target);
    }

    boolean fixed(int edge) {
        return known.requires(from[edge], to[edge]);
    }

    void add(int source, int target, double value) {
        if (size == from.length) {
            from = Arrays.copyOf(from, 2 * size);
            to = Arrays.copyOf(to, 2 * size);
            weight = Arrays.copyOf(weight, 2 * size);
        }
        from[size] = source;
        to[size] = target;
        weight[size++] = value;
        index();
    }

    void remove(int edge) {
        size--;
        from[edge] = from[size];
        to[edge] = to[size];
        weight[edge] = weight[size];
        index();
    }

    boolean adjacent(int i, int j) {
        return edge(i, j) >= 0 || edge(j, i) >= 0;
    }

    /** The position of an edge, or −1. */
    int edge(int source, int target) {
        for (int edge : children[source]) {
            if (to[edge] == target) {
                return edge;
            }
        }
        return -1;
    }

    /** Whether a path leads from an edge's source to its target without it, so that it cannot be reversed. */
    boolean reachedWithout(int edge) {
        int target = to[edge];
        for (int other : children[from[edge]]) {
            if (other != edge && reached(to[other])[target]) {
                return true;
            }
        }
        return false;
    }

    /** Makes the parents of one variable parents of the other too, as far as no cycle arises. */
    void share(int of, int with) {
        for (int edge : parents[of].clone()) {
            int parent = from[edge];
            if (allows(parent, with) && !adjacent(parent, with) && !reached(with)[parent]) {
                add(parent, with, 0);
            }
        }
    }

    /** For every variable, whether a path leads to it from the source; true at the source itself. */
    boolean[] reached(int source) {
        boolean[] seen = new boolean[variables];
        seen[source] = true;
        for (int variable : order) {
            if (seen[variable]) {
                for (int edge : children[variable]) {
                    seen[to[edge]] = true;
                }
            }
        }
        return seen;
    }

    /** For every variable, whether a path leads from it to the target; true at the target itself. */
    boolean[] reaching(int target) {
        boolean[] seen = new boolean[variables];
        seen[target] = true;
        for (int position = variables - 1; position >= 0; position--) {
            if (seen[order[position]]) {
                for (int edge : parents[order[position]]) {
                    seen[from[edge]] = true;
                }
            }
        }
        return seen;
    }

    /** A row of the covariances that the graph implies with noise variances ω: Σ_i. O(edges + d). */
    double[] covariances(int i, double[] omega) {
        double[] row = new double[variables];
        // Σ e_i = Bᵀ diag(ω) B e_i: column i of B against the order, then along it
        row[i] = 1;
        for (int at = position[i]; at >= 0; at--) {
            int k = order[at];
            for (int edge : children[k]) {
                row[k] += weight[edge] * row[to[edge]];
            }
        }
        for (int k : order) {
            row[k] *= omega[k];
            for (int edge : parents[k]) {
                row[k] += weight[edge] * row[from[edge]];
            }
        }
        return row;
    }

    /** B A with B = (I − W)⁻¹, [d, d] each, by B[i, ·] = e_i + Σ_children W[i, j] B[j, ·]. O(d · edges). */
    double[] timesFromLeft(double[] a) {
        double[] product = a.clone();
        for (int position = variables - 1; position >= 0; position--) {
            int row = order[position] * variables;
            for (int edge : children[order[position]]) {
                int child = to[edge] * variables;
                double factor = weight[edge];
                for (int k = 0; k < variables; k++) {
                    product[row + k] += factor * product[child + k];
                }
            }
        }
        return product;
    }

    /** A B, by B[·, j] = e_j + Σ_parents B[·, i] W[i, j]. O(d · edges). */
    double[] timesFromRight(double[] a) {
        double[] product = a.clone();
        for (int row = 0; row < product.length; row += variables) {
            for (int j : order) {
                double sum = product[row + j];
                for (int edge : parents[j]) {
                    sum += product[row + from[edge]] * weight[edge];
                }
                product[row + j] = sum;
            }
        }
        return product;
    }

    private void index() {
        int[] incoming = new int[variables];
        int[] outgoing = new int[variables];
        for (int edge = 0; edge < size; edge++) {
            incoming[to[edge]]++;
            outgoing[from[edge]]++;
        }
        parents = new int[variables][];
        children = new int[variables][];
        for (int j = 0; j < variables; j++) {
            parents[j] = new int[incoming[j]];
            children[j] = new int[outgoing[j]];
        }
        for (int edge = size - 1; edge >= 0; edge--) {
            parents[to[edge]][--incoming[to[edge]]] = edge;
            children[from[edge]][--outgoing[from[edge]]] = edge;
        }
        sort();
    }

    private void sort() {
        int[] open = new int[variables];
        order = new int[variables];
        int count = 0;
        for (int j = 0; j < variables; j++) {
            open[j] = parents[j].length;
            if (open[j] == 0) {
                order[count++] = j;
            }
        }
        for (int at = 0; at < count; at++) {
            for (int edge : children[order[at]]) {
                if (--open[to[edge]] == 0) {
                    order[count++] = to[edge];
                }
            }
        }
        if (count < variables) {
            throw new IllegalStateException("the graph has a directed cycle");
        }
        position = new int[variables];
        for (int at = 0; at < variables; at++) {
            position[order[at]] = at;
        }
    }

    /** Some variables, their parents and their children, ascending. */
    int[] around(int... centre) {
        return Arrays.stream(centre)
                .flatMap(j -> IntStream.concat(
                        IntStream.of(j),
                        IntStream.concat(
                                Arrays.stream(parents(j)).map(this::from),
                                Arrays.stream(children(j)).map(this::to))))
                .sorted()
                .distinct()
                .toArray();
    }
}
