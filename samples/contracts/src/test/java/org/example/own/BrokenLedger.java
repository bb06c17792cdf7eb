// SPDX-License-Identifier: Apache-2.0
package org.example.own;

import io.hedgerow.contract.BudgetLedgerContract;
import io.hedgerow.core.privacy.BudgetLedger;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.privacy.PolicyRefusedException;
import io.hedgerow.core.privacy.ReservationRequest;
import java.util.ArrayList;
import java.util.List;

/** Records what it refuses as well; named so that no build runs it by itself. */
class BrokenLedger extends BudgetLedgerContract {
    private final List<ReservationRequest> kept = new ArrayList<>();

    @Override
    protected BudgetLedger newLedger() {
        return request -> {
            synchronized (kept) {
                kept.add(request);
            }
            if (request.event().toString().contains("NonPrivate")) {
                throw new PolicyRefusedException("event must have a guarantee, has none");
            }
        };
    }

    @Override
    protected MechanismEvent affordable() {
        return new MechanismEvent.PureDp(0.01, 1);
    }

    @Override
    protected MechanismEvent refused() {
        return new MechanismEvent.NonPrivate("plain sums");
    }

    @Override
    protected List<ReservationRequest> recorded(BudgetLedger ledger) {
        return List.copyOf(kept);
    }
}
