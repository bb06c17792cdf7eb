// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.PrivacyPromise;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.method.settings.SiteUnits;
import io.hedgerow.samples.learn.method.Algorithm;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ErrorForecastTest {

    private static BudgetedMethod planned(Algorithm algorithm, long rows) {
        return new BudgetedMethod(
                algorithm,
                BudgetedMethod.Release.USUAL,
                false,
                20,
                new SiteUnits(rows, false, Adjacency.REPLACE_ONE),
                8,
                new PrivacyBudget(2, 1e-8),
                PrivacyPromise.USUAL_NOISE);
    }

    private static List<String> warnings(BudgetedMethod planned, double density) {
        return ErrorForecast.of(planned, density).warnings(planned.shown(null, null));
    }

    @Test
    void simulatedNumbers_haveAnExpectedError_andNoWarning() {
        BudgetedMethod planned = planned(Algorithm.UNDER_BUDGET, 5000);
        ErrorForecast forecast = ErrorForecast.of(planned, 1);
        assertTrue(forecast.expected().isPresent());
        assertEquals(List.of(), forecast.warnings(planned.shown(null, null)));
    }

    /** At a density that was not simulated nothing is known, however many rows there are. */
    @Test
    void densityThatWasNotSimulated_hasNoEstimate() {
        BudgetedMethod planned = planned(Algorithm.UNDER_BUDGET, 5000);
        ErrorForecast forecast = ErrorForecast.of(planned, 6);
        assertEquals(Optional.empty(), forecast.table());
        assertEquals(Optional.empty(), forecast.expected());
        assertEquals(List.of(), forecast.wrong());
        assertEquals(
                List.of("it was not simulated with so many edges per variable: there is no estimate of the error"),
                warnings(planned, 6));
    }

    @Test
    void rowsOutsideOfWhatWasSimulated_areNamed_andNoErrorIsExpected() {
        BudgetedMethod planned = planned(Algorithm.UNDER_BUDGET, 5);
        assertEquals(Optional.empty(), ErrorForecast.of(planned, 1).expected());
        List<String> warnings = warnings(planned, 1);
        assertTrue(warnings.stream().anyMatch(one -> one.contains("simulat")), warnings.toString());
    }

    /** Simulations ran with the usual rounds; an error that they give for others is said to be theirs. */
    @Test
    void otherRoundsThanTheUsual_areNotWhatWasSimulated() {
        BudgetedMethod planned = planned(Algorithm.IN_ROUNDS_UNDER_BUDGET, 20_000);
        ErrorForecast forecast = ErrorForecast.of(planned, 1);
        assertTrue(forecast.expected().isPresent());
        String other = "not with the numbers asked for";
        assertTrue(forecast.warnings(planned.shown(50, null)).stream().anyMatch(one -> one.endsWith(other)));
        assertTrue(warnings(planned, 1).stream().noneMatch(one -> one.endsWith(other)));
    }
}
