// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.mechanism;

import io.hedgerow.dp.internal.mechanism.FixedDecay;
import io.hedgerow.dp.internal.mechanism.WeightUnits;
import java.math.BigInteger;

/**
 * Selects from a grid of candidates with the guarantee of {@link ExponentialMechanism}, in time O(rows) per changed
 * column and O(rows + columns) per selection: first a column in proportion to its total, then a row within it.
 *
 * <p>Column j keeps weights e^(−(mⱼ − s)/b) relative to its own best score mⱼ. A selection multiplies totals and
 * weights by e^(−(m − mⱼ)/b), m = max mⱼ, and adds the floor. The chance of every candidate is the one of selecting
 * among all at once, to a relative error of at most 2⁻⁵⁰, which the charge of the mechanism covers. The kind and number
 * of operations depend on the sizes only, except for redrawing the uniform numbers. Proof note:
 * {@code docs/privacy-proofs/exponential-mechanism.md}.
 *
 * <p>Not thread-safe. Memory: 16 bytes per candidate.
 */
public final class ColumnSelection {

    private final ExponentialMechanism mechanism;
    private final int rows;
    private final int columns;
    private final boolean[] excluded;
    private final int[] candidates;
    private final SecureBits bits;
    private final WeightUnits units;
    private final FixedDecay decay;

    /** Weights of candidate column · rows + row, relative to the best of its column. */
    private final long[] high;

    private final long[] low;
    private final long[] best;
    private final long[] totalHigh;
    private final long[] totalLow;
    private final boolean[] scored;
    private int unscored;

    private final long[] shareHigh;

    private final long[] shareLow;
    private final long[] steps;
    private final WideInteger weight = new WideInteger();
    private final WideInteger total = new WideInteger();
    private final WideInteger drawn = new WideInteger();

    ColumnSelection(ExponentialMechanism mechanism, int rows, int columns, boolean[] excluded, SecureBits bits) {
        if (rows < 1 || columns < 1 || (long) rows * columns > WeightUnits.MOST_CANDIDATES) {
            throw new IllegalArgumentException(
                    "rows and columns must be at least 1 and their product at most 2^24, were " + rows + " and "
                            + columns);
        }
        if (excluded.length != rows * columns) {
            throw new IllegalArgumentException(
                    "excluded must have rows * columns = " + rows * columns + " entries, had " + excluded.length);
        }
        this.mechanism = mechanism;
        this.rows = rows;
        this.columns = columns;
        this.excluded = excluded.clone();
        this.bits = bits;
        this.units = WeightUnits.forCandidates(rows * columns);
        this.decay = mechanism.decay();
        this.high = new long[rows * columns];
        this.low = new long[rows * columns];
        this.steps = new long[rows];
        int widest = Math.max(rows, columns);
        this.shareHigh = new long[widest];
        this.shareLow = new long[widest];
        this.best = new long[columns];
        this.totalHigh = new long[columns];
        this.totalLow = new long[columns];
        this.scored = new boolean[columns];
        this.candidates = new int[columns];
        for (int k = 0; k < excluded.length; k++) {
            candidates[k / rows] += excluded[k] ? 0 : 1;
        }
        for (int j = 0; j < columns; j++) {
            // a column without candidates needs no scores and never wins
            best[j] = Long.MIN_VALUE;
            scored[j] = candidates[j] == 0;
            unscored += scored[j] ? 0 : 1;
        }
        if (unscored == 0) {
            throw new IllegalArgumentException("excluded must leave at least one candidate, left none");
        }
    }

