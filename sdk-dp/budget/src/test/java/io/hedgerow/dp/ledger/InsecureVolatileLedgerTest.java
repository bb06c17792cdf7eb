// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.ledger;

import io.hedgerow.contract.BudgetLedgerContract;
import io.hedgerow.core.privacy.BudgetLedger;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.privacy.ReservationRequest;
import java.util.List;

class InsecureVolatileLedgerTest extends BudgetLedgerContract {

    @Override
    protected BudgetLedger newLedger() {
        return new InsecureVolatileLedger(LedgerFixtures.terms(), LedgerFixtures.cap(), LedgerFixtures.rule());
    }

    @Override
    protected MechanismEvent affordable() {
        return new MechanismEvent.Gaussian(0.0625, 1);
    }

    @Override
    protected MechanismEvent refused() {
        return new MechanismEvent.NonPrivate("everything");
    }

    @Override
    protected List<ReservationRequest> recorded(BudgetLedger ledger) {
        return ((InsecureVolatileLedger) ledger).recorded();
    }
}
