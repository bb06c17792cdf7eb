// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release.series;

import io.hedgerow.core.model.Parameters;
import io.hedgerow.dp.internal.denoise.SeriesMeanCorrection;
import java.util.OptionalLong;

/**
 * Noisy moments of series from a private release. Public by post-processing.
 *
 * <p>Symbols: d variables, p lags, q = (p + 1) d; G: [q, q], the matrix with S on the diagonal and C_l where columns
 * are l steps apart, of z = [x_t | x_{t−1} | … | x_{t−p}] about the centre and in the units a: [d]; σ the noise of a
 * diagonal entry of S.
 *
 * <p>Immutable.
 */
public final class SeriesMoments {

    private final int variables;
    private final int lags;
    private final double[] matrix;
    private final double sigma;
    private final double[] noise;
    private final double rows;
    private final double[] units;
    private final OptionalLong length;

    private SeriesMoments(
            int variables,
            int lags,
            double[] matrix,
            double sigma,
            double[] noise,
            double rows,
            double[] units,
            OptionalLong length) {
        this.variables = variables;
        this.lags = lags;
        this.matrix = matrix;
        this.sigma = sigma;
        this.noise = noise;
        this.rows = rows;
        this.units = units;
        this.length = length;
    }

    /**
     * Computes the moments from the sum of all sites: R/M times it, and C_l times T/(T − l) where all realisations have
     * the same public number of rows T, because C_l has l terms less than S.
     */
    public static SeriesMoments of(
            UserSeriesDesign design, Parameters sum, double[] units, int sites, long realisations) {
        OptionalLong length = design.length();
        int d = design.options().variables();
        int q = design.columns();
        double share = design.radius() / realisations;
        double[] matrix = new double[q * q];
        for (int a = 0; a < q; a++) {
            for (int b = 0; b < q; b++) {
                int at = entry(d, a, b);
                int lag = at / (d * d);
                matrix[a * q + b] =
                        share * undone(length, lag) * sum.get(UserSeriesDesign.index(d, lag, at / d % d, at % d));
            }
        }
        double sigma = design.products().sigma() * Math.sqrt(sites) * share;
        double[] noise = new double[design.lags() + 1];
        for (int lag = 0; lag < noise.length; lag++) {
            double weight = lag == 0 ? 2 : UserSeriesDesign.weight(design.lags(), lag);
            noise[lag] = sigma * undone(length, lag) / Math.sqrt(weight);
        }
        double rows = realisations * (double) Math.max(1, length.orElse(1) - design.lags());
        return new SeriesMoments(d, design.lags(), matrix, sigma, noise, rows, units.clone(), length);
    }

    private static double undone(OptionalLong length, int lag) {
        return length.isPresent() ? length.getAsLong() / (double) (length.getAsLong() - lag) : 1;
    }

    /** The position of C_l[i, j], or S[i, j] with i ≤ j, of which G_ab is a copy: (l d + i) d + j. */
    public static int entry(int d, int a, int b) {
        int lag = Math.abs(a / d - b / d);
        boolean swapped = a / d > b / d || (lag == 0 && a > b);
        return (lag * d + (swapped ? b : a) % d) * d + (swapped ? a : b) % d;
    }

    /** The same, where every series was about its own mean: the effect of that is undone if T is public. */
    public SeriesMoments aboutOwnMeans() {
        double[] given = length.isPresent()
                ? new SeriesMeanCorrection(variables, lags, length.getAsLong()).givenBack(matrix)
                : matrix;
        return new SeriesMoments(variables, lags, given, sigma, noise, rows, units, length);
    }

    public int variables() {
        return variables;
    }

    public int lags() {
        return lags;
    }

    /** G, row by row, a copy; not always positive definite. */
    public double[] matrix() {
        return matrix.clone();
    }

    /** a: a copy; 1 where values are as they were. */
    public double[] units() {
        return units.clone();
    }

    public double sigma() {
        return sigma;
    }

    /** The noise of an entry: σ on the diagonal of S, σ/√2 beside it, and of C_l σ/√w_l, rescaled as C_l is. */
    public double noise(int entry) {
        int lag = entry / (variables * variables);
        boolean diagonal = lag == 0 && entry / variables == entry % variables;
        return diagonal ? sigma : noise[lag];
    }

    /** M (T − p) where T is public, else M: no realisation has less than a row. */
    public double rows() {
        return rows;
    }
}
