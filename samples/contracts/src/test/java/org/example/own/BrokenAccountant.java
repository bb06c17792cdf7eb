// SPDX-License-Identifier: Apache-2.0
package org.example.own;

import io.hedgerow.contract.accounting.AccountantContract;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.dp.accounting.Accountant;
import io.hedgerow.dp.accounting.ZcdpAccountant;

/** Certifies half of what is lost; named so that no build runs it by itself. */
class BrokenAccountant extends AccountantContract {
    @Override
    protected Accountant accountant() {
        Accountant sound = new ZcdpAccountant();
        return new Accountant() {
            @Override
            public String id() {
                return "halved";
            }

            @Override
            public double epsilon(MechanismEvent event, double delta) {
                return sound.epsilon(event, delta) / 2;
            }
        };
    }

    @Override
    protected double jitter() {
        return 1e-9;
    }
}
