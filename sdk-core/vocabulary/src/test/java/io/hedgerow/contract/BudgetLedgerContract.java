// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.BudgetLedger;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.privacy.PrivacyException;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.core.privacy.ReservationRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** What every ledger keeps. */
public abstract class BudgetLedgerContract {

    /** How many affordable events a new ledger must have room for. */
    protected static final int ROOM = 40;

    /** A new ledger that has recorded nothing. */
    protected abstract BudgetLedger newLedger();

    /** An event of which the ledger can cover {@link #ROOM}. */
    protected abstract MechanismEvent affordable();

    /** An event that the ledger refuses whatever was recorded before. */
    protected abstract MechanismEvent refused();

    /** What the ledger has recorded, oldest first, read from where it is kept. */
    protected abstract List<ReservationRequest> recorded(BudgetLedger ledger);

    protected static ReservationRequest request(int round, MechanismEvent event) {
        return new ReservationRequest(
                new DatasetIdentity("contract data"),
                new PrivacyUnit.RecordUnit(),
                Adjacency.REPLACE_ONE,
                "study",
                round,
                event);
    }

    @Test
    public void reserve_hasRecordedTheWholeRequestWhenItReturns() {
        BudgetLedger ledger = newLedger();
        for (int round = 0; round < 3; round++) {
            ReservationRequest request = request(round, affordable());
            ledger.reserve(request);
            assertEquals(round + 1, recorded(ledger).size());
            assertEquals(request, recorded(ledger).get(round));
        }
    }

    @Test
    public void reserve_whenRefused_recordsNothingAndTheLedgerStillWorks() {
        BudgetLedger ledger = newLedger();
        assertThrows(PrivacyException.class, () -> ledger.reserve(request(0, refused())));
        assertTrue(recorded(ledger).isEmpty());
        ledger.reserve(request(0, affordable()));
        assertEquals(1, recorded(ledger).size());
    }

    @Test
    public void reserve_ofASequenceThatHoldsARefusedEvent_isRefused() {
        BudgetLedger ledger = newLedger();
        MechanismEvent hidden = new MechanismEvent.Sequence(List.of(affordable(), refused()));
        assertThrows(PrivacyException.class, () -> ledger.reserve(request(0, hidden)));
        assertTrue(recorded(ledger).isEmpty());
    }

    @Test
    public void reserve_ofTheSameRequestAgain_isRefusedOrPaidForAgain() {
        BudgetLedger ledger = newLedger();
        ledger.reserve(request(0, affordable()));
        int granted = 1;
        try {
            ledger.reserve(request(0, affordable()));
            granted++;
        } catch (PrivacyException refused) {
            // a ledger may let every round of a study through once
        }
        assertEquals(granted, recorded(ledger).size());
    }

    @Test
    public void reserve_fromSeveralThreads_losesNothing() throws Exception {
        BudgetLedger ledger = newLedger();
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int round = 0; round < ROOM; round++) {
                ReservationRequest request = request(round, affordable());
                running.add(threads.submit(() -> ledger.reserve(request)));
            }
            for (Future<?> one : running) {
                one.get();
            }
        } finally {
            threads.shutdownNow();
        }
        assertEquals(
                ROOM,
                recorded(ledger).stream()
                        .map(ReservationRequest::round)
                        .distinct()
                        .count());
    }
}
