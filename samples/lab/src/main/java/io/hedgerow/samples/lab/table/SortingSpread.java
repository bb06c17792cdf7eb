// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.table;

import io.hedgerow.samples.learn.SortingChecks;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** The results of sorting baselines over several data sets. */
public record SortingSpread(
        Spread varsortability, Spread sortAndRegressShd, Spread r2Sortability, Spread r2SortAndRegressShd) {

    public static SortingSpread of(List<SortingChecks> checks) {
        return new SortingSpread(
                spread(checks, SortingChecks::varsortability),
                spread(checks, SortingChecks::sortAndRegressShd),
                spread(checks, SortingChecks::r2Sortability),
                spread(checks, SortingChecks::r2SortAndRegressShd));
    }

    private static Spread spread(List<SortingChecks> checks, ToDoubleFunction<SortingChecks> figure) {
        return Spread.of(checks.stream().mapToDouble(figure).toArray());
    }

    public static <R> List<Column<R>> columns(Function<R, SortingSpread> of) {
        return List.of(
                Column.spread("varsortability", 2, row -> of.apply(row).varsortability),
                Column.spread("sort-and-regress SHD", 1, row -> of.apply(row).sortAndRegressShd),
                Column.spread("R2-sortability", 2, row -> of.apply(row).r2Sortability),
                Column.spread("R2-sort SHD", 1, row -> of.apply(row).r2SortAndRegressShd));
    }
}
