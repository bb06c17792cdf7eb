// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.graph;

import java.util.Arrays;
import java.util.Collection;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.BiPredicate;

/**
 * The Markov equivalence class of an acyclic graph, or the part of it that agrees with prior knowledge: its partially
 * directed graph. An edge is directed exactly when every acyclic graph with the same skeleton and v-structures, and
 * without forbidden edges, directs it so.
 *
 * <p>Computed from v-structures and forbidden directions with rules 1 to 4 of Meek 1995, which are complete; rule 4
 * directs nothing more when nothing is known. O(m k²) per pass, k the largest degree. Immutable.
 */
public final class EquivalenceClass {

    private final int variables;
    /** [d, d]: i → j or i − j. Both directions set means undirected. */
    private final boolean[] mark;

    private EquivalenceClass(int variables, boolean[] mark) {
        this.variables = variables;
        this.mark = mark;
    }

    /**
     * {@return the class of a graph, the same for every member}
     *
     * @param dag any member
     */
    public static EquivalenceClass of(Dag dag) {
        return of(dag, (from, to) -> false);
    }

    /**
     * {@return a class given by its edges, which are not checked to be those of a class}
     *
     * @param marks entries that are not 0 are i → j, in both directions i − j
     */
    public static EquivalenceClass ofMarks(WeightMatrix marks) {
        int d = marks.variables();
        boolean[] mark = new boolean[d * d];
        for (int k = 0; k < mark.length; k++) {
            mark[k] = marks.hasEdge(k / d, k % d);
        }
        return new EquivalenceClass(d, mark);
    }

    /**
     * Returns the edges on which those members of a graph's class agree that have no forbidden edge.
     *
     * @param dag a member without a forbidden edge
     * @param forbidden whether i → j cannot be; the reverse of a required edge is
     * @return their partially directed graph; the same for every one of these members
     * @throws IllegalArgumentException when the graph has a forbidden edge
     */
    public static EquivalenceClass of(Dag dag, BiPredicate<Integer, Integer> forbidden) {
        int d = dag.variables();
        EquivalenceClass result = new EquivalenceClass(d, new boolean[d * d]);
        int[][] neighbours = result.undirectedSkeleton(dag);
        result.directVStructures(dag);
        result.directKnown(dag, forbidden);
        while (result.applyRules(neighbours)) {
            // Each pass directs at least one edge, so this ends.
        }
        return result;
    }

    /**
     * Returns the edges on which those members of a graph's interventional class agree that have no forbidden edge.
     * Members have the same skeleton and v-structures, and the same skeleton without the edges into the targets of each
     * intervention (Hauser and Bühlmann 2012). An edge is directed where an intervention has exactly one of its ends
     * among its targets, and where that and the rules direct it.
     *
     * @param dag a member without a forbidden edge
     * @param forbidden whether i → j cannot be
     * @param targets of each intervention, by position; the empty set changes nothing
     * @return their partially directed graph; the same for every one of these members
     * @throws IllegalArgumentException when the graph has a forbidden edge
     */
    public static EquivalenceClass of(
            Dag dag, BiPredicate<Integer, Integer> forbidden, Collection<Set<Integer>> targets) {
        return of(
                dag,
                (i, j) -> forbidden.test(i, j)
                        || (dag.weights().hasEdge(j, i)
                                && targets.stream().anyMatch(set -> set.contains(i) != set.contains(j))));
    }

    /**
     * {@return whether the class directs an edge: all members have i → j}
     *
     * @param from i
     * @param to j
     */
    public boolean isDirected(int from, int to) {
        return mark[from * variables + to] && !mark[to * variables + from];
    }

    /**
     * {@return whether the class leaves the direction of an edge open: some members have i → j, others j → i}
     *
     * @param i a variable
     * @param j a variable
     */
    public boolean isUndirected(int i, int j) {
        return mark[i * variables + j] && mark[j * variables + i];
    }

    /** {@return the number of edges without direction, for which {@link #isUndirected} is true} */
    public int undirected() {
        int count = 0;
        for (int i = 0; i < variables; i++) {
            for (int j = i + 1; j < variables; j++) {
                count += isUndirected(i, j) ? 1 : 0;
            }
        }
        return count;
    }

