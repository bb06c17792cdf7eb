// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.accounting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.privacy.MechanismEvent.Gaussian;
import io.hedgerow.core.privacy.MechanismEvent.Sequence;
import io.hedgerow.dp.accounting.Calibration.IterationNoise;
import io.hedgerow.dp.accounting.Calibration.IterationPlan;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IterationPlanTest {

    @Property(tries = 50)
    void event_costsTheSquareOfItsScaleInTheSharesAsked(
            @ForAll @IntRange(min = 1, max = 8) int rounds,
            @ForAll @IntRange(min = 1, max = 8) int iterations,
            @ForAll @DoubleRange(min = 0.05, max = 0.95) double share,
            @ForAll @DoubleRange(min = 0.01, max = 0.4) double release) {
        IterationPlan plan = new IterationPlan(rounds, iterations, share, List.of(release, release));
        double all = (1 - 2 * release) / (rounds * iterations);
        assertEquals(share * all, plan.unitBoundedRange() * plan.unitBoundedRange() / 8, 1e-15);
        assertEquals((1 - share) * all, plan.unitUpdateMu() * plan.unitUpdateMu() / 2, 1e-15);
        assertEquals(release, Math.pow(plan.unitReleaseMus().get(1), 2) / 2, 1e-15);
        assertEquals(9, ZcdpAccountant.rho(plan.event(3)), 1e-12);
    }

    @Test
    void event_isInChronologicalOrder() {
        List<MechanismEvent> steps = ((Sequence) new IterationPlan(3, 2, 0.7, List.of(0.1)).event(1)).steps();
        assertEquals(4, steps.size(), "one release, three rounds");
        assertTrue(steps.get(0) instanceof Gaussian);
        assertEquals(4, ((Sequence) steps.get(1)).steps().size(), "two iterations of two calls");
    }

    @Test
    void releases_takeTheirPartOfTheBudget() {
        PrivacyBudget budget = new PrivacyBudget(2, 1e-6);
        Calibration calibration = new Calibration(new ZcdpAccountant());
        IterationNoise noise = calibration.iterations(budget, new IterationPlan(5, 4, 0.7, List.of(0.1, 0.05)));
        double rho = ZcdpAccountant.rho(noise.plan().event());
        assertEquals(0.1 * rho, Math.pow(noise.releaseMus().get(0), 2) / 2, 1e-12);
        assertEquals(0.05 * rho, Math.pow(noise.releaseMus().get(1), 2) / 2, 1e-12);
        assertEquals(0.85 * 0.7 * rho / 20, Math.pow(noise.boundedRange(), 2) / 8, 1e-12);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 1, -0.5, Double.NaN})
    void badSelectionShare_isRefused(double share) {
        assertThrows(IllegalArgumentException.class, () -> new IterationPlan(1, 1, share, List.of()));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 1, 0.5, -0.5, Double.NaN})
    void badReleaseShares_areRefused(double share) {
        assertThrows(IllegalArgumentException.class, () -> new IterationPlan(1, 1, 0.5, List.of(share, 0.5)));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1})
    void badCounts_areRefused(int count) {
        assertThrows(IllegalArgumentException.class, () -> new IterationPlan(count, 1, 0.5, List.of()));
        assertThrows(IllegalArgumentException.class, () -> new IterationPlan(1, count, 0.5, List.of()));
    }
}
