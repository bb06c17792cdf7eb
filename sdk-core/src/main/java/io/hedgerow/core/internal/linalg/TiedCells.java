// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.linalg;

import java.util.Arrays;

/** The values of a column as cells: ties as they are, and runs of values that hardly differ in rank. */
public final class TiedCells {

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

    public TiedCells(int numbers) {
        this.numbers = numbers;
    }

    public void add(int count, double score) {
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
    public boolean tied() {
        return tied;
    }

    public CellScores scores() {
        if (open > 0) {
            close();
        }
        return CellScores.of(Arrays.copyOf(shares, cells), Arrays.copyOf(scores, cells));
    }
}
