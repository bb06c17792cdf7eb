// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.experiment;

import io.hedgerow.samples.learn.SortingChecks;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What sorting knows of several data sets.
 *
 * @param varsortability share of directed paths along which variances grow
 * @param sortAndRegressShd distance of sorting by variance and regressing
 * @param r2Sortability share of directed paths along which R² grows
 * @param r2SortAndRegressShd distance of sorting by R² and regressing
 */
record SortingSpread(
        Spread varsortability, Spread sortAndRegressShd, Spread r2Sortability, Spread r2SortAndRegressShd) {

    static final List<String> HEADER =
            List.of("varsortability", "sort-and-regress SHD", "R2-sortability", "R2-sort SHD");

    static SortingSpread of(List<SortingChecks> checks) {
        return new SortingSpread(
                spread(checks, SortingChecks::varsortability),
                spread(checks, SortingChecks::sortAndRegressShd),
                spread(checks, SortingChecks::r2Sortability),
                spread(checks, SortingChecks::r2SortAndRegressShd));
    }

    private static Spread spread(List<SortingChecks> checks, ToDoubleFunction<SortingChecks> figure) {
        return Spread.of(checks.stream().mapToDouble(figure).toArray());
    }

    List<String> cells() {
        return List.of(
                varsortability.text(2), sortAndRegressShd.text(1), r2Sortability.text(2), r2SortAndRegressShd.text(1));
    }
}
