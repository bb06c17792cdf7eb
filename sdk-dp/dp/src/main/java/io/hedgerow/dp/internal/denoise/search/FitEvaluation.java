// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.denoise.search;

import io.hedgerow.dp.internal.denoise.GramTarget;

/**
 * The values of a {@link GramFit} at some parameters: ω, BK, ΣK, ΔK, [d] and rows of [d, d], and Q. All are filled by
 * operations on whole rows along the edges of the graph, O(d² + d·edges), without a dense product.
 */
final class FitEvaluation {

    private static final int TILE = 32;

    private final int d;
    final double[] omega;
    final double[][] causes;
    final double[][] implied;
    final double[][] misfit;
    double discrepancy;
    /** Whether a caller may come back to it, so that its arrays must not be filled again. */
    boolean kept;

    FitEvaluation(int variables) {
        this.d = variables;
        this.omega = new double[d];
        this.causes = new double[d][d];
        this.implied = new double[d][d];
        this.misfit = new double[d][d];
    }

    void fill(GramTarget target, GramGraph graph, double[] theta) {
        for (int j = 0; j < d; j++) {
            omega[j] = StrictMath.exp(theta[j]);
        }
        double[] precision = target.precision();
        for (int j = 0; j < d; j++) {
            System.arraycopy(precision, j * d, causes[j], 0, d);
        }
        int[] order = graph.order();
        for (int position = d - 1; position >= 0; position--) {
            int j = order[position];
            for (int edge : graph.children(j)) {
                add(causes[j], graph.weight(edge), causes[graph.to(edge)]);
            }
        }
        double[][] weighted = target.matrixWeighted();
        for (int j : order) {
            multiply(implied[j], omega[j], causes[j]);
            for (int edge : graph.parents(j)) {
                add(implied[j], graph.weight(edge), implied[graph.from(edge)]);
            }
            subtract(misfit[j], weighted[j], implied[j]);
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

    // Loops over whole arrays of their own become vector instructions; parts of one array do not.

    static void add(double[] to, double factor, double[] from) {
        for (int k = 0; k < to.length; k++) {
            to[k] += factor * from[k];
        }
    }

    private static void multiply(double[] to, double factor, double[] from) {
        for (int k = 0; k < to.length; k++) {
            to[k] = factor * from[k];
        }
    }

    private static void subtract(double[] to, double[] from, double[] what) {
        for (int k = 0; k < to.length; k++) {
            to[k] = from[k] - what[k];
        }
    }

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
                        twice += misfit[i][j] * misfit[j][i];
                    }
                }
            }
            for (int i = top; i < Math.min(top + TILE, d); i++) {
                diagonal += misfit[i][i] * misfit[i][i];
            }
        }
        return 2 * twice + diagonal;
    }
}