    /**
     * Replaces the scores of one column.
     *
     * @param column from 0 to columns − 1
     * @param scores shape [rows]; NaN counts as lowest; those of excluded candidates are not used
     */
    public void update(int column, double[] scores) {
        if (scores.length != rows) {
            throw new IllegalArgumentException("scores must have " + rows + " entries, had " + scores.length);
        }
        int start = column * rows;
        long columnBest = Long.MIN_VALUE;
        for (int i = 0; i < rows; i++) {
            steps[i] = mechanism.steps(scores[i]);
            columnBest = Math.max(columnBest, excluded[start + i] ? Long.MIN_VALUE : steps[i]);
        }
        best[column] = columnBest;
        total.clear();
        for (int i = 0; i < rows; i++) {
            boolean used = !excluded[start + i];
            decay.at(used ? columnBest - steps[i] : 0);
            weight.setShifted(used ? decay.mantissa() : 0, units.one() - FixedDecay.MANTISSA_BITS - decay.shift());
            high[start + i] = weight.high();
            low[start + i] = weight.low();
            total.add(weight.high(), weight.low());
        }
        totalHigh[column] = total.high();
        totalLow[column] = total.low();
        unscored -= scored[column] ? 0 : 1;
        scored[column] = true;
    }

    /**
     * Selects one candidate. Scores stay.
     *
     * @return column · rows + row of the selected candidate
     * @throws IllegalStateException when a column that has candidates has no scores yet
     */
    public int select() {
        if (unscored != 0) {
            throw new IllegalStateException(
                    "every column must have scores before a selection, " + unscored + " have none");
        }
        long top = shareAmongColumns();
        int column = drawShare(columns);
        shareAmongRows(column, top);
        return column * rows + drawShare(rows);
    }

    /** Leaves the share of every column and returns the best score of all. */
    private long shareAmongColumns() {
        long top = Long.MIN_VALUE;
        for (int j = 0; j < columns; j++) {
            top = Math.max(top, best[j]);
        }
        for (int j = 0; j < columns; j++) {
            decay.at(candidates[j] == 0 ? 0 : top - best[j]);
            share(j, decay.mantissa(), decay.shift(), totalHigh[j], totalLow[j], candidates[j]);
        }
        return top;
    }

    private void shareAmongRows(int column, long top) {
        int start = column * rows;
        decay.at(top - best[column]);
        long mantissa = decay.mantissa();
        int shift = decay.shift();
        for (int i = 0; i < rows; i++) {
            share(i, mantissa, shift, high[start + i], low[start + i], excluded[start + i] ? 0 : 1);
        }
    }

    /** Stores the value at the scale of the best column, plus the floor of so many candidates. */
    private void share(int slot, long mantissa, int shift, long valueHigh, long valueLow, int floors) {
        weight.setProduct(valueHigh, valueLow, mantissa, shift);
        weight.add(Math.multiplyHigh(floors, 1L << units.floor()), (long) floors << units.floor());
        shareHigh[slot] = weight.high();
        shareLow[slot] = weight.low();
    }

    /** Draws a slot with a chance in proportion to its share; all shares are visited. */
    private int drawShare(int slots) {
        total.clear();
        for (int i = 0; i < slots; i++) {
            total.add(shareHigh[i], shareLow[i]);
        }
        drawn.setUniformBelow(total, bits);
        total.clear();
        int index = 0;
        for (int i = 0; i < slots; i++) {
            total.add(shareHigh[i], shareLow[i]);
            index += total.compare(drawn) <= 0 ? 1 : 0;
        }
        return index;
    }

    /** The exact shares out of which {@link #select} draws: the columns', then the rows' of one column. For tests. */
    BigInteger[] shares(int column) {
        long top = shareAmongColumns();
        if (column >= 0) {
            shareAmongRows(column, top);
        }
        BigInteger[] shares = new BigInteger[column >= 0 ? rows : columns];
        for (int i = 0; i < shares.length; i++) {
            BigInteger lowPart = new BigInteger(Long.toUnsignedString(shareLow[i]));
            shares[i] = BigInteger.valueOf(shareHigh[i]).shiftLeft(Long.SIZE).add(lowPart);
        }
        return shares;
    }

    WeightUnits units() {
        return units;
    }

    long evaluations() {
        return decay.evaluations();
    }
}
