// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.solver;

/**
 * What a {@link GramFit} is at some parameters: ω, BK, ΣK, ΔK, [d] and [d, d] row by row, and Q. All are filled by
 * operations on whole rows along the edges of the graph, O(d² + d·edges), without a dense product.
 */
final class GramMoment {

    private static final int TILE = 32;

    private final int d;
    final double[] omega;
    final double[] causes;
    final double[] implied;
    final double[] misfit;
    double discrepancy;
    /** Somebody may come back to it, so that its arrays must not be filled again. */
    boolean kept;

    GramMoment(int variables) {
        this.d = variables;
        this.omega = new double[d];
        this.causes = new double[d * d];
        this.implied = new double[d * d];
        this.misfit = new double[d * d];
    }

    void fill(GramTarget target, GramGraph graph, double[] theta) {
        for (int j = 0; j < d; j++) {
            omega[j] = StrictMath.exp(theta[j]);
        }
        System.arraycopy(target.precision(), 0, causes, 0, causes.length);
        int[] order = graph.order();
        for (int position = d - 1; position >= 0; position--) {
            int j = order[position];
            for (int edge : graph.children(j)) {
                add(causes, j * d, graph.weight(edge), graph.to(edge) * d);
            }
        }
        for (int j : order) {
            for (int k = j * d; k < (j + 1) * d; k++) {
                implied[k] = omega[j] * causes[k];
            }
            for (int edge : graph.parents(j)) {
                add(implied, j * d, graph.weight(edge), graph.from(edge) * d);
            }
        }
        double[] weighted = target.matrixWeighted();
        for (int k = 0; k < misfit.length; k++) {
            misfit[k] = weighted[k] - implied[k];
        }
        double half = 0.5 * traceOfSquare();
        double spread = target.spread();
        double prior = 0;
        for (double t : deviations(target, theta)) {
            prior += t * t;
        }
        discrepancy = half + prior / (2 * spread * spread);
        if (Double.isNaN(discrepancy)) {
            discrepancy = Double.POSITIVE_INFINITY;
        }
    }

    private void add(double[] rows, int to, double factor, int from) {
        for (int k = 0; k < d; k++) {
            rows[to + k] += factor * rows[from + k];
        }
    }

    /** t − t̄, [d]. */
    static double[] deviations(GramTarget target, double[] theta) {
        int d = theta.length;
        double mean = 0;
        for (int j = 0; j < d; j++) {
            mean += (theta[j] - target.logRatios()[j]) / d;
        }
        double[] deviations = new double[d];
        for (int j = 0; j < d; j++) {
            deviations[j] = theta[j] - target.logRatios()[j] - mean;
        }
        return deviations;
    }

    /** tr(ΔKΔK), tile by tile so that both entries are near. */
    private double traceOfSquare() {
        double twice = 0;
        double diagonal = 0;
        for (int top = 0; top < d; top += TILE) {
            for (int left = 0; left <= top; left += TILE) {
                int right = Math.min(left + TILE, d);
                for (int i = top; i < Math.min(top + TILE, d); i++) {
                    for (int j = left; j < Math.min(right, i); j++) {
                        twice += misfit[i * d + j] * misfit[j * d + i];
                    }
                }
            }
            for (int i = top; i < Math.min(top + TILE, d); i++) {
                diagonal += misfit[i * (d + 1)] * misfit[i * (d + 1)];
            }
        }
        return 2 * twice + diagonal;
    }
}
