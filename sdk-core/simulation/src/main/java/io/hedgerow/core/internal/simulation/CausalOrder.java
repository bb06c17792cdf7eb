// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.simulation;

import io.hedgerow.core.graph.WeightMatrix;
import java.util.Arrays;

/** An order of the variables of an acyclic graph with parents first, and the parents of each. Immutable. */
public final class CausalOrder {

    private final int[] order;
    private final int[][] parents;
    private final double[][] weights;

    private CausalOrder(int[] order, int[][] parents, double[][] weights) {
        this.order = order;
        this.parents = parents;
        this.weights = weights;
    }

    public static CausalOrder of(WeightMatrix graph) {
        int d = graph.variables();
        int[][] parents = new int[d][];
        double[][] weights = new double[d][];
        int[] missing = new int[d];
        for (int j = 0; j < d; j++) {
            int[] found = new int[d];
            int count = 0;
            for (int i = 0; i < d; i++) {
                if (graph.hasEdge(i, j)) {
                    found[count++] = i;
                }
            }
            missing[j] = count;
            parents[j] = Arrays.copyOf(found, count);
            weights[j] = new double[count];
            for (int a = 0; a < count; a++) {
                weights[j][a] = graph.get(found[a], j);
            }
        }
        int[] order = new int[d];
        int placed = 0;
        for (int j = 0; j < d; j++) {
            if (missing[j] == 0) {
                order[placed++] = j;
            }
        }
        for (int at = 0; at < placed; at++) {
            for (int j = 0; j < d; j++) {
                if (graph.hasEdge(order[at], j) && --missing[j] == 0) {
                    order[placed++] = j;
                }
            }
        }
        if (placed < d) {
            throw new IllegalArgumentException("weights must be acyclic, but " + (d - placed) + " of " + d
                    + " variables are on a directed cycle or behind one");
        }
        return new CausalOrder(order, parents, weights);
    }

    public int variable(int position) {
        return order[position];
    }

    public int[] parents(int variable) {
        return parents[variable];
    }

    /** Turns noise into values in place: x_j = z_j + Σ W[i, j] x_i. */
    public void propagate(double[] row) {
        for (int j : order) {
            int[] from = parents[j];
            double[] by = weights[j];
            double sum = row[j];
            for (int a = 0; a < from.length; a++) {
                sum += by[a] * row[from[a]];
            }
            row[j] = sum;
        }
    }
}
