// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data;

import io.hedgerow.core.internal.linalg.CellScores;
import io.hedgerow.core.internal.linalg.PositiveCorrelations;
import java.util.Arrays;
import java.util.Optional;
import org.apache.commons.math3.distribution.NormalDistribution;

/** The distinct values of every column in a first reading, ascending, with their normal scores. Immutable. */
final class ColumnScores {

    private static final int FIRST_ROWS = 1024;
    /** Below this an eigenvalue of the pairwise estimates behind ties says nothing. */
    private static final double LEAST_EIGENVALUE = 0.02;

    private final RowSource source;
    private final double[][] values;
    private final double[][] scores;
    private final CellScores[] cells;
    /** Whether a column is a category. */
    private final boolean[] levels;

    private boolean tied;
    private final long rows;

    private ColumnScores(RowSource source, double[][] columns, int rows) {
        this.source = source;
        this.rows = rows;
        this.values = new double[columns.length][];
        this.scores = new double[columns.length][];
        this.cells = new CellScores[columns.length];
        this.levels = new boolean[columns.length];
        NormalDistribution normal = new NormalDistribution(null, 0, 1);
        for (int c = 0; c < columns.length; c++) {
            double[] sorted = Arrays.copyOf(columns[c], rows);
            columns[c] = new double[0];
            Arrays.sort(sorted);
            fill(c, sorted, normal);
            if (source.schema().kind(c) instanceof VariableKind.Categorical) {
                scores[c] = values[c];
                levels[c] = true;
            }
        }
    }

    /** Reads all rows once, and keeps them while it sorts. */
    static ColumnScores of(RowSource source) {
        double[][] columns = new double[source.schema().size()][FIRST_ROWS];
        int[] rows = {0};
        source.forEachRow(row -> {
            for (int c = 0; c < columns.length; c++) {
                if (rows[0] == columns[c].length) {
                    columns[c] = Arrays.copyOf(columns[c], grown(source, rows[0]));
                }
                columns[c][rows[0]] = row[c] + 0.0; // −0 is 0
            }
            rows[0]++;
        });
        return new ColumnScores(source, columns, rows[0]);
    }

    private static int grown(RowSource source, int rows) {
        if (rows > Integer.MAX_VALUE / 2) {
            throw new DataException(source.description() + ": normal scores must be of at most " + rows
                    + " rows, which are sorted in memory, are of more: take a sample of the rows");
        }
        return rows + rows / 2;
    }

    private void fill(int c, double[] sorted, NormalDistribution normal) {
        int numbers = sorted.length;
        while (numbers > 0 && Double.isNaN(sorted[numbers - 1])) {
            numbers--; // sorted behind all numbers
        }
        double[] distinct = new double[numbers];
        double[] score = new double[numbers];
        int found = 0;
        TiedCells ties = new TiedCells(numbers);
        for (int from = 0; from < numbers; ) {
            int to = from + 1;
            while (to < numbers && sorted[to] == sorted[from]) {
                to++;
            }
            distinct[found] = sorted[from];
            // mean of the ranks from + 1 … to, less ½, is (from + to) / 2
            score[found] = normal.inverseCumulativeProbability((from + to) / (2.0 * numbers));
            ties.add(to - from, score[found++]);
            from = to;
        }
        values[c] = Arrays.copyOf(distinct, found);
        scores[c] = Arrays.copyOf(score, found);
        cells[c] = ties.scores();
        tied |= ties.tied() && !(source.schema().kind(c) instanceof VariableKind.Categorical);
    }

    /** Correlations of the normal variables behind ranks: [d, d], positive definite; empty without noteworthy ties. */
    Optional<double[]> behindTies(SufficientStatistics statistics) {
        if (!tied) {
            return Optional.empty();
        }
        int d = cells.length;
        double[] behind = new double[d * d];
        for (int i = 0; i < d; i++) {
            behind[i * d + i] = 1;
            for (int j = 0; j < i; j++) {
                behind[i * d + j] = behindTies(i, j, statistics);
                behind[j * d + i] = behind[i * d + j];
            }
        }
        return Optional.of(PositiveCorrelations.nearest(d, behind, LEAST_EIGENVALUE));
    }

    /** The surplus of chance variation over columns without ties: [d], mean over pairs of n Var ρ − (1 − ρ²)², ≥ 0. */
    double[] spreadOfTies(double[] behind) {
        int d = cells.length;
        double[] spread = new double[d];
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < i; j++) {
                double rho = Math.max(-CellScores.STRONGEST, Math.min(CellScores.STRONGEST, behind[i * d + j]));
                double usual = 1 - rho * rho;
                boolean told = !isLost(i) && !isLost(j);
                double more = told ? Math.max(0, cells[i].varianceOf(cells[j], rho) - usual * usual) : 0;
                spread[i] += more / (d - 1);
                spread[j] += more / (d - 1);
            }
        }
        return spread;
    }

    private double behindTies(int i, int j, SufficientStatistics statistics) {
        double product = statistics.covariance(i, j);
        double scale = statistics.covariance(i, i) * statistics.covariance(j, j);
        double seen = scale > 0 ? product / Math.sqrt(scale) : 0;
        boolean known = isLost(i) || isLost(j) || Math.abs(seen) >= CellScores.STRONGEST;
        return known ? seen : cells[i].correlation(cells[j], product);
    }

    private boolean isLost(int column) {
        return levels[column] || cells[column].isLost();
    }

    void score(double[] row, double[] into) {
        for (int c = 0; c < into.length; c++) {
            double value = row[c] + 0.0;
            if (Double.isNaN(value)) {
                into[c] = Double.NaN;
                continue;
            }
            int at = Arrays.binarySearch(values[c], value);
            if (at < 0) {
                throw changed();
            }
            into[c] = scores[c][at];
        }
    }

    void requireRows(long read) {
        if (read != rows) {
            throw changed();
        }
    }

    private DataException changed() {
        return new DataException(source.description() + ": rows must be the same at every reading to have ranks, are"
                + " not: give a source that can be read twice and does not change, such as a file or a query with its"
                + " order in a snapshot");
    }

    /** The values of a column as cells: ties as they are, and runs of values that hardly differ in rank. */
    private static final class TiedCells {

        /** Runs have a share of at most this part, so that their loss cannot be seen. */
        private static final int FINEST = 512;
        /** Smaller ties take less than a thousandth of a variance. */
        private static final double NOTEWORTHY = 0.01;

        private final int numbers;
        private double[] shares = new double[FINEST];
        private double[] scores = new double[FINEST];
        private int cells;
        private int open;
        private double sum;
        private boolean tied;

        TiedCells(int numbers) {
            this.numbers = numbers;
        }

        void add(int count, double score) {
            tied |= count > 1 && count > NOTEWORTHY * numbers;
            if (open > 0 && open + count > numbers / FINEST) {
                close();
            }
            open += count;
            sum += count * score;
        }

        private void close() {
            if (cells == shares.length) {
                shares = Arrays.copyOf(shares, 2 * cells);
                scores = Arrays.copyOf(scores, 2 * cells);
            }
            shares[cells] = (double) open / numbers;
            scores[cells++] = sum / open;
            open = 0;
            sum = 0;
        }

        /** Whether a value is so frequent that ranks hide the variable behind it. */
        boolean tied() {
            return tied;
        }

        CellScores scores() {
            if (open > 0) {
                close();
            }
            return CellScores.of(Arrays.copyOf(shares, cells), Arrays.copyOf(scores, cells));
        }
    }
}
