// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.block;

import io.hedgerow.core.internal.search.score.BgeScore;
import java.util.Arrays;

/**
 * The degenerate Gaussian score (Andrews, Ramsey and Cooper 2019): a category with k levels becomes k − 1 indicator
 * columns, and all m columns are treated as jointly normal. Here M of a set of v variables with l columns is that of
 * {@link BgeScore}, column after column, and π(l) − π(v), so BGe itself where blocks are of one column:
 *
 * <pre>π(l) = l B(1) − l (l − 1)/4 (ln n − 1) − B(l),   B(l) the mean of BGe of l unrelated columns</pre>
 *
 * <p>BGe has a price of an edge beyond ½ ln n, such as −ln t, which it takes of each parameter. With π the first
 * parameter of an edge pays it, and each further one ½ ln n: on average chance has the evidence that the Bayesian
 * information criterion gives it, also of few rows for each column. Cost: O(l³) for l columns. Not thread-safe.
 */
public final class GaussianBlocks implements SetScore {

    private final int columns;
    private final int[][] blocks;
    private final double rows;
    private final BgeScore score;
    private final double[] a;
    /** π of so many columns. */
    private final double[] price;

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
        this.price = new double[columns + 1];
        for (int l = 1; l <= columns; l++) {
            price[l] = l * score.ofUnrelated(1) - l * (l - 1) / 4.0 * (Math.log(rows) - 1) - score.ofUnrelated(l);
        }
    }

    @Override
    public double of(int[] set) {
        lookAt(set);
        return evidence;
    }

    @Override
    public double caution() {
        return score.caution();
    }

    /** −n/2 ln |S| of some columns, without a price of parameters; a double difference is n times an information. */
    double fit(int[] set) {
        lookAt(set);
        return -rows / 2 * logDeterminant;
    }

    /**
     * {@link #fit} of sets of some variables with a given set, which has none of these, less that of the given one. The
     * latter, of l columns, is factored once, O(l² k) for k columns of the variables, and each set then costs as if it
     * were alone.
     */
    SetScore fitGiven(int[] given, int[] variables) {
        int[] chosen = columns(given);
        factored(a, columns, chosen);
        int size = chosen.length;
        int[] others = columns(variables);
        int k = others.length;
        double[] onto = new double[k * size];
        double[] left = new double[k * k];
        for (int x = 0; x < k; x++) {
            for (int c = 0; c < size; c++) {
                double entry = a[others[x] * columns + chosen[c]];
                for (int b = 0; b < c; b++) {
                    entry -= onto[x * size + b] * factor[c * size + b];
                }
                onto[x * size + c] = entry / factor[c * (size + 1)];
            }
            for (int y = 0; y <= x; y++) {
                double rest = a[others[x] * columns + others[y]];
                for (int c = 0; c < size; c++) {
                    rest -= onto[x * size + c] * onto[y * size + c];
                }
                left[x * k + y] = rest;
                left[y * k + x] = rest;
            }
        }
        int[] place = new int[columns];
        Arrays.fill(place, -1);
        for (int x = 0; x < k; x++) {
            place[others[x]] = x;
        }
        return set -> {
            int[] own = Arrays.stream(columns(set)).map(column -> place[column]).toArray();
            return -rows
                    / 2
                    * Arrays.stream(factored(left, k, own)).map(Math::log).sum();
        };
    }

    private void lookAt(int[] set) {
        if (Arrays.equals(set, last)) {
            return;
        }
        double[] pivots = factored(a, columns, columns(set));
        double sum = 0;
        logDeterminant = 0;
        for (int r = 0; r < pivots.length; r++) {
            sum += score.of(r, pivots[r], logDeterminant);
            logDeterminant += Math.log(pivots[r]);
        }
        int seen = 0; // a variable without a column has no price
        for (int v : set) {
            seen += blocks[v].length > 0 ? 1 : 0;
        }
        last = set.clone();
        evidence = sum + price[pivots.length] - price[seen];
    }

    /** The squares of the diagonal of the Cholesky factor, left in {@link #factor}, of some columns of a matrix. */
    private double[] factored(double[] matrix, int width, int[] chosen) {
        int size = chosen.length;
        if (factor.length < size * size) {
            factor = new double[size * size];
        }
        double[] pivots = new double[size];
        for (int r = 0; r < size; r++) {
            int base = chosen[r] * width;
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