    /**
     * {@return the structural Hamming distance between classes over the same variables: pairs of variables with
     * different edges}
     *
     * @param other over the same variables
     */
    public int distance(EquivalenceClass other) {
        if (other.variables != variables) {
            throw new IllegalArgumentException(
                    "classes must have the same variables, had " + variables + " and " + other.variables);
        }
        int distance = 0;
        for (int i = 0; i < variables; i++) {
            for (int j = i + 1; j < variables; j++) {
                int forth = i * variables + j;
                int back = j * variables + i;
                distance += mark[forth] != other.mark[forth] || mark[back] != other.mark[back] ? 1 : 0;
            }
        }
        return distance;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof EquivalenceClass that && variables == that.variables && Arrays.equals(mark, that.mark);
    }

    @Override
    public int hashCode() {
        return 31 * variables + Arrays.hashCode(mark);
    }

    /** The distance over those pairs of the first graph only that are kept; empty when a graph has a cycle. */
    static OptionalInt distance(WeightMatrix first, WeightMatrix second, BiPredicate<Integer, Integer> kept) {
        int d = first.variables();
        if (Support.of(first).topologicalOrder().length < d
                || Support.of(second).topologicalOrder().length < d) {
            return OptionalInt.empty();
        }
        EquivalenceClass whole = of(Dag.of(first));
        for (int k = 0; k < d * d; k++) {
            whole.mark[k] &= kept.test(k / d, k % d);
        }
        return OptionalInt.of(whole.distance(of(Dag.of(second))));
    }

    static OptionalInt distance(WeightMatrix first, WeightMatrix second) {
        return distance(first, second, (i, j) -> true);
    }

    private int[][] undirectedSkeleton(Dag dag) {
        int[][] neighbours = new int[variables][];
        for (int i = 0; i < variables; i++) {
            int[] parents = dag.parents(i);
            int[] children = dag.children(i);
            neighbours[i] = new int[parents.length + children.length];
            System.arraycopy(parents, 0, neighbours[i], 0, parents.length);
            System.arraycopy(children, 0, neighbours[i], parents.length, children.length);
            for (int j : neighbours[i]) {
                mark[i * variables + j] = true;
                mark[j * variables + i] = true;
            }
        }
        return neighbours;
    }

    private void directVStructures(Dag dag) {
        for (int z = 0; z < variables; z++) {
            int[] parents = dag.parents(z);
            for (int x : parents) {
                for (int y : parents) {
                    if (x != y && !VStructures.joined(dag.weights(), x, y)) {
                        mark[z * variables + x] = false;
                    }
                }
            }
        }
    }

    private void directKnown(Dag dag, BiPredicate<Integer, Integer> forbidden) {
        for (int j = 0; j < variables; j++) {
            for (int i : dag.parents(j)) {
                if (forbidden.test(i, j)) {
                    throw new IllegalArgumentException("a graph must have no forbidden edge, had " + i + " -> " + j);
                }
                if (forbidden.test(j, i)) {
                    mark[j * variables + i] = false;
                }
            }
        }
    }

    private boolean applyRules(int[][] neighbours) {
        boolean changed = false;
        for (int a = 0; a < variables; a++) {
            for (int b : neighbours[a]) {
                if (isUndirected(a, b) && mustPoint(a, b, neighbours[a])) {
                    mark[b * variables + a] = false;
                    changed = true;
                }
            }
        }
        return changed;
    }

    private boolean mustPoint(int a, int b, int[] around) {
        for (int c : around) {
            boolean joinsB = mark[c * variables + b] || mark[b * variables + c];
            // Rule 1: c → a − b with c, b not adjacent would else be a new v-structure.
            if (c != b && isDirected(c, a) && !joinsB) {
                return true;
            }
            // Rule 2: a → c → b would else be a cycle.
            if (isDirected(a, c) && isDirected(c, b)) {
                return true;
            }
            // Rule 3: a − c → b and a − e → b with c, e not adjacent.
            if (isUndirected(a, c) && isDirected(c, b) && hasRuleThreePartner(a, b, c, around)) {
                return true;
            }
            // Rule 4: a − c → e → b with e adjacent to a and c, b not adjacent: b → a would direct a → c, and close a
            // cycle.
            if (c != b && isUndirected(a, c) && !joinsB && hasRuleFourLink(b, c, around)) {
                return true;
            }
        }
        return false;
    }

    private boolean hasRuleFourLink(int b, int c, int[] around) {
        for (int e : around) {
            if (isDirected(c, e) && isDirected(e, b)) {
                return true;
            }
        }
        return false;
    }

    private boolean hasRuleThreePartner(int a, int b, int c, int[] around) {
        for (int e : around) {
            boolean joinsC = mark[e * variables + c] || mark[c * variables + e];
            if (e != c && !joinsC && isUndirected(a, e) && isDirected(e, b)) {
                return true;
            }
        }
        return false;
    }
}
