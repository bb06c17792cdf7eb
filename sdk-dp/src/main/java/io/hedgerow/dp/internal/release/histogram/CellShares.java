// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release.histogram;

import java.util.Arrays;

/**
 * Estimates shares of rows in the cells of a histogram with noise. A range of cells is halved as long as one of its
 * halves stands out of the noise, by {@value #LEAST} standard deviations of the noise summed over the half. Rows are
 * then divided in proportion to the halves, where the other has {@value #EMPTY} such deviations or more, and else it is
 * empty, for noise alone would often look like rows there. Where no half stands out, rows are spread evenly.
 * Post-processing: costs no budget.
 */
final class CellShares {

    private static final double LEAST = 4;
    /**
     * The deviations below which a half is empty: of empty halves one in forty has more; of halves with rows, those
     * that would be cut off are short tails.
     */
    private static final double EMPTY = 2;

    private final double[] cells;
    private final double sigma;
    private final double[] shares;

    private CellShares(double[] cells, double sigma) {
        this.cells = cells;
        this.sigma = sigma;
        this.shares = new double[cells.length];
    }

    /** The shares for noisy counts; σ is the noise of each. At least 0, with sum 1. */
    static double[] of(double[] cells, double sigma) {
        CellShares found = new CellShares(cells, sigma);
        found.divide(0, cells.length, 1);
        return found.shares;
    }

    private void divide(int from, int to, double share) {
        if (to - from == 1) {
            shares[from] = share;
            return;
        }
        int middle = (from + to) / 2;
        double noise = sigma * Math.sqrt(middle - from);
        double low = rows(from, middle);
        double high = rows(middle, to);
        if (Math.max(low, high) > LEAST * noise) {
            double below = low > EMPTY * noise ? low : 0;
            double above = high > EMPTY * noise ? high : 0;
            divide(from, middle, share * below / (below + above));
            divide(middle, to, share * above / (below + above));
        } else {
            Arrays.fill(shares, from, to, share / (to - from));
        }
    }

    private double rows(int from, int to) {
        return Arrays.stream(cells, from, to).sum();
    }
}
