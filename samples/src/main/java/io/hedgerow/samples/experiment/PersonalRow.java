// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.experiment;

import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * A method on all data sets of one size, with its common weights and with those that each site refits. Figures are over
 * the runs that did not fail; with none, they are absent. A run's figure is the mean over its sites.
 *
 * @param variables d
 * @param runs how many data sets
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

    static final List<String> HEADER = List.of(
            "d",
            "method",
            "runs",
            "failed",
            "SHD",
            "weights, common",
            "weights, personal",
            "unexplained, common",
            "unexplained, personal");

    /** One data set. */
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
                spread(runs, Run::shd),
                spread(runs, Run::commonWeights),
                spread(runs, Run::personalWeights),
                spread(runs, Run::commonUnexplained),
                spread(runs, Run::personalUnexplained));
    }

    private static @Nullable Spread spread(List<Run> runs, ToDoubleFunction<Run> figure) {
        return runs.isEmpty()
                ? null
                : Spread.of(runs.stream().mapToDouble(figure).toArray());
    }

    List<String> cells() {
        return List.of(
                String.valueOf(variables),
                method,
                String.valueOf(runs),
                String.valueOf(failures),
                text(shd, 1),
                text(commonWeights, 4),
                text(personalWeights, 4),
                text(commonUnexplained, 4),
                text(personalUnexplained, 4));
    }

    private static String text(@Nullable Spread spread, int decimals) {
        return spread == null ? "-" : spread.text(decimals);
    }
}
