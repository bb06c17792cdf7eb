// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.privacy;

import io.hedgerow.contract.BudgetLedgerContract;
import java.util.List;

class InMemoryLedgerForSimulationTest extends BudgetLedgerContract {

    @Override
    protected BudgetLedger newLedger() {
        return new InMemoryLedgerForSimulation();
    }

    @Override
    protected MechanismEvent affordable() {
        return new MechanismEvent.NonPrivate("a simulation");
    }

    @Override
    protected MechanismEvent refused() {
        return new MechanismEvent.Gaussian(0.1, 1);
    }

    @Override
    protected List<ReservationRequest> recorded(BudgetLedger ledger) {
        return ((InMemoryLedgerForSimulation) ledger).recorded();
    }
}
