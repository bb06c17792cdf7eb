package io.hedgerow.samples.secure;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Where sites may be lost in a simulation, and where sums over those that are left would show one of them. */
class MaskedRunTest {

    private static final SecureAggregation LOSSY = new SecureAggregation(OptionalInt.empty(), false, 0.2, 1);

    @Test
    void dropouts_areRefusedInRoundsWithoutABudget_andWhereNoiseIsShared() {
        IllegalArgumentException rounds =
                assertThrows(IllegalArgumentException.class, () -> MaskedRun.ofChanges(LOSSY));
        assertTrue(rounds.getMessage().contains("--dropouts needs one release (gram)"), rounds.getMessage());
        assertTrue(rounds.getMessage().contains("rounds without a budget"), rounds.getMessage());
        assertThrows(IllegalArgumentException.class, () -> MaskedRun.ofPrivateStatistics(LOSSY, "moments"));
        assertDoesNotThrow(() -> MaskedRun.ofChanges(SecureAggregation.standard()));
    }

    @Test
    void dropouts_areForOneExactRelease_andForRoundsWithNoiseOfEachSite() {
        assertDoesNotThrow(() -> MaskedRun.ofStatistics(LOSSY, "moments"));
        assertDoesNotThrow(() -> MaskedRun.ofChangesWithOwnNoise(LOSSY));
    }
}
