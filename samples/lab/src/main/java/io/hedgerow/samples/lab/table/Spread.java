// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.table;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The variation of a figure over repetitions.
 *
 * @param deviation the standard deviation with divisor n − 1; 0 for a single value
 * @param values of every repetition that ended, in the order of the repetitions
 */
public record Spread(double mean, double deviation, List<Double> values) {
    public Spread {
        values = List.copyOf(values);
    }

    public static Spread of(double... values) {
        if (values.length == 0) {
            throw new IllegalArgumentException("values must not be empty");
        }
        double mean = Arrays.stream(values).sum() / values.length;
        double squares = 0;
        for (double value : values) {
            squares += (value - mean) * (value - mean);
        }
        return new Spread(
                mean,
                values.length == 1 ? 0 : Math.sqrt(squares / (values.length - 1)),
                Arrays.stream(values).boxed().toList());
    }

    /** The spread of a figure of every run; null when there is none. */
    public static <R> @Nullable Spread of(List<R> runs, ToDoubleFunction<R> figure) {
        return runs.isEmpty() ? null : of(runs.stream().mapToDouble(figure).toArray());
    }

    /** Writes mean and deviation for a table, such as 2.1±1.8. */
    public String text(int decimals) {
        return String.format(Locale.ROOT, "%." + decimals + "f±%." + decimals + "f", mean, deviation);
    }
}
