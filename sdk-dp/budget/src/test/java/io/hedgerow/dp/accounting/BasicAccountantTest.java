// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.accounting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.contract.accounting.AccountantContract;
import io.hedgerow.core.privacy.MechanismEvent.Gaussian;
import io.hedgerow.core.privacy.MechanismEvent.Laplace;
import io.hedgerow.core.privacy.MechanismEvent.PureDp;
import io.hedgerow.core.privacy.MechanismEvent.Selection;
import io.hedgerow.core.privacy.MechanismEvent.Sequence;
import java.util.List;
import org.junit.jupiter.api.Test;

class BasicAccountantTest extends AccountantContract {

    private final Accountant accountant = new BasicAccountant();

    @Override
    protected Accountant accountant() {
        return accountant;
    }

    /** Bisection leaves 1e-13. */
    @Override
    protected double jitter() {
        return 1e-12;
    }

    @Test
    void pureParts_addUpWithoutRoundingTwice() {
        assertEquals(
                4.5,
                accountant.epsilon(
                        new Sequence(List.of(new Selection(0.25, 4), new Laplace(2, 3), new PureDp(0.5, 4))), 0));
        double tenth = accountant.epsilon(new PureDp(0.1, 10), 0.1);
        assertTrue(tenth >= 1 && tenth <= Math.nextUp(1.0), "one rounding, upwards");
    }

    @Test
    void gaussianCalls_shareDeltaEvenly() {
        double expected = 3 * AnalyticGaussian.epsilon(0.5, 2e-6) + 2 * AnalyticGaussian.epsilon(0.1, 2e-6);
        double epsilon = accountant.epsilon(new Sequence(List.of(new Gaussian(0.5, 3), new Gaussian(0.1, 2))), 1e-5);
        assertEquals(expected, epsilon, 1e-12);
    }
}
