// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release.histogram;

import io.hedgerow.core.internal.linalg.CellScores;
import io.hedgerow.dp.internal.denoise.PrivateGram;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Estimates the normal variables that columns are taken to be functions of, from histograms with noise: the scores to
 * announce, and the covariance that products of scores with noise imply.
 *
 * <p>Symbols: v_j, ρ as in {@link CellScores}; g s_j is announced to sites, with g² = 1 / ({@value #ROOM} Σ v_j), so
 * that a row of norm 1 is √{@value #ROOM} times as long as rows are in the mean square. Of the sum M of products over n
 * units,
 *
 * <pre>E[s_i s_j] = M_ij Σ v / trace M,   S_ij = ρ_ij v_i v_j,   S_jj = v_j²</pre>
 *
 * <p>S is the covariance of v_j Z_j: the loss of scores to ties is a known error, and is taken from the diagonal. Noise
 * is carried along as if the correlations were small. Post-processing: costs no budget. Immutable.
 */
public final class NoisyScores {

    /**
     * The length of a row of norm 1, squared, in mean squares: of rows of 20 independent normal columns one in 200 is
     * longer; of fewer or dependent columns more are.
     */
    static final double ROOM = 2;
    /** The least share of the trace: shortening rows cannot take more of it, so noise did. */
    private static final double LEAST_TRACE = 0.25;
    /** A deviation of an entry that is added as noise: what is not normal would else look like edges. */
    private static final double DOUBT = 0.01;

    private final List<CellScores> scores;

    /** Takes noisy histograms; the noise of each cell is sigma. */
    NoisyScores(double[] cells, double sigma) {
        this.scores = IntStream.range(0, cells.length / ScoreDesign.CELLS)
                .mapToObj(j -> Arrays.copyOfRange(cells, j * ScoreDesign.CELLS, (j + 1) * ScoreDesign.CELLS))
                .map(own -> CellScores.of(CellShares.of(own, sigma)))
                .toList();
    }

    /** Σ v over the variables that are not lost. */
    private double variance() {
        double sum = scores.stream()
                .filter(own -> !own.isLost())
                .mapToDouble(CellScores::variance)
                .sum();
        return sum > 0 ? sum : 1;
    }

    /** The scores that sites apply, [d, cells]. */
    double[] announced() {
        double g = 1 / Math.sqrt(ROOM * variance());
        return scores.stream()
                .map(own -> own.isLost() ? new double[ScoreDesign.CELLS] : own.scores())
                .flatMapToDouble(Arrays::stream)
                .map(score -> g * score)
                .toArray();
    }

    /** The variables, from 0, whose values the cells do not distinguish. */
    List<Integer> lost() {
        return IntStream.range(0, scores.size())
                .filter(j -> scores.get(j).isLost())
                .boxed()
                .toList();
    }

    /**
     * The covariance that products of scores with noise imply.
     *
     * @param gram S, with noise and doubt, in units in which every Z has variance 1
     * @param sigma of the noise of a diagonal entry of S alone
     * @param lost variables, from 0, whose values the cells do not distinguish
     */
    public record Released(PrivateGram gram, double sigma, List<Integer> lost) {
        public Released {
            lost = List.copyOf(lost);
        }
    }

    /**
     * Computes the covariance from the upper triangle of the mean product over n units; σ is the noise of a diagonal
     * entry of it.
     */
    Released released(double[] triangle, double sigma, long rows) {
        int d = scores.size();
        double[] s = new double[d * d];
        double trace = 0;
        int diagonal = 0;
        for (int j = 0; j < d; j++) {
            trace += triangle[diagonal];
            diagonal += d - j;
        }
        double scale = variance() / Math.max(trace, LEAST_TRACE / ROOM);
        double[] units = new double[d];
        int at = 0;
        for (int i = 0; i < d; i++) {
            CellScores one = scores.get(i);
            units[i] = one.isLost() ? 1 : 1 / one.variance();
            s[i * d + i] = 1 / (units[i] * units[i]);
            at++;
            for (int j = i + 1; j < d; j++) {
                CellScores other = scores.get(j);
                double product = scale * triangle[at++];
                s[i * d + j] = one.isLost() || other.isLost()
                        ? 0
                        : one.correlation(other, product) * one.variance() * other.variance();
                s[j * d + i] = s[i * d + j];
            }
        }
        PrivateGram gram = PrivateGram.ofMoments(d, s, Math.hypot(scale * sigma, DOUBT), units, rows);
        return new Released(gram, scale * sigma, lost());
    }

    /**
     * Estimates shares of rows in the cells of a histogram with noise. A range of cells is halved as long as one of its
     * halves stands out of the noise, by {@value #LEAST} standard deviations of the noise summed over the half. Rows
     * are then divided in proportion to the halves, where the other has {@value #EMPTY} such deviations or more, and
     * else it is empty, for noise alone would often look like rows there. Where no half stands out, rows are spread
     * evenly. Post-processing: costs no budget.
     */
    static final class CellShares {

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
}
