// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release.table;

import io.hedgerow.dp.internal.release.NoisySum;
import io.hedgerow.dp.internal.release.ReleaseOptions;
import io.hedgerow.dp.mechanism.GaussianMechanism;
import io.hedgerow.dp.mechanism.Sensitivity;
import java.util.Arrays;
import java.util.List;

/**
 * Counts of D tables at once, with Gaussian noise in every cell: rows with each combination of levels of the variables
 * of a table; of users with several rows the share of the user's rows in each cell, rounded down.
 *
 * <p>A unit is H = 2²⁴ steps in one cell of each of D tables at most, in whole numbers; of a user in several, with sum
 * ≤ H. Replaced by another it moves each table by √2 H at most in Euclidean norm, and all together by √(2D) H; a row of
 * zeros has the first level of every variable and is in a cell like any other. A row in which the level of a variable
 * is missing is in no cell of its tables, or, where cells may be missing, in one of its last level. Cells behind those
 * of the tables hold noise alone, so that a sum has the same length whichever tables it is of. Proof note:
 * {@code docs/privacy-proofs/noisy-tables.md}.
 */
final class TableSum extends NoisySum {

    private static final long UNIT = 1L << 24;

    private final int[][] tables;
    /** [D], of each variable of a table: by how much its next level is farther. */
    private final int[][] strides;
    /** [D]: the first cell. */
    private final int[] first;

    private final int[] levels;
    private final boolean mayMiss;
    private final long[] own;

    /**
     * Makes a sum.
     *
     * @param tables the variables of each, ascending
     * @param cells at least as many as the tables have together
     */
    TableSum(ReleaseOptions options, TableShape shape, List<int[]> tables, int cells, double noiseMultiplier) {
        super(
                new GaussianMechanism(sensitivity(options, tables.size()), noiseMultiplier, options.noiseSites()),
                options.variables(),
                cells,
                1.0 / UNIT);
        this.tables = tables.toArray(int[][]::new);
        this.levels = shape.levels().stream().mapToInt(Integer::intValue).toArray();
        this.mayMiss = shape.mayMiss();
        this.strides = new int[tables.size()][];
        this.first = new int[tables.size()];
        int next = 0;
        for (int t = 0; t < first.length; t++) {
            int[] table = this.tables[t];
            first[t] = next;
            strides[t] = new int[table.length];
            int stride = 1;
            for (int v = 0; v < table.length; v++) {
                strides[t][v] = stride;
                stride *= levels[table[v]];
            }
            next += stride;
        }
        if (next > cells) {
            throw new IllegalArgumentException(
                    "cells must be at least those of the tables, " + next + ", was " + cells);
        }
        fit(options.rows(), options.adjacency(), UNIT, options.noiseSites());
        this.own = new long[sums.length];
    }

    private static Sensitivity sensitivity(ReleaseOptions options, int tables) {
        // the square root is correctly rounded: one step more covers it
        long bound = (long) Math.ceil(UNIT * Math.sqrt(2.0 * tables)) + 1;
        return new Sensitivity(options.adjacency(), bound);
    }

    @Override
    public void add(double[] row) {
        for (int t = 0; t < tables.length; t++) {
            int cell = cell(row, t);
            if (cell >= 0) {
                sums[cell] += UNIT;
            }
        }
    }

    @Override
    public void addUser(List<double[]> rows) {
        Arrays.fill(own, 0);
        for (double[] row : rows) {
            for (int t = 0; t < tables.length; t++) {
                int cell = cell(row, t);
                if (cell >= 0) {
                    own[cell]++;
                }
            }
        }
        for (int k = 0; k < own.length; k++) {
            sums[k] += own[k] * UNIT / rows.size();
        }
    }

    /** −1 where a variable of the table has none of its levels, unless the last is for that. */
    private int cell(double[] row, int table) {
        int cell = first[table];
        int[] variables = tables[table];
        for (int v = 0; v < variables.length; v++) {
            double level = row[variables[v]];
            int declared = levels[variables[v]] - (mayMiss ? 1 : 0);
            // comparisons with a number that is none are false
            boolean isLevel = level >= 0 && level < declared && level == Math.rint(level);
            if (!isLevel && !mayMiss) {
                return -1;
            }
            cell += strides[table][v] * (isLevel ? (int) level : declared);
        }
        return cell;
    }
}
