// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.privacy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.privacy.PrivacyGate.Reservation;
import java.lang.reflect.Constructor;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PrivacyGateTest {

    private static final DatasetIdentity DATASET = new DatasetIdentity("ward-7");
    private static final MechanismEvent COST = new MechanismEvent.Gaussian(0.1, 5);

    private final List<ReservationRequest> recorded = new ArrayList<>();
    private final PrivacyGate gate =
            PrivacyGate.enforcing(recorded::add, DATASET, new PrivacyUnit.UserUnit("patient"), Adjacency.ZERO_OUT);

    @Test
    void reserve_asksTheLedgerForExactlyWhatWasPlanned() {
        gate.reserve("study", 3, COST);

        assertEquals(
                List.of(new ReservationRequest(
                        DATASET, new PrivacyUnit.UserUnit("patient"), Adjacency.ZERO_OUT, "study", 3, COST)),
                recorded);
    }

    @Test
    void reserve_twiceForTheSameRound_isRecordedTwice() {
        gate.reserve("study", 3, COST);
        gate.reserve("study", 3, COST);
        assertEquals(2, recorded.size());
    }

    /** It would be a second reading under one charge. */
    @Test
    void takeUpUnread_byAProgram_isRefused_beforeTheLedgerIsAsked() {
        gate.reserve("study", 3, COST);
        IllegalCallerException refused =
                assertThrows(IllegalCallerException.class, () -> gate.takeUpUnread("study", 3, COST));
        assertTrue(refused.getMessage().contains("reserve again"), refused.getMessage());
    }

    @Test
    void reserve_whenTheLedgerThrows_yieldsNoReservation() {
        PrivacyGate failing = PrivacyGate.enforcing(
                request -> {
                    throw new LedgerException("read-only file system");
                },
                DATASET,
                new PrivacyUnit.RecordUnit(),
                Adjacency.REPLACE_ONE);
        assertThrows(LedgerException.class, () -> failing.reserve("study", 0, COST));
    }

    @Test
    void reserve_ofANonPrivateEventAnywhereInASequence_isRefusedBeforeTheLedgerIsAsked() {
        MechanismEvent hidden = new MechanismEvent.Sequence(
                List.of(COST, new MechanismEvent.Sequence(List.of(new MechanismEvent.NonPrivate("closed form")))));

        PolicyRefusedException e = assertThrows(PolicyRefusedException.class, () -> gate.reserve("study", 0, hidden));

        assertTrue(recorded.isEmpty());
        assertTrue(e.getMessage().contains("ward-7"), e.getMessage());
        assertFalse(e.getMessage().contains("Insecure"), "no way round: " + e.getMessage());
    }

    @Test
    void insecureGate_acceptsNonPrivateEventsAndStillRecordsThem() {
        InMemoryLedgerForSimulation ledger = new InMemoryLedgerForSimulation();
        InsecureNoPrivacy.gate(ledger, DATASET).reserve("study", 0, new MechanismEvent.NonPrivate("test"));
        assertEquals(1, ledger.recorded().size());
    }

    @Test
    void simulationLedger_refusesToAccountForPrivateEvents() {
        PrivacyGate simulation = InsecureNoPrivacy.gate(new InMemoryLedgerForSimulation(), DATASET);
        assertThrows(LedgerException.class, () -> simulation.reserve("study", 0, COST));
    }

    @Test
    void permit_isGivenOncePerReservation() {
        Reservation reservation = gate.reserve("study", 0, COST);
        reservation.permit();
        assertThrows(IllegalStateException.class, reservation::permit);
    }

    @Test
    void use_ofAPermitASecondTime_isRefused() {
        DataPermit permit = gate.reserve("study", 0, COST).permit();
        permit.use(DATASET);
        assertThrows(IllegalStateException.class, () -> permit.use(DATASET));
    }

    @Test
    void use_onAnotherDataset_isRefusedAndLeavesThePermitUnused() {
        DataPermit permit = gate.reserve("study", 0, COST).permit();
        assertThrows(IllegalArgumentException.class, () -> permit.use(new DatasetIdentity("ward-8")));
        permit.use(DATASET);
    }

    @Test
    void use_byManyThreads_succeedsOnce() throws InterruptedException {
        DataPermit permit = gate.reserve("study", 0, COST).permit();
        AtomicInteger successes = new AtomicInteger();
        CountDownLatch start = new CountDownLatch(1);
        ExecutorService threads = Executors.newFixedThreadPool(8);
        for (int t = 0; t < 8; t++) {
            threads.execute(() -> {
                try {
                    start.await();
                    permit.use(DATASET);
                    successes.incrementAndGet();
                } catch (IllegalStateException | InterruptedException expectedOfAllButOne) {
                    // counted by its absence
                }
            });
        }
        start.countDown();
        threads.shutdown();
        assertTrue(threads.awaitTermination(1, TimeUnit.MINUTES));
        assertEquals(1, successes.get());
    }

    @Test
    void reservationsPermitsAndGates_haveNoPublicConstructor() {
        for (Class<?> type : List.of(Reservation.class, DataPermit.class, PrivacyGate.class)) {
            for (Constructor<?> constructor : type.getDeclaredConstructors()) {
                assertTrue(
                        !Modifier.isPublic(constructor.getModifiers()),
                        type + " " + Arrays.toString(constructor.getParameterTypes()));
            }
        }
    }
}
