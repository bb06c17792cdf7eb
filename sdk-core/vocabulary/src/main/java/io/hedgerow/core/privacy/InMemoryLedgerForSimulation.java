// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.privacy;

import java.util.ArrayList;
import java.util.List;

/**
 * A ledger that forgets everything when the process ends, and has no budget. For simulations and tests: it protects no
 * one. It records non-private reservations and refuses all others, because it cannot account for them. Thread-safe.
 */
public final class InMemoryLedgerForSimulation implements BudgetLedger {

    private final List<ReservationRequest> recorded = new ArrayList<>();

    /** Creates an empty ledger. */
    public InMemoryLedgerForSimulation() {}

    @Override
    public synchronized void reserve(ReservationRequest request) {
        if (!(request.event() instanceof MechanismEvent.NonPrivate)) {
            throw new LedgerException("a simulation ledger cannot account for " + request.event()
                    + ": use a ledger with a budget for private computations");
        }
        recorded.add(request);
    }

    /** {@return the requests so far, in order} */
    public synchronized List<ReservationRequest> recorded() {
        return List.copyOf(recorded);
    }
}
