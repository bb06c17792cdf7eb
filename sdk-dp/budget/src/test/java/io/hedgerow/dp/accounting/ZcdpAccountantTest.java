// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.accounting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.contract.accounting.AccountantContract;
import io.hedgerow.core.privacy.MechanismEvent.Gaussian;
import io.hedgerow.core.privacy.MechanismEvent.Laplace;
import io.hedgerow.core.privacy.MechanismEvent.PureDp;
import io.hedgerow.core.privacy.MechanismEvent.Selection;
import io.hedgerow.core.privacy.MechanismEvent.Sequence;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Scale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ZcdpAccountantTest extends AccountantContract {

    private final Accountant accountant = new ZcdpAccountant();

    @Override
    protected Accountant accountant() {
        return accountant;
    }

    /** The golden section leaves a relative error of its tolerance squared. */
    @Override
    protected double jitter() {
        return 1e-11;
    }

    @Test
    void rho_isTheSumOfTheTableInTheClassComment() {
        double expected = 3 * 0.04 / 2 + 5 * 0.09 / 8 + 2 * 0.25 / 2 + 4 * 0.01 / 2;
        double rho = ZcdpAccountant.rho(new Sequence(
                List.of(new Gaussian(0.2, 3), new Selection(0.3, 5), new Laplace(2, 2), new PureDp(0.1, 4))));
        assertEquals(expected, rho, 1e-15);
    }

    @Test
    void rho_isRoundedUp() {
        // The double nearest to 0.1 is above 0.1, so its square over 2 is above 0.005 exactly.
        assertTrue(ZcdpAccountant.rho(new Gaussian(0.1, 1)) > 0.005);
    }

    @ParameterizedTest
    @CsvSource({"0.5, 0.0036162", "1, 0.014261", "5, 0.32127", "50, 16.485"})
    void standardRho_meetsTheTableOfThePaper(double epsilon, double rho) {
        // Quoted with five digits.
        assertEquals(rho, ZcdpAccountant.standardRho(new PrivacyBudget(epsilon, 4e-8)), 1e-4 * rho);
    }

    @Property
    void standardEpsilon_invertsStandardRho(
            @ForAll @DoubleRange(min = 0.01, max = 80) double epsilon,
            @ForAll @DoubleRange(min = -12, max = -1) double logDelta) {
        PrivacyBudget budget = new PrivacyBudget(epsilon, Math.pow(10, logDelta));
        double back = ZcdpAccountant.standardEpsilon(ZcdpAccountant.standardRho(budget), budget.delta());
        assertEquals(epsilon, back, 1e-12 * epsilon);
    }

    @Property
    void epsilon_isAtMostThatOfTheClosedFormula(
            @ForAll @DoubleRange(min = 1e-4, max = 30) @Scale(5) double rho, @ForAll("deltas") double delta) {
        assertTrue(ZcdpAccountant.epsilonOf(rho, delta) <= ZcdpAccountant.standardEpsilon(rho, delta));
    }

    @Test
    void deltaZero_hasNoEpsilon() {
        assertEquals(Double.POSITIVE_INFINITY, ZcdpAccountant.epsilonOf(1, 0));
        assertEquals(Double.POSITIVE_INFINITY, ZcdpAccountant.standardEpsilon(1, 0));
        assertThrows(IllegalArgumentException.class, () -> ZcdpAccountant.standardRho(new PrivacyBudget(1, 0)));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
    void badRho_isRefused(double rho) {
        assertThrows(IllegalArgumentException.class, () -> ZcdpAccountant.epsilonOf(rho, 0.1));
        assertThrows(IllegalArgumentException.class, () -> ZcdpAccountant.standardEpsilon(rho, 0.1));
    }
}
