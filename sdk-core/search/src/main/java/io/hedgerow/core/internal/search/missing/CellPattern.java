// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.missing;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The rows of a site in which the same cells are seen, about a centre: each by itself, or the sum of their products
 * once they are more than the columns. Symbols of {@link SeenCells}. Not thread-safe until it is complete.
 */
final class CellPattern {
    private final int d;
    private final int[] seen;
    private final int[] missing;
    /** Σ x: [d], 0 for missing cells. */
    private final double[] sum;

    private final List<double[]> kept = new ArrayList<>();
    /** Σ x xᵀ with 0 for missing cells, once there are more than d rows. */
    private double[] products = new double[0];

    private long count;

    CellPattern(int variables, BitSet seen) {
        this.d = variables;
        this.seen = seen.stream().toArray();
        this.missing = IntStream.range(0, d).filter(j -> !seen.get(j)).toArray();
        this.sum = new double[d];
    }

    long count() {
        return count;
    }

    /** The columns that are seen, rising. */
    int[] seen() {
        return seen;
    }

    int[] missing() {
        return missing;
    }

    double[] sum() {
        return sum.clone();
    }

    void add(double[] row, double[] centre) {
        double[] x = new double[d];
        for (int j : seen) {
            x[j] = row[j] - centre[j];
            sum[j] += x[j];
        }
        count++;
        kept.add(x);
        if (kept.size() > d) {
            products = products.length == 0 ? new double[d * d] : products;
            kept.forEach(one -> addProduct(one, products));
            kept.clear();
        }
    }

    private static void addProduct(double[] x, double[] into) {
        int d = x.length;
        for (int a = 0; a < d; a++) {
            for (int b = a; x[a] != 0 && b < d; b++) {
                into[a * d + b] += x[a] * x[b];
            }
        }
    }

    /** Adds Σ x̂ x̂ᵀ of deviations from the means, its upper triangle. */
    void addExpected(MissingColumns missing, double[] mean, double[] into, double[] deviations) {
        double[] mine = new double[d];
        for (int j : seen) {
            mine[j] = sum[j] - (double) count * mean[j];
        }
        missing.fill(mine);
        Arrays.setAll(deviations, j -> deviations[j] + mine[j]);
        double[] left = sum.clone();
        long pooled = count;
        for (double[] x : kept) {
            double[] y = new double[d];
            for (int j : seen) {
                y[j] = x[j] - mean[j];
                left[j] -= x[j];
            }
            missing.fill(y);
            addProduct(y, into);
            pooled--;
        }
        if (pooled > 0) {
            addPooled(missing, mean, left, pooled, into);
        }
    }

    private void addPooled(MissingColumns missing, double[] mean, double[] left, long pooled, double[] into) {
        double[][] columns = new double[d][d];
        for (int a : seen) {
            for (int b : seen) {
                columns[a][b] = products[Math.min(a, b) * d + Math.max(a, b)]
                        - left[a] * mean[b]
                        - left[b] * mean[a]
                        + (double) pooled * mean[a] * mean[b];
            }
        }
        // L Y Lᵀ: rows are completed, then columns
        for (int a : seen) {
            missing.fill(columns[a]);
        }
        for (int b = 0; b < d; b++) {
            double[] y = new double[d];
            for (int a : seen) {
                y[a] = columns[a][b];
            }
            missing.fill(y);
            for (int a = 0; a <= b; a++) {
                into[a * d + b] += y[a];
            }
        }
    }
}
