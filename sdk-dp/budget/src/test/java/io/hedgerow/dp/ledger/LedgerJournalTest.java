// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.ledger;

import static io.hedgerow.dp.ledger.LedgerFixtures.PURE;
import static io.hedgerow.dp.ledger.LedgerFixtures.request;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.LedgerException;
import io.hedgerow.core.privacy.PrivacyGate;
import io.hedgerow.dp.internal.ledger.FaultyStorage;
import io.hedgerow.dp.internal.ledger.LedgerStorage;
import io.hedgerow.dp.internal.ledger.VolatileLedgerStorage;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** What happens when the disk or the clock fails. */
class LedgerJournalTest {

    /** The step that writes the cap is the first. */
    private static final int SECOND_RESERVATION = 3;

    private static int shown(LedgerStorage storage) throws IOException {
        return LedgerHistory.of(storage.load(), "faulty").requests().size();
    }

    @Test
    void reserve_whenTheDiskIsFull_opensNothingRecordsNothingAndWorksAgainLater() throws IOException {
        FaultyStorage storage = new FaultyStorage(FaultyStorage.Fault.WRITE_FAILS, SECOND_RESERVATION);
        AccountedLedger ledger = LedgerFixtures.open(storage);
        ledger.reserve(request("s", 0, PURE));
        PrivacyGate gate = PrivacyGate.enforcing(
                ledger,
                new DatasetIdentity(LedgerFixtures.DATASET),
                LedgerFixtures.terms().unit(),
                LedgerFixtures.terms().adjacency());
        LedgerException failed = assertThrows(LedgerException.class, () -> gate.reserve("s", 1, PURE));
        assertTrue(failed.isMendable());
        assertEquals(
                "ledger faulty cannot be written, nothing was recorded: No space left on device", failed.getMessage());
        assertEquals(1, shown(storage));
        assertEquals(0.0625, ledger.spent().spentEpsilon());
        ledger.reserve(request("s", 2, PURE));
        assertEquals(2, shown(storage));
    }

    @Test
    void reserve_whenTheRecordCannotBeTakenBack_refusesUntilReopenedAndReleasesNothing() throws IOException {
        FaultyStorage storage = new FaultyStorage(FaultyStorage.Fault.WRITE_FAILS_FOR_GOOD, SECOND_RESERVATION);
        AccountedLedger ledger = LedgerFixtures.open(storage);
        ledger.reserve(request("s", 0, PURE));
        assertThrows(LedgerException.class, () -> ledger.reserve(request("s", 1, PURE)));
        LedgerException stopped = assertThrows(LedgerException.class, () -> ledger.reserve(request("s", 2, PURE)));
        assertTrue(stopped.isMendable());
        assertTrue(stopped.getMessage().contains("takes no more records"), stopped.getMessage());
        ledger.close();
        AccountedLedger again = LedgerFixtures.open(storage);
        assertEquals(1, again.notices().size());
        again.reserve(request("s", 3, PURE));
        assertEquals(2, shown(storage));
    }

    @Test
    void reserve_whenSyncFails_releasesNothingAndCountsAsSpentWhenFoundAgain() throws IOException {
        FaultyStorage storage = new FaultyStorage(FaultyStorage.Fault.SYNC_FAILS, SECOND_RESERVATION);
        AccountedLedger ledger = LedgerFixtures.open(storage);
        ledger.reserve(request("s", 0, PURE));
        LedgerException failed = assertThrows(LedgerException.class, () -> ledger.reserve(request("s", 1, PURE)));
        assertTrue(failed.isMendable());
        assertTrue(failed.getMessage().contains("cannot be made durable"), failed.getMessage());
        LedgerException after = assertThrows(LedgerException.class, () -> ledger.reserve(request("s", 1, PURE)));
        assertTrue(after.getMessage().contains("takes no more records"), after.getMessage());
        ledger.close();
        assertEquals(0.125, LedgerFixtures.open(storage).spent().spentEpsilon());
    }

