// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.accuracy;

import io.hedgerow.samples.lab.table.Column;
import io.hedgerow.samples.lab.table.Spread;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one kind of known interventions is worth, over all data sets of one size.
 *
 * @param variables d
 * @param design what was done to targets, and what was said of it
 * @param runs number of data sets
 * @param pairs pairs that only one of network and truth joins
 * @param errors pairs that are wrong, and edges whose direction is wrong or not told
 * @param open edges of the truth that its class leaves without a direction, given the targets where they were given: no
 *     method can direct them
 * @param wrongArrows arrowheads at the wrong end, or of no edge
 * @param noticed share of the runs whose result says that mechanisms differ
 */
record InterventionRow(
        int variables,
        String design,
        int runs,
        @Nullable Spread pairs,
        @Nullable Spread errors,
        @Nullable Spread open,
        @Nullable Spread wrongArrows,
        double noticed) {

    static final List<Column<InterventionRow>> COLUMNS = List.of(
            Column.of("d", InterventionRow::variables),
            Column.of("rows", InterventionRow::design),
            Column.of("runs", InterventionRow::runs),
            Column.spread("wrong pairs", 1, InterventionRow::pairs),
            Column.spread("directed errors", 1, InterventionRow::errors),
            Column.spread("left open", 1, InterventionRow::open),
            Column.spread("wrong arrowheads", 1, InterventionRow::wrongArrows),
            Column.number("noticed", 2, InterventionRow::noticed));

    record Run(double pairs, double errors, double open, double wrongArrows, double noticed) {}

    static InterventionRow of(int variables, String design, List<Run> runs) {
        return new InterventionRow(
                variables,
                design,
                runs.size(),
                Spread.of(runs, Run::pairs),
                Spread.of(runs, Run::errors),
                Spread.of(runs, Run::open),
                Spread.of(runs, Run::wrongArrows),
                runs.stream().mapToDouble(Run::noticed).average().orElse(0));
    }
}
