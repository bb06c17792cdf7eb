// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.predict;

import java.util.OptionalDouble;

/** The quality of predictions of one variable. Not private: it is computed from the rows. */
public sealed interface PredictionQuality {

    /** {@return the name of the variable} */
    String variable();

    /** {@return the number of rows that have it and a prediction} */
    long compared();

    /** {@return {@link OfNumber#rmse}; empty of a category} */
    default OptionalDouble rmse() {
        return OptionalDouble.empty();
    }

    /** {@return {@link OfNumber#r2}; empty of a category} */
    default OptionalDouble r2() {
        return OptionalDouble.empty();
    }

    /** {@return {@link OfNumber#noise}; empty of a category} */
    default OptionalDouble noise() {
        return OptionalDouble.empty();
    }

    /** {@return {@link OfCategory#accuracy}; empty of a number} */
    default OptionalDouble accuracy() {
        return OptionalDouble.empty();
    }

    /** {@return {@link OfCategory#mostCommon}; empty of a number} */
    default OptionalDouble mostCommon() {
        return OptionalDouble.empty();
    }

    /** {@return {@link OfCategory#logLoss}; empty of a number} */
    default OptionalDouble logLoss() {
        return OptionalDouble.empty();
    }

    /**
     * The quality of predictions of a number.
     *
     * @param variable its name
     * @param compared rows that have it and a prediction
     * @param rmse √(Σ (x − x̂)²/n), in its unit; empty without such rows
     * @param r2 1 − Σ (x − x̂)²/Σ (x − x̄)² with the mean of these rows; below 0 when that mean predicts better; empty
     *     without such rows, and where it never varies
     * @param noise √ of the network's noise variance, the rmse to expect of rows with all parents, where it is
     *     predicted from these; empty otherwise
     */
    record OfNumber(String variable, long compared, OptionalDouble rmse, OptionalDouble r2, OptionalDouble noise)
            implements PredictionQuality {}

    /**
     * The quality of predictions of a category.
     *
     * @param variable its name
     * @param compared rows that have it and a prediction
     * @param accuracy share of these rows whose level was the most probable one; empty without such rows
     * @param mostCommon share of these that have their most common level, which a guess without the network reaches;
     *     empty without such rows
     * @param logLoss mean of −ln P(level), in nats; empty without such rows, and where a level had probability 0
     */
    record OfCategory(
            String variable, long compared, OptionalDouble accuracy, OptionalDouble mostCommon, OptionalDouble logLoss)
            implements PredictionQuality {

        /** Counts rows by their levels, those that were right, and Σ −ln P(level). */
        static OfCategory of(String variable, long[] seen, long right, double loss) {
            long compared = 0;
            long common = 0;
            for (long rows : seen) {
                compared += rows;
                common = Math.max(common, rows);
            }
            if (compared == 0) {
                return new OfCategory(
                        variable, 0, OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty());
            }
            double all = compared;
            return new OfCategory(
                    variable,
                    compared,
                    OptionalDouble.of(right / all),
                    OptionalDouble.of(common / all),
                    Double.isFinite(loss) ? OptionalDouble.of(loss / all) : OptionalDouble.empty());
        }
    }
}
