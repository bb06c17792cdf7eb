// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.accounting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.contract.accounting.AccountantContract;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.privacy.MechanismEvent.Gaussian;
import io.hedgerow.core.privacy.MechanismEvent.Laplace;
import io.hedgerow.core.privacy.MechanismEvent.PureDp;
import io.hedgerow.core.privacy.MechanismEvent.Selection;
import io.hedgerow.core.privacy.MechanismEvent.Sequence;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RenyiAccountantTest extends AccountantContract {

    private final Accountant accountant = new RenyiAccountant();

    @Override
    protected Accountant accountant() {
        return accountant;
    }

    /** The golden section leaves a relative error of its tolerance squared. */
    @Override
    protected double jitter() {
        return 1e-11;
    }

    @Property(tries = 30)
    void epsilon_isAtMostThatOfConcentratedPrivacy(
            @ForAll("events") MechanismEvent event, @ForAll("deltas") double delta) {
        double concentrated = new ZcdpAccountant().epsilon(event, delta);
        assertTrue(accountant.epsilon(event, delta) <= concentrated * (1 + 1e-11));
    }

    @Test
    void divergence_addsUpOverEvents() {
        MechanismEvent a = new Sequence(List.of(new Gaussian(0.2, 3), new Selection(0.3, 5)));
        MechanismEvent b = new Sequence(List.of(new Laplace(2, 2), new PureDp(0.1, 4), new Gaussian(0.1, 1)));
        double sum = RenyiAccountant.divergence(a, 6) + RenyiAccountant.divergence(b, 6);
        assertEquals(sum, RenyiAccountant.divergence(new Sequence(List.of(a, b)), 6), 1e-14 * sum);
        assertEquals(6 * 0.04 / 2, RenyiAccountant.divergence(new Gaussian(0.2, 1), 6), 1e-11);
    }

    @Test
    void divergence_ofPureEventsIsAtMostTheirSum() {
        MechanismEvent event = new Sequence(List.of(new PureDp(0.5, 2), new Laplace(4, 4), new Selection(0.25, 4)));
        assertTrue(RenyiAccountant.divergence(event, 1e9) <= 3);
    }

    @Test
    void deltaZero_isTheSumOfPureParameters() {
        assertEquals(
                3,
                accountant.epsilon(
                        new Sequence(List.of(new PureDp(0.5, 2), new Laplace(4, 4), new Selection(0.25, 4))), 0));
    }

    @ParameterizedTest
    @ValueSource(doubles = {1, 0, -3, Double.NaN, Double.POSITIVE_INFINITY})
    void badOrder_isRefused(double order) {
        assertThrows(IllegalArgumentException.class, () -> RenyiAccountant.divergence(new Gaussian(1, 1), order));
    }
}
