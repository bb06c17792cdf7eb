// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.denoise;

import io.hedgerow.core.search.ReleasedFigures;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A second-moment matrix that was released with noise, the deviation of that noise, and the units of the release.
 * Public by post-processing, as far as the release was private; nothing here touches records.
 *
 * <p>Symbols: y = (x − c) / a with public centre c and units a: [d] each; M: [d, d], either the mean of y yᵀ / ‖y‖²
 * over all rows (<i>directions</i>) or of y yᵀ (<i>moments</i>), plus independent Gaussian noise of standard deviation
 * σ on the diagonal and σ/√2 beside it. For a sum over P sites σ is that of the sum of their noises divided by the
 * number of rows: with P equal sites √P times smaller than one site's with local noise, P times smaller when the noise
 * is shared.
 *
 * <p>Sites may send what they did not compute: an entry of directions beyond {@value #LARGEST} + {@value #DEVIATIONS} σ
 * is refused. With as many units as declared an entry without noise is at most 2, so only noise beyond
 * {@value #DEVIATIONS} of its deviations could be refused; with a public centre and a hundred times as many, which
 * zero-out allows, honest sums are refused with a probability below 10^−22. Proof:
 * {@code docs/privacy-proofs/noisy-gram.md}.
 *
 * <p>Immutable.
 */
public final class PrivateGram {

    /** The largest entry without noise, in mean products of directions of as many units as were declared. */
    private static final double LARGEST = 64;
    /** The deviations of noise beyond which an entry is impossible. */
    private static final double DEVIATIONS = 100;

    private final int variables;
    private final double[] matrix;
    private final double sigma;
    private final double[] units;
    private final long rows;
    private final boolean directions;
    private final Optional<Columns> columns;

    /**
     * What is known of every column beside the matrix, in the units of the rows.
     *
     * @param means about which the matrix is: public, released by sites, or taken for 0
     * @param deviations about them, released by sites
     * @param logError the standard error of the logarithms of the deviations
     * @param errorsOfCentres the standard errors of what deviations are about: their squares are in those of deviations
     * @param rangesOfMeans 95 % intervals of the means, by noise and by chance; empty where they were not released
     */
    public record Columns(
            List<Double> means,
            List<Double> deviations,
            double logError,
            List<Double> errorsOfCentres,
            List<ReleasedFigures.Range> rangesOfMeans) {

        private static final int STEPS = 10;

        public Columns {
            means = List.copyOf(means);
            deviations = List.copyOf(deviations);
            errorsOfCentres = List.copyOf(errorsOfCentres);
            rangesOfMeans = List.copyOf(rangesOfMeans);
        }

        /** A factor, and the standard error of its logarithm. */
        public record Size(double factor, double logError) {}

        /**
         * The factor that brings variances v_j to the size that the deviations s_j have: the mean of
         *
         * <pre>ln (s_j² / v_j) − ln (1 + k_j),   k_j = e_j² / (factor v_j)</pre>
         *
         * <p>weighted by precision, with errors e_j of centres, which add k_j to a variance on average, but seldom.
         *
         * @param variances v_j, [d]
         */
        public Size size(double[] variances) {
            int d = variances.length;
            double[] ratios = new double[d];
            Arrays.setAll(ratios, j -> Math.log(deviations.get(j) * deviations.get(j) / variances[j]));
            double[] sorted = Arrays.stream(ratios).sorted().toArray();
            double size = (sorted[d / 2] + sorted[(d - 1) / 2]) / 2;
            double total = 1;
            for (int step = 0; step < STEPS; step++) {
                double sum = 0;
                total = 0;
                for (int j = 0; j < d; j++) {
                    double error = errorsOfCentres.get(j);
                    double added = error * error / variances[j] / Math.exp(size);
                    double precision = 1 / (4 * logError * logError + 4 * added * added);
                    sum += precision * (ratios[j] - Math.log1p(added));
                    total += precision;
                }
                size = sum / total;
            }
            return new Size(Math.exp(size), Math.sqrt(2 / total)); // their errors have longer tails than normal ones
        }
    }

    private PrivateGram(
            int variables,
            double[] matrix,
            double sigma,
            double[] units,
            long rows,
            boolean directions,
            Optional<Columns> columns) {
        if (variables < 1 || matrix.length != (long) variables * variables || units.length != variables) {
            throw new IllegalArgumentException("matrix must be [" + variables + ", " + variables + "] and units ["
                    + variables + "], were " + matrix.length + " and " + units.length + " numbers");
        }
        if (!(sigma >= 0 && sigma < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("sigma must be finite and >= 0, was " + sigma);
        }
        if (rows < 1) {
            throw new IllegalArgumentException("rows must be at least 1, was " + rows);
        }
        for (double unit : units) {
            if (!(unit > 0 && unit < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException("units must be finite and > 0, was " + unit);
            }
        }
        for (int i = 0; i < variables; i++) {
            for (int j = 0; j <= i; j++) {
                double lower = matrix[i * variables + j];
                if (!(Math.abs(lower) < Double.POSITIVE_INFINITY) || lower != matrix[j * variables + i]) {
                    throw new IllegalArgumentException("matrix must be finite and symmetric, was not at [" + i + ", "
                            + j + "] and [" + j + ", " + i + "]");
                }
            }
        }
        this.variables = variables;
        this.matrix = matrix.clone();
        this.sigma = sigma;
        this.units = units.clone();
        this.rows = rows;
        this.directions = directions;
        this.columns = columns;
    }

    /**
     * A mean of outer products of unit vectors: symmetric, of trace about 1.
     *
     * @throws IllegalArgumentException when an entry is larger than directions and noise are, so that a site sent what
     *     it cannot have computed
     */
    public static PrivateGram ofDirections(int variables, double[] matrix, double sigma, double[] units, long rows) {
        PrivateGram gram = new PrivateGram(variables, matrix, sigma, units, rows, true, Optional.empty());
        gram.requirePossible();
        return gram;
    }

    private void requirePossible() {
        double limit = LARGEST + DEVIATIONS * sigma;
        for (int k = 0; k < matrix.length; k++) {
            if (Math.abs(matrix[k]) > limit) {
                throw new IllegalArgumentException("the mean product of variables " + (k / variables + 1) + " and "
                        + (k % variables + 1) + " must be at most " + limit + " in absolute value, which is " + LARGEST
                        + " and " + DEVIATIONS + " deviations of its noise, was " + matrix[k]
                        + ": a site sent what no rows and no noise give");
            }
        }
    }

    /** A mean of outer products of the vectors themselves, or of vectors of which few were clipped: symmetric. */
    public static PrivateGram ofMoments(int variables, double[] matrix, double sigma, double[] units, long rows) {
        return new PrivateGram(variables, matrix, sigma, units, rows, false, Optional.empty());
    }

    /** The same of columns of which more is known: [d] each. */
    public PrivateGram of(Columns known) {
        if (known.means().size() != variables || known.deviations().size() != variables) {
            throw new IllegalArgumentException("columns must be of " + variables + " variables, were of "
                    + known.means().size() + " and " + known.deviations().size());
        }
        return new PrivateGram(variables, matrix, sigma, units, rows, directions, Optional.of(known));
    }

    /** What is known of every column beside the matrix; empty where it is of scores or curves. */
    public Optional<Columns> columns() {
        return columns;
    }

    public int variables() {
        return variables;
    }

    public double[] matrix() {
        return matrix.clone();
    }

    /** σ of a diagonal entry; beside the diagonal it is σ/√2. */
    public double sigma() {
        return sigma;
    }

    public double[] units() {
        return units.clone();
    }

    /** The number of rows of all sites. */
    public long rows() {
        return rows;
    }

    public NormalisationCorrection spectrum() {
        return directions
                ? NormalisationCorrection.ofDirections(variables, matrix)
                : NormalisationCorrection.ofMoments(variables, matrix);
    }

    /** Multiplies by a_i a_j and, for directions, fixes the size. */
    public double[] inUnitsOfRows(double[] corrected) {
        double size = 1;
        if (directions) {
            double[] diagonal = new double[variables];
            for (int j = 0; j < variables; j++) {
                diagonal[j] = corrected[j * (variables + 1)];
            }
            Arrays.sort(diagonal);
            double median = diagonal[variables / 2];
            size = median > 0 ? 1 / median : 1;
        }
        double[] s = new double[corrected.length];
        for (int i = 0; i < variables; i++) {
            for (int j = 0; j < variables; j++) {
                s[i * variables + j] = size * corrected[i * variables + j] * (units[i] * units[j]);
            }
        }
        return s;
    }

    @Override
    public String toString() {
        return "PrivateGram[variables=" + variables + ", sigma=" + sigma + ", rows=" + rows + "]";
    }
}
