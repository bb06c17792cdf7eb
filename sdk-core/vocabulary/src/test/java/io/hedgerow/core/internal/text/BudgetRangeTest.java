// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.PrivacyPromise;
import io.hedgerow.core.privacy.PrivacyUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BudgetRangeTest {

    private static PrivacyPromise promise(double epsilon) {
        return new PrivacyPromise(epsilon, 1e-6, new PrivacyUnit.RecordUnit(), Adjacency.REPLACE_ONE);
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.MIN_VALUE, 1, 1000})
    void promise_withinTheRange_isMade(double epsilon) {
        assertEquals(epsilon, BudgetRange.requireEpsilon(epsilon));
        assertEquals(epsilon, promise(epsilon).epsilon());
    }

    @ParameterizedTest
    @CsvSource({"0.0, small", "-1.0, small", "NaN, small", "1000.0000000000001, large", "Infinity, large"})
    void promise_outsideOfTheRange_isRefusedInOneSentence(double epsilon, String which) {
        String refusal = assertThrows(IllegalArgumentException.class, () -> promise(epsilon))
                .getMessage();
        assertEquals(
                "the budget is too " + which + ": epsilon was " + epsilon
                        + (which.equals("large")
                                ? ", which promises practically nothing. Lower epsilon"
                                : ". Raise epsilon or delta, or plan fewer rounds")
                        + ": epsilon must be > 0 and at most 1000, 0.1 to 10 is usual",
                refusal);
    }

    @Test
    void refusals_sayWhatIsUsual() {
        assertEquals(
                "the budget is too small: given. Raise epsilon or delta, or plan fewer rounds: epsilon must be > 0 and"
                        + " at most 1000, 0.1 to 10 is usual",
                BudgetRange.tooSmall("given").getMessage());
    }
}
