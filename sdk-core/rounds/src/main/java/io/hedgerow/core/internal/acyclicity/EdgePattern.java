// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.acyclicity;

public final class EdgePattern {

    private final int variables;
    private final int[] from;
    private final int[] to;

    private EdgePattern(int variables, int[] from, int[] to) {
        this.variables = variables;
        this.from = from;
        this.to = to;
    }

    /** Copies edges, from[e] → to[e], both from 0 to d − 1 and different, no edge twice. */
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

    public int variables() {
        return variables;
    }

    public int size() {
        return from.length;
    }

    public int from(int edge) {
        return from[edge];
    }

    public int to(int edge) {
        return to[edge];
    }

    /** Requires a squared weight ≥ 0 and a place for a derivative of every edge. */
    void requireSquares(double[] squared, double[] gradient) {
        if (squared.length != size() || gradient.length != size()) {
            throw new IllegalArgumentException("squared and gradient must have one entry for each of " + size()
                    + " edges, had " + squared.length + " and " + gradient.length);
        }
        for (int e = 0; e < squared.length; e++) {
            if (!(squared[e] >= 0)) {
                throw new IllegalArgumentException(
                        "squared weight of edge " + from[e] + " -> " + to[e] + " must be >= 0, was " + squared[e]);
            }
        }
    }
}
