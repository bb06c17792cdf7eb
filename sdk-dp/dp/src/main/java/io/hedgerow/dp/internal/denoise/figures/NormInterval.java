// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.denoise.figures;

import io.hedgerow.core.internal.random.SearchRandom;
import io.hedgerow.core.search.ReleasedFigures;
import io.hedgerow.core.search.ReleasedFigures.Range;
import io.hedgerow.dp.internal.denoise.FoundAgain;
import java.util.Arrays;

/**
 * The interval of the norm of a vector that is seen with errors: all s for which a norm as large, and one as small, as
 * the one seen is not rare,
 *
 * <pre>{s : α/2 ≤ P(‖s u + e‖ ≤ ‖seen‖) ≤ 1 − α/2},   u = seen / ‖seen‖</pre>
 *
 * <p>where e are errors as they are drawn. Noise alone makes a norm, so that an interval about the seen one would not
 * hold 0. One that is smaller than errors alone usually make says no more than the usual one. The same errors are drawn
 * every time.
 */
final class NormInterval {

    private static final int DRAWS = 400;
    private static final int HALVINGS = 30;
    private static final long SEED = 1;

    private final double norm;
    /** u · e and ‖e‖² of each. */
    private final double[] along;

    private final double[] squares;

    /**
     * Draws errors.
     *
     * @param seen a matrix, row by row
     * @param centredRows whether rows sum to 0, as those of the levels of a category do, and so do errors
     * @param centredColumns the same of columns
     * @param deviations of the errors of the entries, before they are centred
     */
    NormInterval(double[] seen, int rows, boolean centredRows, boolean centredColumns, double[] deviations) {
        this.norm = norm(seen);
        this.along = new double[DRAWS];
        this.squares = new double[DRAWS];
        SearchRandom random = new SearchRandom(SEED);
        double[] error = new double[seen.length];
        for (int draw = 0; draw < DRAWS; draw++) {
            Arrays.setAll(error, k -> deviations[k] * FoundAgain.normal(random));
            centre(error, rows, centredRows, centredColumns);
            for (int k = 0; k < error.length; k++) {
                along[draw] += norm > 0 ? seen[k] / norm * error[k] : 0;
                squares[draw] += error[k] * error[k];
            }
        }
    }

    /** Takes off the means over rows, and over columns. */
    static void centre(double[] matrix, int rows, boolean overRows, boolean overColumns) {
        int columns = matrix.length / rows;
        for (int b = 0; overRows && b < columns; b++) {
            double mean = 0;
            for (int a = 0; a < rows; a++) {
                mean += matrix[a * columns + b] / rows;
            }
            for (int a = 0; a < rows; a++) {
                matrix[a * columns + b] -= mean;
            }
        }
        for (int a = 0; overColumns && a < rows; a++) {
            double mean = 0;
            for (int b = 0; b < columns; b++) {
                mean += matrix[a * columns + b] / columns;
            }
            for (int b = 0; b < columns; b++) {
                matrix[a * columns + b] -= mean;
            }
        }
    }

    private static double norm(double[] vector) {
        return Math.sqrt(Arrays.stream(vector).map(x -> x * x).sum());
    }

    /** The interval, in the unit of the vector. */
    Range range() {
        double tail = (1 - ReleasedFigures.COVERED) / 2;
        double most = norm + 2 * Math.sqrt(Arrays.stream(squares).max().orElse(0));
        double square = norm * norm;
        double usual = Arrays.stream(squares).sorted().toArray()[DRAWS / 2];
        double lower = below(0, square) <= 1 - tail ? 0 : crossing(1 - tail, most, square);
        double upper = crossing(tail, most, Math.max(square, usual));
        return new Range(lower, Math.max(lower, upper));
    }

    /** The s from which on P(‖s u + e‖² ≤ square) is lower. */
    private double crossing(double share, double most, double square) {
        double low = 0;
        double high = most;
        for (int step = 0; step < HALVINGS; step++) {
            double middle = (low + high) / 2;
            if (below(middle, square) > share) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return (low + high) / 2;
    }

    private double below(double s, double square) {
        int count = 0;
        for (int draw = 0; draw < DRAWS; draw++) {
            count += s * s + 2 * s * along[draw] + squares[draw] <= square ? 1 : 0;
        }
        return count / (double) DRAWS;
    }
}
