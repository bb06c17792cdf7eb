// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.graph;

import java.util.Arrays;

/**
 * A weighted directed graph on d variables: W[i, j] ≠ 0 ⇔ there is an edge i → j. It may have cycles. The diagonal is
 * always 0, so that no variable is its own parent. Immutable; entries are finite.
 */
public final class WeightMatrix {

    private final int variables;
    /** Row by row: entry i, j at {@code i * variables + j}. */
    private final double[] entries;

    private WeightMatrix(int variables, double[] entries) {
        this.variables = variables;
        this.entries = entries;
    }

    /**
     * {@return the graph of a matrix that is given row by row and copied}
     *
     * @param variables d; at least 1
     * @param entries [d, d], W[i, j] at {@code i * d + j}; finite, 0 on the diagonal
     */
    public static WeightMatrix ofRows(int variables, double[] entries) {
        if (variables < 1 || entries.length != variables * variables) {
            throw new IllegalArgumentException(
                    "entries must be [" + variables + ", " + variables + "], was " + entries.length + " numbers");
        }
        for (int i = 0; i < variables; i++) {
            if (entries[i * variables + i] != 0) {
                throw new IllegalArgumentException(
                        "W[" + i + ", " + i + "] must be 0, was " + entries[i * variables + i]);
            }
            for (int j = 0; j < variables; j++) {
                if (!Double.isFinite(entries[i * variables + j])) {
                    throw new IllegalArgumentException(
                            "W[" + i + ", " + j + "] must be finite, was " + entries[i * variables + j]);
                }
            }
        }
        double[] copy = new double[entries.length];
        for (int k = 0; k < copy.length; k++) {
            // Adding 0 turns -0.0 into 0.0, so that equal graphs are equal objects.
            copy[k] = entries[k] + 0.0;
        }
        return new WeightMatrix(variables, copy);
    }

    /**
     * {@return the graph of a matrix that is given as rows and copied}
     *
     * @param rows [d][d]; finite, 0 on the diagonal
     */
    public static WeightMatrix of(double[][] rows) {
        double[] flat = new double[rows.length * rows.length];
        for (int i = 0; i < rows.length; i++) {
            if (rows[i].length != rows.length) {
                throw new IllegalArgumentException("matrix must be square, row " + i + " has " + rows[i].length + " of "
                        + rows.length + " entries");
            }
            System.arraycopy(rows[i], 0, flat, i * rows.length, rows.length);
        }
        return ofRows(rows.length, flat);
    }

    /**
     * {@return the graph on d variables without edges}
     *
     * @param variables d
     */
    public static WeightMatrix empty(int variables) {
        return ofRows(variables, new double[variables * variables]);
    }

    /** {@return d, the number of variables} */
    public int variables() {
        return variables;
    }

    /**
     * {@return W[i, j], the weight of an edge; 0 when there is no edge}
     *
     * @param from i
     * @param to j
     */
    public double get(int from, int to) {
        return entries[from * variables + to];
    }

    /**
     * {@return W[i, j] ≠ 0, whether there is an edge}
     *
     * @param from i
     * @param to j
     */
    public boolean hasEdge(int from, int to) {
        return get(from, to) != 0;
    }

    /** {@return the number of edges} */
    public int edgeCount() {
        int count = 0;
        for (double entry : entries) {
            if (entry != 0) {
                count++;
            }
        }
        return count;
    }

    /** {@return all weights, row by row: a copy with W[i, j] at {@code i * d + j}} */
    public double[] toRows() {
        return entries.clone();
    }

    /**
     * {@return a graph with the edges whose |W[i, j]| is at least the threshold}
     *
     * @param threshold at least 0
     */
    public WeightMatrix threshold(double threshold) {
        if (!(threshold >= 0)) {
            throw new IllegalArgumentException("threshold must be >= 0, was " + threshold);
        }
        double[] kept = entries.clone();
        for (int k = 0; k < kept.length; k++) {
            if (Math.abs(kept[k]) < threshold) {
                kept[k] = 0;
            }
        }
        return new WeightMatrix(variables, kept);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof WeightMatrix that && Arrays.equals(entries, that.entries);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(entries);
    }

    @Override
    public String toString() {
        return "WeightMatrix[variables=" + variables + ", edges=" + edgeCount() + "]";
    }
}
