// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.acyclicity;

/** A set of candidate edges on d variables, in a fixed order. Immutable. */
public final class EdgePattern {

    private final int variables;
    private final int[] from;
    private final int[] to;

    private EdgePattern(int variables, int[] from, int[] to) {
        this.variables = variables;
        this.from = from;
        this.to = to;
    }

    /**
     * Copies a list of edges.
     *
     * @param variables d
     * @param from source of each edge, 0 ≤ from &lt; d
     * @param to target of each edge, 0 ≤ to &lt; d, never the source; no edge twice
     */
    public static EdgePattern of(int variables, int[] from, int[] to) {
        if (from.length != to.length) {
            throw new IllegalArgumentException(
                    "from and to must have the same length, were " + from.length + " and " + to.length);
        }
        for (int e = 0; e < from.length; e++) {
            if (from[e] < 0 || from[e] >= variables || to[e] < 0 || to[e] >= variables || from[e] == to[e]) {
                throw new IllegalArgumentException("edge " + e + " must join two different variables of " + variables
                        + ", was " + from[e] + " -> " + to[e]);
            }
        }
        return new EdgePattern(variables, from.clone(), to.clone());
    }

    /**
     * Number of variables.
     *
     * @return d
     */
    public int variables() {
        return variables;
    }

    /**
     * Number of edges.
     *
     * @return m
     */
    public int size() {
        return from.length;
    }

    /**
     * Source of an edge.
     *
     * @param edge its position in the pattern
     * @return i of i → j
     */
    public int from(int edge) {
        return from[edge];
    }

    /**
     * Target of an edge.
     *
     * @param edge its position in the pattern
     * @return j of i → j
     */
    public int to(int edge) {
        return to[edge];
    }
}
