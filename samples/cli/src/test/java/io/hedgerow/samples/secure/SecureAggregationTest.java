// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.secure;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.method.SumForm;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Where sites may be lost in a simulation, and where sums over those that are left would show one of them. */
class SecureAggregationTest {

    private static final SecureAggregation LOSSY = new SecureAggregation(OptionalInt.empty(), false, 0.2, 1);
    private static final SumForm MOMENTS = new SumForm.Statistic(1, "moments");

    @Test
    void dropouts_areRefusedInRoundsWithoutABudget_andWhereNoiseIsShared() {
        IllegalArgumentException rounds = assertThrows(
                IllegalArgumentException.class, () -> LOSSY.requireNobodyLost(new SumForm.Changes(), true));
        assertTrue(rounds.getMessage().contains("--dropouts needs exact sums (direct-lingam, "), rounds.getMessage());
        assertTrue(rounds.getMessage().contains("rounds without a budget"), rounds.getMessage());
        assertThrows(IllegalArgumentException.class, () -> LOSSY.requireNobodyLost(MOMENTS, false));
        assertDoesNotThrow(() -> SecureAggregation.standard().requireNobodyLost(new SumForm.Changes(), true));
    }

    @Test
    void dropouts_areForOneExactRelease_andForRoundsWithNoiseOfEachSite() {
        assertDoesNotThrow(() -> LOSSY.requireNobodyLost(MOMENTS, true));
        assertDoesNotThrow(() -> LOSSY.requireNobodyLost(new SumForm.OwnNoise(), false));
    }
}
