// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.denoise.mixed;

import java.util.Arrays;

/**
 * The noise of released columns: that of a correlation uᵀ N v of two combinations u and v of those that are searched.
 * Combinations of levels count less their mean, which the noise that is left does not move, and levels of a category
 * have no noise with each other. A pair of variables that fewer rows have, N_ij of n, has so much larger noise.
 * Post-processing: costs no budget.
 */
final class ColumnNoise {

    private final MixedColumns shape;
    private final int d;
    /** The shares N_ij / n: [d, d]. */
    private final double[] seen;

    private final int[][] blocks;
    /** The column of each that is searched. */
    private final int[] chosen;
    /** Of those that are searched. */
    private final double[] deviations;

    /** Keeps the arrays it is given; they are not changed. */
    ColumnNoise(MixedColumns shape, double[] seen, int[][] blocks, int[] chosen, double[] deviations) {
        this.shape = shape;
        this.d = shape.variables();
        this.seen = seen;
        this.blocks = blocks;
        this.chosen = chosen;
        this.deviations = deviations;
    }

    /**
     * V of uᵀ N v.
     *
     * @param entry the variance of an entry of N beside the diagonal, of all rows
     * @param row 1 / n
     */
    double variance(double[] u, double[] v, double entry, double row) {
        return entry * ofNoise(spread(u), spread(v)) + row * ofRows(u, v);
    }

    /** V where entries have variance 1. */
    private double ofNoise(double[] u, double[] v) {
        double[] ofFirst = new double[d];
        double[] ofSecond = new double[d];
        double[] both = new double[d];
        double sum = 0;
        for (int j = 0; j < d; j++) {
            for (int a = shape.first(j); a < shape.first(j) + shape.width(j); a++) {
                ofFirst[j] += u[a] * u[a];
                ofSecond[j] += v[a] * v[a];
                both[j] += u[a] * v[a];
            }
            double share = seen[j * (d + 1)];
            sum += shape.isCategory(j) ? 0 : 2 * both[j] * both[j] / (share * share);
        }
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < i; j++) {
                double share = seen[i * d + j];
                sum += (ofFirst[i] * ofSecond[j] + ofFirst[j] * ofSecond[i] + 2 * both[i] * both[j]) / (share * share);
            }
        }
        return Math.max(0, sum);
    }

    /** By how much more than n rows the pairs that the combinations are of vary, times n, by their weights. */
    private double ofRows(double[] u, double[] v) {
        double[] ofFirst = new double[d];
        double[] ofSecond = new double[d];
        for (int j = 0; j < d; j++) {
            for (int a : blocks[j]) {
                ofFirst[j] += u[a] * u[a];
                ofSecond[j] += v[a] * v[a];
            }
        }
        double sum = 0;
        double weights = 0;
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                double weight = i == j ? 0 : ofFirst[i] * ofSecond[j];
                weights += weight;
                sum += weight * (1 / seen[i * d + j] - 1);
            }
        }
        return weights == 0 ? 0 : Math.max(0, sum / weights);
    }

    /** A combination of correlations as one of all columns, [q], those of a category about their mean. */
    private double[] spread(double[] u) {
        double[] all = new double[shape.size()];
        for (int a = 0; a < u.length; a++) {
            all[chosen[a]] = u[a] / deviations[a];
        }
        for (int j = 0; j < d; j++) {
            if (shape.isCategory(j)) {
                int first = shape.first(j);
                int end = first + shape.levels(j);
                double mean = Arrays.stream(all, first, end).average().orElse(0);
                for (int a = first; a < end; a++) {
                    all[a] -= mean;
                }
            }
        }
        return all;
    }
}
