// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.accounting;

import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.dp.accounting.Accountant;
import io.hedgerow.dp.accounting.BasicAccountant;
import io.hedgerow.dp.accounting.RenyiAccountant;
import io.hedgerow.dp.accounting.ZcdpAccountant;
import java.util.List;

/**
 * A composition to account for.
 *
 * @param delta δ; at least 0 and &lt; 1
 */
public record AccountCase(MechanismEvent event, double delta) {
    public AccountCase {
        if (!(delta >= 0 && delta < 1)) {
            throw new IllegalArgumentException("delta must be at least 0 and < 1, was " + delta);
        }
    }

    public static AccountCase of(List<MechanismEvent> steps, double delta) {
        return new AccountCase(new MechanismEvent.Sequence(steps), delta);
    }

    /**
     * ε of one case by every accountant, each rounded up; infinite where an accountant certifies none.
     *
     * @param basic the sum of all ε, with δ divided among the Gaussian calls
     * @param formula {@code ρ + 2√(ρ ln 1/δ)}
     * @param zcdp concentrated privacy with the best conversion
     * @param rdp Rényi privacy with tight curves
     */
    public record AccountedCase(double basic, double formula, double zcdp, double rdp, double certified) {

        /**
         * Accounts for a case.
         *
         * @param certified the certified accountant to use; its cache is shared between cases
         */
        public static AccountedCase of(AccountCase input, Accountant certified) {
            return new AccountedCase(
                    new BasicAccountant().epsilon(input.event(), input.delta()),
                    ZcdpAccountant.standardEpsilon(ZcdpAccountant.rho(input.event()), input.delta()),
                    new ZcdpAccountant().epsilon(input.event(), input.delta()),
                    new RenyiAccountant().epsilon(input.event(), input.delta()),
                    certified.epsilon(input.event(), input.delta()));
        }
    }
}
