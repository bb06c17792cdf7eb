// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.predict;

import java.util.OptionalDouble;

/**
 * Measures how well a variable was predicted. Not private: it is computed from the rows.
 *
 * @param variable its name
 * @param compared rows that have it and a prediction
 * @param rmse of a number √(Σ (x − x̂)²/n), in its unit; empty without such rows
 * @param r2 of a number 1 − Σ (x − x̂)²/Σ (x − x̄)² with the mean of these rows; below 0 when that mean predicts
 *     better; empty without such rows, and where it never varies
 * @param noise of a number that is predicted from parents √ of the network's noise variance: the rmse to expect; empty
 *     otherwise
 * @param accuracy of a category the share of these rows whose level was the most probable one; empty without such rows
 * @param mostCommon share of these that have their most common level, which a guess without the network reaches; empty
 *     without such rows
 * @param logLoss mean of −ln P(level), in nats; empty without such rows, and where a level had probability 0
 */
public record PredictionQuality(
        String variable,
        long compared,
        OptionalDouble rmse,
        OptionalDouble r2,
        OptionalDouble noise,
        OptionalDouble accuracy,
        OptionalDouble mostCommon,
        OptionalDouble logLoss) {

    private static final OptionalDouble NONE = OptionalDouble.empty();

    /** Describes a number. */
    static PredictionQuality ofNumber(
            String variable, long compared, OptionalDouble rmse, OptionalDouble r2, OptionalDouble noise) {
        return new PredictionQuality(variable, compared, rmse, r2, noise, NONE, NONE, NONE);
    }

    /** Describes a category: counts rows by their levels, those that were right, and Σ −ln P(level). */
    static PredictionQuality ofLevels(String variable, long[] seen, long right, double loss) {
        long compared = 0;
        long common = 0;
        for (long rows : seen) {
            compared += rows;
            common = Math.max(common, rows);
        }
        boolean none = compared == 0;
        double all = compared;
        return new PredictionQuality(
                variable,
                compared,
                NONE,
                NONE,
                NONE,
                none ? NONE : OptionalDouble.of(right / all),
                none ? NONE : OptionalDouble.of(common / all),
                none || !Double.isFinite(loss) ? NONE : OptionalDouble.of(loss / all));
    }
}
