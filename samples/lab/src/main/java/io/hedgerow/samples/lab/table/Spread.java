// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.table;

import io.hedgerow.samples.learn.SortingChecks;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The mean and spread of a figure over repetitions.
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
        return runs.isEmpty() ? null : ofSome(runs, figure);
    }

    /** The spread of a figure of at least one run. */
    public static <R> Spread ofSome(Collection<R> runs, ToDoubleFunction<R> figure) {
        return of(runs.stream().mapToDouble(figure).toArray());
    }

    /** Writes mean and deviation for a table, such as 2.1±1.8. */
    public String text(int decimals) {
        return String.format(Locale.ROOT, "%." + decimals + "f±%." + decimals + "f", mean, deviation);
    }

    /** The results of sorting baselines over several data sets. */
    public record SortingSpread(
            Spread varsortability, Spread sortAndRegressShd, Spread r2Sortability, Spread r2SortAndRegressShd) {

        public static SortingSpread of(List<SortingChecks> checks) {
            return new SortingSpread(
                    Spread.ofSome(checks, SortingChecks::varsortability),
                    Spread.ofSome(checks, SortingChecks::sortAndRegressShd),
                    Spread.ofSome(checks, SortingChecks::r2Sortability),
                    Spread.ofSome(checks, SortingChecks::r2SortAndRegressShd));
        }

        public static <R> List<Column<R>> columns(Function<R, SortingSpread> of) {
            return List.of(
                    Column.spread("varsortability", 2, row -> of.apply(row).varsortability),
                    Column.spread("sort-and-regress SHD", 1, row -> of.apply(row).sortAndRegressShd),
                    Column.spread("R2-sortability", 2, row -> of.apply(row).r2Sortability),
                    Column.spread("R2-sort SHD", 1, row -> of.apply(row).r2SortAndRegressShd));
        }
    }
}
