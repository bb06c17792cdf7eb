// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.denoise.mixed;

import io.hedgerow.core.internal.search.posterior.MomentNoise;
import io.hedgerow.core.search.ReleasedFigures;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Mean products of {@link MixedColumns} over the rows, with noise: σ on the diagonal and s = σ/√2 beside it, each of
 * its own. {@link PairMoments} are what is searched. Public by post-processing; costs no budget. Immutable.
 *
 * <p>A level of which noise hides whether there are rows has no column, and the most frequent one of each category,
 * which the others determine, has none.
 */
public final class NoisyColumns {

    /** The deviations of the noise of a share from which on a level is seen. */
    private static final double SEEN = 4;
    /** Of a number, in units in which it is about 1. */
    private static final double LEAST_VARIANCE = 1e-4;

    private final MixedColumns shape;
    private final double[] products;
    private final double sigma;
    private final double[] centre;
    private final double[] units;
    private final long rows;
    private final PairMoments moments;
    /** The columns of each variable that are searched, in the order of the search, and what they are. */
    private final int[][] blocks;

    private final int[] chosen;

    /**
     * Takes mean products: [q, q].
     *
     * @param sigma of an entry on the diagonal
     * @param centre about which numbers are, [N], in the units of the rows
     * @param units by which they are divided, [N]
     * @param rows of all sites, public
     */
    public NoisyColumns(
            MixedColumns shape, double[] products, double sigma, double[] centre, double[] units, long rows) {
        this.shape = shape;
        this.products = products.clone();
        this.sigma = sigma;
        this.centre = centre.clone();
        this.units = units.clone();
        this.rows = rows;
        this.moments = new PairMoments(shape, this.products, sigma);
        this.blocks = new int[shape.variables()][];
        List<Integer> all = new ArrayList<>();
        for (int j = 0; j < blocks.length; j++) {
            blocks[j] = searched(j, all);
        }
        this.chosen = all.stream().mapToInt(Integer::intValue).toArray();
    }

    /**
     * The same of rows whose number is secret, or of which several are a unit: every row has a level of a category, or
     * where cells may be missing, the variable that most rows have is in all of them.
     */
    public NoisyColumns ofUnknownNumber() {
        double all = Math.max(moments.all(), sigma);
        double[] scaled = Arrays.stream(products).map(value -> value / all).toArray();
        return new NoisyColumns(shape, scaled, sigma / all, centre, units, rows);
    }

    /** The same with as much noise again, which is given in deviations, [q (q + 1) / 2]. */
    NoisyColumns noisier(double[] drawn) {
        int q = shape.size();
        double[] more = products.clone();
        int at = 0;
        for (int a = 0; a < q; a++) {
            for (int b = a; b < q; b++) {
                more[a * q + b] += drawn[at++] * sigma * (a == b ? 1 : Math.sqrt(0.5));
                more[b * q + a] = more[a * q + b];
            }
        }
        return new NoisyColumns(shape, more, sigma * Math.sqrt(2), centre, units, rows);
    }

    /** The most common level of a category; −1 of a number. */
    int commonest(int variable) {
        int most = shape.isCategory(variable) ? 0 : -1;
        for (int l = 1; l < shape.levels(variable); l++) {
            most = share(variable, l) > share(variable, most) ? l : most;
        }
        return most;
    }

    /** Adds the columns of a variable that are searched, and returns their places among these. */
    private int[] searched(int j, List<Integer> all) {
        int first = shape.first(j);
        int most = commonest(j);
        List<Integer> own = new ArrayList<>();
        for (int l = 0; l < shape.width(j); l++) {
            boolean kept = !shape.isCategory(j) || (l != most && share(j, l) > SEEN * moments.deviation(1));
            if (kept) {
                own.add(all.size());
                all.add(first + l);
            }
        }
        return own.stream().mapToInt(Integer::intValue).toArray();
    }

    /**
     * By how many deviations of chance and noise a column that is searched is higher, or lower, where another variable
     * is seen; see {@link PairMoments#dependence}.
     */
    double dependence(int variable, int other, int column) {
        return moments.dependence(variable, other, chosen[column], (double) rows);
    }

    /** What the release tells of margins and pairs. */
    public ReleasedFigures figures() {
        return new MixedFigures(this, moments).find();
    }

    MixedColumns shape() {
        return shape;
    }

    long rows() {
        return rows;
    }

    /** Of an entry on the diagonal, in mean products. */
    public double sigma() {
        return sigma;
    }

    /** The columns of each variable among those that are searched: none where noise hides all levels but one. */
    int[][] blocks() {
        return blocks.clone();
    }

    /** The level of a column that is searched; −1 of a number. */
    int level(int variable, int column) {
        return shape.isCategory(variable) ? chosen[column] - shape.first(variable) : -1;
    }

    /** The share of a level. */
    double share(int category, int level) {
        return moments.mean(category, level);
    }

    /** The mean of a column that is searched, in the units of the rows: of an indicator the share of its level. */
    double mean(int variable, int column) {
        double own = moments.mean(variable, chosen[column] - shape.first(variable));
        if (shape.isCategory(variable)) {
            return own;
        }
        int x = Arrays.binarySearch(shape.numbers(), variable);
        return centre[x] + units[x] * own;
    }

    /** What one unit of a column that is searched is in the units of the rows; of an indicator 1 over its weight. */
    double unit(int variable) {
        return shape.isCategory(variable)
                ? 1 / MixedColumns.WEIGHT
                : units[Arrays.binarySearch(shape.numbers(), variable)];
    }

    /** Covariances of the columns that are searched, [r, r]; no number has a variance of 0, whatever the noise. */
    double[] covariance() {
        int r = chosen.length;
        double[] own = new double[r * r];
        Arrays.setAll(own, k -> moments.covariance(chosen[k / r], chosen[k % r]));
        for (int j : shape.numbers()) {
            int variance = blocks[j][0] * (r + 1);
            own[variance] = Math.max(LEAST_VARIANCE, own[variance]);
        }
        return own;
    }

    /**
     * The noise of correlations of the columns that are searched, and what they vary more than those of all rows.
     *
     * @param deviations of these columns, [r]
     */
    MomentNoise noise(double[] deviations) {
        ColumnNoise noise = new ColumnNoise(shape, moments.seen(), blocks, chosen, deviations);
        return new MomentNoise(
                chosen.length, chosen.length, (u, v) -> noise.variance(u, v, sigma * sigma / 2, 1.0 / rows));
    }
}
