// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.denoise.figures;

import io.hedgerow.core.search.ReleasedFigures.Range;
import java.util.Arrays;

/** Intervals of figures of one variable and of two. */
public final class PairFigures {

    /** 97.5 % of a normal distribution are below. */
    public static final double TWO_SIDED = 1.959964;

    private PairFigures() {}

    /** A value with an error that is normal. */
    public static Range about(double value, double error) {
        return new Range(value - TWO_SIDED * error, value + TWO_SIDED * error);
    }

    /**
     * A share with noise.
     *
     * @param noise the deviation of its noise
     * @param rows n: of a share of 0 or 1 the error is that of two rows more
     */
    public static Range share(double share, double noise, double rows) {
        double usual = (Math.max(0, Math.min(1, share)) * rows + 2) / (rows + 4);
        Range range = about(share, Math.sqrt(noise * noise + usual * (1 - usual) / rows));
        double lower = Math.max(0, Math.min(1, range.lower()));
        return new Range(lower, Math.max(lower, Math.min(1, range.upper())));
    }

    /** A correlation of two numbers, with the deviation of its error. */
    public static Range correlation(double correlation, double error) {
        Range range = about(Math.max(-1, Math.min(1, correlation)), error);
        return new Range(Math.max(-1, range.lower()), Math.min(1, range.upper()));
    }

    /**
     * The deviation of the error of a correlation, by noise and by chance, of which twice the variance of normal rows
     * is taken.
     *
     * @param first the deviation of the noise of the first variance, as a share of it
     * @param second the same of the second
     * @param rows n
     */
    public static double errorOfCorrelation(double r, double first, double second, double rows) {
        double chance = (1 - r * r) * (1 - r * r) * 2 / rows;
        return Math.sqrt(first * second / 2 + r * r / 4 * (first * first + second * second) + chance);
    }

    /**
     * The dependence of two variables of which one is a category at least.
     *
     * @param covariance S_ij, row by row
     * @param rows the columns of the first variable
     * @param first whether it is a category
     * @param second whether the second is one
     * @param deviations of the errors of the entries
     * @param size √(‖S_ii‖ ‖S_jj‖)
     */
    public static Range dependence(
            double[] covariance, int rows, boolean first, boolean second, double[] deviations, double size) {
        double[] centred = covariance.clone();
        NormInterval.centre(centred, rows, first, second);
        Range range = new NormInterval(centred, rows, first, second, deviations).range();
        double lower = Math.min(1, range.lower() / size);
        return new Range(lower, Math.max(lower, Math.min(1, range.upper() / size)));
    }

    /** ‖diag(p) − p pᵀ‖ of the shares of levels. */
    public static double sizeOfLevels(double[] shares) {
        double squares = Arrays.stream(shares).map(p -> p * p).sum();
        double cubes = Arrays.stream(shares).map(p -> p * p * p).sum();
        return Math.sqrt(Math.max(0, squares - 2 * cubes + squares * squares));
    }
}
