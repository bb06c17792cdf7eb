// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.accuracy;

import io.hedgerow.samples.lab.table.Column;
import io.hedgerow.samples.lab.table.Spread;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A method on all data sets of one size, with its common weights and with those that each site refits. Figures are over
 * the runs that did not fail; with none, they are absent. A run's figure is the mean over its sites.
 *
 * @param variables d
 * @param runs number of data sets
 * @param failures how many of them ended with an exception
 * @param shd structural Hamming distance; a reversed edge counts as 1
 * @param commonWeights MSE_p(Ŵ) = ‖Ŵ − W_p‖²_F / ‖W_p‖²_F of the common weights (002, B.2.2), W_p true at site p
 * @param personalWeights MSE_p(Ŵ_p) of the refitted ones
 * @param commonUnexplained share of held-out variance that the common weights leave, see
 *     {@link io.hedgerow.samples.learn.UnexplainedShare}
 * @param personalUnexplained that of the refitted ones
 */
record PersonalRow(
        int variables,
        String method,
        int runs,
        int failures,
        @Nullable Spread shd,
        @Nullable Spread commonWeights,
        @Nullable Spread personalWeights,
        @Nullable Spread commonUnexplained,
        @Nullable Spread personalUnexplained) {

    static final List<Column<PersonalRow>> COLUMNS = List.of(
            Column.of("d", PersonalRow::variables),
            Column.of("method", PersonalRow::method),
            Column.of("runs", PersonalRow::runs),
            Column.of("failed", PersonalRow::failures),
            Column.spread("SHD", 1, PersonalRow::shd),
            Column.spread("weights, common", 4, PersonalRow::commonWeights),
            Column.spread("weights, personal", 4, PersonalRow::personalWeights),
            Column.spread("unexplained, common", 4, PersonalRow::commonUnexplained),
            Column.spread("unexplained, personal", 4, PersonalRow::personalUnexplained));

    record Run(
            double shd,
            double commonWeights,
            double personalWeights,
            double commonUnexplained,
            double personalUnexplained) {}

    static PersonalRow of(int variables, String method, List<Run> runs, int failures) {
        return new PersonalRow(
                variables,
                method,
                runs.size() + failures,
                failures,
                Spread.of(runs, Run::shd),
                Spread.of(runs, Run::commonWeights),
                Spread.of(runs, Run::personalWeights),
                Spread.of(runs, Run::commonUnexplained),
                Spread.of(runs, Run::personalUnexplained));
    }
}