    /** Their reservations would otherwise be taken for made, and their rounds for computed. */
    @Test
    void reserve_ofAnotherStudyAtALedgerWhoseDiskFailed_isSomethingToWaitFor() throws IOException {
        for (FaultyStorage.Fault fault :
                List.of(FaultyStorage.Fault.SYNC_FAILS, FaultyStorage.Fault.WRITE_FAILS_FOR_GOOD)) {
            FaultyStorage storage = new FaultyStorage(fault, SECOND_RESERVATION);
            AccountedLedger shared = LedgerFixtures.open(storage);
            shared.reserve(request("first", 0, PURE));
            assertThrows(LedgerException.class, () -> shared.reserve(request("first", 1, PURE)));
            for (int tries = 0; tries < 2; tries++) {
                LedgerException stopped =
                        assertThrows(LedgerException.class, () -> shared.reserve(request("second", 0, PURE)));
                assertTrue(stopped.isMendable(), stopped.toString());
                assertTrue(stopped.getMessage().contains("takes no more records"), stopped.getMessage());
            }
            shared.close();
            LedgerException closed =
                    assertThrows(LedgerException.class, () -> shared.reserve(request("second", 0, PURE)));
            assertFalse(closed.isMendable(), closed.toString());
            AccountedLedger again = LedgerFixtures.open(storage);
            again.reserve(request("second", 0, PURE));
            assertTrue(again.mayHaveLetThrough("second", 0));
            again.close();
        }
    }

    /** Waiting does not mend a file that somebody else wrote to. */
    @Test
    void reserve_atALedgerThatWasTouched_staysRefusedForAll() throws IOException {
        FaultyStorage storage = new FaultyStorage(FaultyStorage.Fault.WRITE_FAILS, Integer.MAX_VALUE);
        AccountedLedger shared = LedgerFixtures.open(storage);
        shared.reserve(request("first", 0, PURE));
        storage.cut(storage.load().length - 1);
        for (String study : List.of("first", "second", "second")) {
            LedgerException refused =
                    assertThrows(LedgerException.class, () -> shared.reserve(request(study, 1, PURE)));
            assertFalse(refused.isMendable(), refused.toString());
        }
    }

    @Test
    void reserve_afterClosing_isRefused() {
        AccountedLedger ledger = LedgerFixtures.open(new VolatileLedgerStorage());
        ledger.close();
        assertThrows(LedgerException.class, () -> ledger.reserve(request("s", 0, PURE)));
    }

    @Test
    void clockThatGoesBackALittle_isStampedWithTheLastTime_andMoreIsRefused() throws IOException {
        Instant start = LedgerFixtures.CLOCK.instant();
        AtomicReference<Instant> now = new AtomicReference<>(start);
        VolatileLedgerStorage storage = new VolatileLedgerStorage();
        AccountedLedger ledger = AccountedLedger.open(
                storage,
                LedgerFixtures.terms(),
                LedgerFixtures.cap(),
                LedgerFixtures.rule(),
                new LedgerClock(now::get, Duration.ofMinutes(5)));
        now.set(start.minusSeconds(300));
        ledger.reserve(request("s", 0, PURE));
        now.set(start.minusSeconds(301));
        LedgerException refused = assertThrows(LedgerException.class, () -> ledger.reserve(request("s", 1, PURE)));
        assertTrue(
                refused.getMessage()
                        .contains(
                                "the clock says 2030-01-02T02:59:04Z, but the last record is of 2030-01-02T03:04:05Z"),
                refused.getMessage());
        now.set(start.plusSeconds(1));
        ledger.reserve(request("s", 2, PURE));
        assertEquals(2, shown(storage));
        assertEquals(
                List.of(start, start, start, start.plusSeconds(1)),
                LedgerHistory.of(storage.load(), "here").entries().stream()
                        .map(LedgerEntry::time)
                        .toList());
    }

    @Test
    void clockThatWentBackWhileTheLedgerWasClosed_isRefusedBeforeAnythingElse() {
        VolatileLedgerStorage storage = new VolatileLedgerStorage();
        LedgerFixtures.open(storage).close();
        Instant start = LedgerFixtures.CLOCK.instant();
        LedgerException refused = assertThrows(
                LedgerException.class,
                () -> AccountedLedger.open(
                        storage,
                        LedgerFixtures.terms(),
                        LedgerFixtures.cap(),
                        LedgerFixtures.rule(),
                        new LedgerClock(() -> start.minusSeconds(301), Duration.ofMinutes(5))));
        assertTrue(refused.getMessage().contains("correct the clock"), refused.getMessage());
        LedgerFixtures.open(storage).close();
    }
}
