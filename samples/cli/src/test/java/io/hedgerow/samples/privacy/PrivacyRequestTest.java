// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.privacy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.site.BudgetRequest;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PrivacyRequestTest {

    @Test
    void parse_readsAllThree() {
        BudgetRequest request = PrivacyRequest.parse("epsilon=2.5,delta=1e-7,unit=patient");
        assertEquals(new PrivacyBudget(2.5, 1e-7), request.budget(10));
        assertEquals(new PrivacyUnit.UserUnit("patient"), request.unit());
    }

    @Test
    void budget_withoutDelta_isOneOverTheSquareOfTheUnits() {
        BudgetRequest request = PrivacyRequest.parse("epsilon=1");
        assertEquals(new PrivacyBudget(1, 4e-8), request.budget(5000));
        assertEquals(new PrivacyUnit.RecordUnit(), request.unit());
    }

    @Test
    void unit_record_isTheRecord() {
        assertEquals(
                new PrivacyUnit.RecordUnit(),
                PrivacyRequest.parse("epsilon=1,unit=record").unit());
    }

    @Test
    void zeroOut_saysTheNumberThatIsNotCounted() {
        BudgetRequest request = PrivacyRequest.parse("epsilon=1,adjacency=zero-out,n0=5000");
        assertEquals(Adjacency.ZERO_OUT, request.adjacency());
        assertEquals(OptionalLong.of(5000), request.statedUnits());
        assertEquals(
                OptionalLong.empty(),
                PrivacyRequest.parse("epsilon=1,adjacency=replace-one").statedUnits());
        BudgetRequest unsaid = PrivacyRequest.parse("epsilon=1,adjacency=zero-out");
        String message = assertThrows(IllegalArgumentException.class, unsaid::statedUnits)
                .getMessage();
        assertTrue(message.contains("n0=N"), message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "5 | must read epsilon=E",
                "eps=5 | must read epsilon=E",
                "epsilon=1e9 | the budget is too large: epsilon was 1.0E9, which promises practically nothing. Lower",
                "delta=1e-8 | epsilon is missing",
                "epsilon=1,epsilon=2 | epsilon appears twice",
                "epsilon=x | epsilon must be a number, was x",
                "epsilon=0 | the budget is too small: epsilon was 0.0. Raise epsilon",
                "epsilon=-1 | epsilon was -1.0. Raise epsilon",
                "epsilon=NaN | epsilon was NaN. Raise epsilon",
                "epsilon=Infinity | epsilon was Infinity, which promises practically nothing. Lower epsilon",
                "epsilon=1,delta=1 | delta must be at least 0 and < 1, was 1.0",
                "epsilon=1,delta=0 | delta must be > 0 and < 1, was 0.0",
                "epsilon=1,delta=-1 | delta must be > 0 and < 1, was -1.0",
                "epsilon=1,unit= | unit must be record or name a column",
                "epsilon=1,adjacency=add-remove | adjacency must be replace-one or zero-out, was add-remove",
                "epsilon=1,n0=100 | n0 belongs to adjacency=zero-out",
                "epsilon=1,adjacency=zero-out,n0=1 | n0 must be from 2 to",
                "epsilon=1,adjacency=zero-out,n0=5e3 | n0 must be a whole number, was 5e3"
            })
    void parse_saysWhatIsWrongAndWhatIsAllowed(String text, String message) {
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> PrivacyRequest.parse(text));
        assertTrue(e.getMessage().contains("--privacy") && e.getMessage().contains(message), e.getMessage());
    }
}
