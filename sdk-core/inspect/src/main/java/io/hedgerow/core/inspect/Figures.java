// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.inspect;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.Optional;

/** Summary statistics of a column, and their format. */
final class Figures {

    /** Columns of so few values are levels rather than amounts. */
    private static final int FEW = 10;

    private Figures() {}

    /** With four digits. */
    static String of(double value) {
        return Double.isFinite(value)
                ? new BigDecimal(value, new MathContext(4)).stripTrailingZeros().toPlainString()
                : "-";
    }

    static double mean(double[] values) {
        return Arrays.stream(values).average().orElse(Double.NaN);
    }

    /** The root of the mean square from the mean. */
    static double deviation(double[] values) {
        double mean = mean(values);
        return Math.sqrt(Arrays.stream(values)
                .map(x -> (x - mean) * (x - mean))
                .average()
                .orElse(Double.NaN));
    }

    /** The standardised moment of an order: 3 for skewness, 4 for kurtosis, which is 3 of a normal column. */
    static double moment(double[] values, int order) {
        double mean = mean(values);
        double deviation = deviation(values);
        return Arrays.stream(values)
                .map(x -> Math.pow((x - mean) / deviation, order))
                .average()
                .orElse(Double.NaN);
    }

    /** How far from normal, beyond four standard errors in normal rows; empty where it is not. */
    static Optional<String> shape(double[] sorted) {
        int n = sorted.length;
        if (n < 20 || Arrays.stream(sorted).distinct().limit(FEW + 1).count() <= FEW) {
            return Optional.empty();
        }
        boolean skewed = Math.abs(moment(sorted, 3)) > Math.max(1, 4 * Math.sqrt(6.0 / n));
        if (skewed) {
            boolean whole = sorted[0] >= 0 && Arrays.stream(sorted).allMatch(x -> x == Math.rint(x));
            return Optional.of(whole ? "skewed counts" : "skewed");
        }
        boolean heavy = moment(sorted, 4) - 3 > Math.max(2, 4 * Math.sqrt(24.0 / n));
        return heavy ? Optional.of("heavy tails") : Optional.empty();
    }
}
