// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.block;

import io.hedgerow.core.internal.search.score.BgeScore;
import java.util.Arrays;

/**
 * The degenerate Gaussian score (Andrews, Ramsey and Cooper 2019): every variable is a block of columns, a category
 * with k levels k − 1 indicators, all m columns being taken for normal. Here M of a set is that of {@link BgeScore},
 * column after column, so BGe itself where blocks are of one column. Cost: O(l³) for l columns. Not thread-safe.
 */
public final class GaussianBlocks implements SetScore {

    private final int columns;
    private final int[][] blocks;
    private final double rows;
    private final BgeScore score;
    private final double[] a;
    private double[] factor = new double[0];
    /** The set that was looked at last, its evidence, and the logarithm of the determinant of its columns. */
    private int[] last = new int[0];

    private double evidence;
    private double logDeterminant;

    /** Takes the columns of each variable, S: [m, m] row by row, with a diagonal above 0, and n. */
    public GaussianBlocks(int[][] blocks, double[] covariance, double rows) {
        this.columns = (int) Math.round(Math.sqrt(covariance.length));
        this.blocks = blocks.clone();
        this.rows = rows;
        this.score = BgeScore.of(columns, covariance, rows);
        this.a = score.matrix();
    }

    @Override
    public double of(int[] set) {
        lookAt(set);
        return evidence;
    }

    /** −n/2 ln |S| of some columns, without a price of parameters; a double difference is n times an information. */
    double fit(int[] set) {
        lookAt(set);
        return -rows / 2 * logDeterminant;
    }

    /**
     * {@link #fit} of a set with a given one, which it has no variable of, less that of the given one: the latter is
     * factored once, O(m² l) for its l columns, and each set then costs as if it were alone.
     */
    SetScore fitGiven(int[] given) {
        lookAt(given);
        int[] chosen = columns(given);
        int size = chosen.length;
        double[] onto = new double[columns * size];
        double[] left = a.clone();
        for (int x = 0; x < columns; x++) {
            for (int c = 0; c < size; c++) {
                double entry = a[x * columns + chosen[c]];
                for (int b = 0; b < c; b++) {
                    entry -= onto[x * size + b] * factor[c * size + b];
                }
                onto[x * size + c] = entry / factor[c * (size + 1)];
            }
            for (int y = 0; y <= x; y++) {
                double explained = 0;
                for (int c = 0; c < size; c++) {
                    explained += onto[x * size + c] * onto[y * size + c];
                }
                left[x * columns + y] -= explained;
                left[y * columns + x] = left[x * columns + y];
            }
        }
        return set -> {
            int[] own = columns(set);
            double[] pivots = factored(left, own);
            return -rows / 2 * Arrays.stream(pivots).map(Math::log).sum();
        };
    }

    private void lookAt(int[] set) {
        if (Arrays.equals(set, last)) {
            return;
        }
        double[] pivots = factored(a, columns(set));
        double sum = 0;
        logDeterminant = 0;
        for (int r = 0; r < pivots.length; r++) {
            sum += score.of(r, pivots[r], logDeterminant);
            logDeterminant += Math.log(pivots[r]);
        }
        last = set.clone();
        evidence = sum;
    }

    /** The squares of the diagonal of a Cholesky factor, which is left in {@link #factor}, of some columns. */
    private double[] factored(double[] matrix, int[] chosen) {
        int size = chosen.length;
        if (factor.length < size * size) {
            factor = new double[size * size];
        }
        double[] pivots = new double[size];
        for (int r = 0; r < size; r++) {
            int base = chosen[r] * columns;
            double pivot = matrix[base + chosen[r]];
            for (int c = 0; c < r; c++) {
                double entry = matrix[base + chosen[c]];
                for (int b = 0; b < c; b++) {
                    entry -= factor[r * size + b] * factor[c * size + b];
                }
                entry /= factor[c * (size + 1)];
                factor[r * size + c] = entry;
                pivot -= entry * entry;
            }
            // the scale of the prior is in the diagonal, so that columns which determine each other leave some of it
            pivots[r] = Math.max(pivot, Double.MIN_NORMAL);
            factor[r * (size + 1)] = Math.sqrt(pivots[r]);
        }
        return pivots;
    }

    private int[] columns(int[] set) {
        int count = 0;
        for (int v : set) {
            count += blocks[v].length;
        }
        int[] chosen = new int[count];
        int at = 0;
        for (int v : set) {
            System.arraycopy(blocks[v], 0, chosen, at, blocks[v].length);
            at += blocks[v].length;
        }
        return chosen;
    }
}
