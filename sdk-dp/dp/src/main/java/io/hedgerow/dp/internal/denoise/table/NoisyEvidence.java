// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.denoise.table;

import io.hedgerow.core.internal.block.SetScore;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The evidence of tables with noise that variables depend on each other, instead of BDeu of exact counts:
 *
 * <pre>M(A) = M(A − i) + M(A − j) − M(A − i − j) + G(i; j | A − i − j)</pre>
 *
 * <p>G is the log evidence, on the table of A, that i and j depend on each other given the others, over that of their
 * independence. Without noise that is the same for every i and j; with noise, that of the smallest G is taken, because
 * the tables of fewer variables, in which the rest is, have less noise. M of one variable is 0. In a stratum of the
 * others with counts c̃, t in total, and noise of variance s² in each of q cells,
 *
 * <pre>
 * F(B) = Σ over cells of a margin B: ln m(c̃) − ln m(c̃ | e),   s_B² = s² q / q_B
 * G    = Σ over strata: F(i, j) − F(i) − F(j) + F(∅)
 * </pre>
 *
 * <p>Symbols: m the densities of {@link CellEvidence}; e = t p_i p_j what is expected of a cell under independence. The
 * first term of F is of any probabilities, the second of these, so what noise adds to a table is expected by both. A
 * stratum that does not stand out of its noise says nothing. Not thread-safe.
 */
final class NoisyEvidence implements SetScore {

    /** α of the prior. */
    static final double EQUIVALENT_ROWS = 1;

    /** Counts are whole without noise. */
    private static final double LEAST_VARIANCE = 0.25;
    /** Rows of a cell. */
    private static final double LEAST_EXPECTED = 1e-3;
    /** Deviations of the noise of a stratum. */
    private static final double STANDS_OUT = 3;

    private final NoisyTables tables;
    private final double[][] shares;
    private final Map<List<Integer>, Double> known = new HashMap<>();

    NoisyEvidence(NoisyTables tables) {
        this.tables = tables;
        this.shares = new double[tables.variables()][];
        Arrays.setAll(shares, tables::shares);
    }

    double[] shares(int variable) {
        return shares[variable].clone();
    }

    int levels(int variable) {
        return shares[variable].length;
    }

    @Override
    public double of(int[] set) {
        if (set.length < 2) {
            return 0;
        }
        List<Integer> key = Arrays.stream(set).boxed().toList();
        Double before = known.get(key);
        if (before != null) {
            return before;
        }
        Optional<NoisyTables.Table> table = tables.of(set);
        double value = table.isPresent() ? of(set, table.get()) : Double.NaN;
        known.put(key, value);
        return value;
    }

    private double of(int[] set, NoisyTables.Table table) {
        double least = Double.POSITIVE_INFINITY;
        double value = 0;
        for (int b = 1; b < set.length; b++) {
            for (int a = 0; a < b; a++) {
                double gain = gain(set, a, b, table);
                if (gain < least) {
                    least = gain;
                    value = of(without(set, a)) + of(without(set, b)) - of(without(without(set, b), a)) + gain;
                }
            }
        }
        return value;
    }

    private static int[] without(int[] set, int place) {
        int[] rest = new int[set.length - 1];
        System.arraycopy(set, 0, rest, 0, place);
        System.arraycopy(set, place + 1, rest, place, rest.length - place);
        return rest;
    }

    /** G of the variables at two places of a set. */
    private double gain(int[] set, int a, int b, NoisyTables.Table table) {
        int strideA = stride(set, a);
        int strideB = stride(set, b);
        int rows = levels(set[a]);
        int columns = levels(set[b]);
        int cells = table.counts().cells();
        double noise = Math.max(LEAST_VARIANCE, variance(set));
        double prior = EQUIVALENT_ROWS / cells;
        double sum = 0;
        for (int first = 0; first < cells; first++) {
            if (first / strideA % rows == 0 && first / strideB % columns == 0) {
                double[][] counts = new double[rows][columns];
                for (int r = 0; r < rows; r++) {
                    for (int c = 0; c < columns; c++) {
                        counts[r][c] = table.counts().count(first + r * strideA + c * strideB);
                    }
                }
                sum += ofStratum(counts, noise, prior);
            }
        }
        return sum;
    }

    /**
     * Of the noise of a cell on average, after margins were made to agree: Σ over S ⊆ A of Π_S (k − 1) s_S² q_S / q². k
     * and q are of all levels, that a cell is missing among them.
     */
    private double variance(int[] set) {
        double cells = 1;
        for (int v : set) {
            cells *= all(v);
        }
        double sum = 0;
        for (int mask = 0; mask < 1 << set.length; mask++) {
            int chosen = mask;
            int[] some = IntStream.range(0, set.length)
                    .filter(v -> (chosen >> v & 1) == 1)
                    .map(v -> set[v])
                    .toArray();
            double dimension = 1;
            double own = 1;
            for (int v : some) {
                dimension *= all(v) - 1;
                own *= all(v);
            }
            sum += dimension * tables.margin(some).orElseThrow().variance() * own / cells / cells;
        }
        return sum;
    }

    private int all(int variable) {
        return levels(variable) + (tables.missing().contains(variable) ? 1 : 0);
    }

    private int stride(int[] set, int place) {
        int stride = 1;
        for (int v = 0; v < place; v++) {
            stride *= levels(set[v]);
        }
        return stride;
    }

    private static double ofStratum(double[][] counts, double noise, double prior) {
        int rows = counts.length;
        int columns = counts[0].length;
        double[] ofRow = new double[rows];
        double[] ofColumn = new double[columns];
        double total = 0;
        for (int r = 0; r < rows; r++) {
            for (int c = 0; c < columns; c++) {
                ofRow[r] += counts[r][c];
                ofColumn[c] += counts[r][c];
                total += counts[r][c];
            }
        }
        if (total < 1 || total < STANDS_OUT * Math.sqrt(noise * rows * columns)) {
            return 0;
        }
        double[] p = NoisyTables.probable(ofRow);
        double[] q = NoisyTables.probable(ofColumn);
        double[] cells = new double[rows * columns];
        double[] expected = new double[rows * columns];
        for (int r = 0; r < rows; r++) {
            for (int c = 0; c < columns; c++) {
                cells[r * columns + c] = counts[r][c];
                expected[r * columns + c] = total * p[r] * q[c];
            }
        }
        return evidence(cells, expected, noise, prior)
                - evidence(ofRow, times(total, p), noise * columns, prior * columns)
                - evidence(ofColumn, times(total, q), noise * rows, prior * rows)
                + evidence(new double[] {total}, new double[] {total}, noise * rows * columns, prior * rows * columns);
    }

    private static double[] times(double total, double[] shares) {
        return Arrays.stream(shares).map(p -> total * p).toArray();
    }

    /** F of cells alike. */
    private static double evidence(double[] counts, double[] expected, double noise, double prior) {
        double total = Arrays.stream(expected).sum();
        CellEvidence free = new CellEvidence(prior, total / counts.length, noise);
        double sum = 0;
        for (int cell = 0; cell < counts.length; cell++) {
            double e = Math.max(LEAST_EXPECTED, expected[cell]);
            sum += free.log(counts[cell]) - CellEvidence.logKnown(counts[cell], e, noise);
        }
        return sum;
    }
}
