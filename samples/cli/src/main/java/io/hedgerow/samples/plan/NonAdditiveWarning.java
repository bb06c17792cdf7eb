// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.plan;

import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.internal.forecast.ExpectedError;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Reports the errors of methods of additive models in simulations of relations that are not additive. */
final class NonAdditiveWarning {

    private record Truth(String condition, String words) {}

    private static final List<Truth> TRUTHS = List.of(
            new Truth("mixed", "half of the relations are lines or some causes act together"),
            new Truth("mlp", "causes act together"));

    private NonAdditiveWarning() {}

    /** A warning of errors that no release of single variables can detect. */
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
