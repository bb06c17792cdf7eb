// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.plan;

import io.hedgerow.core.internal.text.Words;
import io.hedgerow.dp.internal.forecast.ExpectedError;
import io.hedgerow.dp.internal.forecast.SimulatedRuns;
import io.hedgerow.dp.internal.forecast.WrongPairs;
import io.hedgerow.dp.internal.options.ShownSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Estimates from simulations the structural error of a method for a plan, and how far the plan is from the simulated
 * settings.
 *
 * @param density edges per variable
 * @param table simulations of the method at one edge per variable; empty where there are none, or at another density
 * @param expected its error at these numbers; empty outside of what was simulated
 * @param wrong wrong pairs at this density, by condition of the columns
 */
record ErrorForecast(
        BudgetedMethod planned,
        double density,
        Optional<ExpectedError> table,
        Optional<ExpectedError.Expectation> expected,
        List<WrongPairs> wrong) {

    static ErrorForecast of(BudgetedMethod planned, double density) {
        String name = planned.simulated();
        int variables = planned.variables();
        double count = (double) planned.units().count();
        int sites = planned.sitesOfNoise();
        Optional<ExpectedError> table = density == 1 ? ExpectedError.of(name, planned.condition()) : Optional.empty();
        return new ErrorForecast(
                planned,
                density,
                table,
                table.flatMap(known -> known.at(variables, count, sites, planned.budget())),
                WrongPairs.expected(name, density, variables, count, sites, planned.budget()));
    }

    /** Sentences on what was not simulated, and on results of no use; {@code settings} are those of the run. */
    List<String> warnings(Optional<ShownSettings> settings) {
        int variables = planned.variables();
        double count = (double) planned.units().count();
        int sites = planned.sitesOfNoise();
        List<String> warnings = new ArrayList<>();
        if (table.isEmpty() && wrong.isEmpty()) {
            warnings.add("it was not simulated" + (density == 1 ? "" : " with so many edges per variable")
                    + ": there is no estimate of the error");
        }
        WrongPairs.tooMany(wrong).map(ErrorForecast::doubt).ifPresent(warnings::add);
        table.flatMap(known -> known.outside(variables, count, sites, planned.budget()))
                .ifPresent(warnings::add);
        Optional<ShownSettings> usual = planned.shown(null, null);
        if (expected.isPresent() && !settings.equals(usual)) {
            usual.map(ErrorForecast::simulatedSteps).ifPresent(warnings::add);
        }
        if (planned.isOfCurves()) {
            warnings.add(NonAdditiveWarning.doubt(planned.simulated(), variables, count, sites, planned.budget()));
        }
        return warnings;
    }

    private static String doubt(WrongPairs wrong) {
        return String.format(
                Locale.ROOT,
                "dense-network: at %s edges per variable%s %s%.0f pairs were wrong in simulations, where an "
                        + "empty network has %d: %s",
                String.valueOf(wrong.density()).replaceAll("\\.0$", ""),
                wrong.condition().equals(SimulatedRuns.EQUAL)
                        ? ""
                        : ", unless noise variances are equal in the columns' units,",
                wrong.bound() == null ? "" : wrong.bound() + " ",
                wrong.pairs(),
                wrong.edges(),
                wrong.share() < WrongPairs.USELESS
                        ? "more rows, more budget or known edges (--required, --forbidden) help"
                        : "do not spend this budget on it");
    }

    private static String simulatedSteps(ShownSettings usual) {
        int steps = usual.inRounds().localIterations();
        return "it was simulated with " + Words.count(usual.inRounds().rounds(), "round")
                + (steps > 0 ? " of " + Words.count(steps, "step") : "")
                + ", not with the numbers asked for";
    }
}
