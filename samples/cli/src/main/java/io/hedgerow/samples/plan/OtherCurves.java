// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.plan;

import io.hedgerow.dp.accounting.PrivacyBudget;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** How a method of additive curves did in simulations of relations that are none. */
final class OtherCurves {

    /** A mechanism of the experiment, and what it is. */
    private record Truth(String condition, String words) {}

    private static final List<Truth> TRUTHS = List.of(
            new Truth("mixed", "half of the relations are lines or some causes act together"),
            new Truth("mlp", "causes act together"));

    private OtherCurves() {}

    /** What no release of single variables can tell. */
    static String doubt(String method, int variables, double units, int sites, PrivacyBudget budget) {
        String measured = TRUTHS.stream()
                .flatMap(truth -> ExpectedError.of(method, truth.condition())
                        .flatMap(table -> table.at(variables, units, sites, budget))
                        .map(expected -> String.format(
                                Locale.ROOT, "%.1f where %s (%s)", expected.shd(), truth.words(), truth.condition()))
                        .stream())
                .collect(Collectors.joining(", "));
        return "nothing in the release shows whether effects are curves that add up; "
                + (measured.isEmpty()
                        ? "where they do not, expect more wrong edges; how many was not simulated at these numbers"
                        : "in simulations where they do not, as many edges were wrong: " + measured);
    }
}
