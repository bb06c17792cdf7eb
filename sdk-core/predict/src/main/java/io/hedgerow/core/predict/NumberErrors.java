// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.predict;

import java.util.OptionalDouble;

/** Adds up the cells of one number, of the rows that have it, and the errors of their predictions. Not thread-safe. */
final class NumberErrors {

    private long compared;
    private double squares;
    private double mean;
    private double spread;

    /** Compares a cell with what was predicted; NaN, a missing cell, is not compared. */
    void add(double cell, double predicted) {
        if (Double.isNaN(cell)) {
            return;
        }
        compared++;
        squares += (cell - predicted) * (cell - predicted);
        double step = cell - mean;
        mean += step / compared;
        spread += step * (cell - mean);
    }

    /** How many rows have the number. */
    long compared() {
        return compared;
    }

    /** The mean of the cells. */
    double mean() {
        return mean;
    }

    /** Σ (x − x̄)²/n of the cells; 0 without any. */
    double variance() {
        return compared == 0 ? 0 : spread / compared;
    }

    /** The quality of all predictions so far; {@code noise} as of {@link PredictionQuality.OfNumber}. */
    PredictionQuality quality(String variable, OptionalDouble noise) {
        return new PredictionQuality.OfNumber(
                variable,
                compared,
                compared == 0 ? OptionalDouble.empty() : OptionalDouble.of(Math.sqrt(squares / compared)),
                spread > 0 ? OptionalDouble.of(1 - squares / spread) : OptionalDouble.empty(),
                noise);
    }
}
