// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.ledger;

import static io.hedgerow.dp.ledger.LedgerFixtures.GAUSSIAN;
import static io.hedgerow.dp.ledger.LedgerFixtures.PURE;
import static io.hedgerow.dp.ledger.LedgerFixtures.plan;
import static io.hedgerow.dp.ledger.LedgerFixtures.request;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.privacy.LedgerException;
import io.hedgerow.dp.internal.ledger.FaultyStorage;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a site that was stopped at a reservation hears from its ledger about it. */
class LetThroughTest {

    @TempDir
    Path temp;

    @Test
    void mayHaveLetThrough_isFalseOnlyOfARoundThatIsNotRecorded_alsoAfterARestart() {
        try (AccountedLedger ledger = LedgerFixtures.open(temp)) {
            ledger.declare(plan("s", 4));
            assertFalse(ledger.mayHaveLetThrough("s", 0));
            ledger.reserve(request("s", 1, GAUSSIAN));
            ledger.reserve(request("t", 2, PURE));
        }
        try (AccountedLedger again = LedgerFixtures.open(temp)) {
            assertTrue(again.mayHaveLetThrough("s", 0), "it was left out, and is closed");
            assertTrue(again.mayHaveLetThrough("s", 1));
            assertFalse(again.mayHaveLetThrough("s", 2));
            assertTrue(again.mayHaveLetThrough("t", 2));
            assertFalse(again.mayHaveLetThrough("t", 1));
            again.declareAnotherCopy(plan("s", 4));
            assertTrue(again.mayHaveLetThrough("s", 1), "of which copy is not known to who asks");
        }
    }

    /** Nothing is recorded, and so nothing is charged, when a reservation is taken up. */
    @Test
    void requireLetThrough_isTrueOnlyOfTheLastRoundWithItsEvent_alsoAfterARestart() {
        long records;
        try (AccountedLedger ledger = LedgerFixtures.open(temp)) {
            ledger.declare(plan("s", 4));
            assertThrows(LedgerException.class, () -> ledger.requireLetThrough(request("s", 0, GAUSSIAN)));
            ledger.reserve(request("s", 0, GAUSSIAN));
            ledger.reserve(request("s", 1, GAUSSIAN));
            ledger.reserve(request("t", 2, PURE));
            records = LedgerHistory.read(temp).entries().size();
            ledger.requireLetThrough(request("s", 1, GAUSSIAN));
        }
        try (AccountedLedger again = LedgerFixtures.open(temp)) {
            again.requireLetThrough(request("s", 1, GAUSSIAN));
            again.requireLetThrough(request("t", 2, PURE));
            assertThrows(LedgerException.class, () -> again.requireLetThrough(request("s", 0, GAUSSIAN)), "an earlier");
            assertThrows(LedgerException.class, () -> again.requireLetThrough(request("s", 2, GAUSSIAN)), "a later");
            assertThrows(LedgerException.class, () -> again.requireLetThrough(request("s", 1, PURE)), "another event");
            assertThrows(LedgerException.class, () -> again.requireLetThrough(request("t", 2, GAUSSIAN)), "another");
            assertThrows(LedgerException.class, () -> again.requireLetThrough(request("u", 0, PURE)), "another study");
            assertEquals(records, LedgerHistory.read(temp).entries().size());
            again.declareAnotherCopy(plan("s", 4));
            assertThrows(LedgerException.class, () -> again.requireLetThrough(request("s", 1, GAUSSIAN)), "a new copy");
        }
    }

    @Test
    void requireLetThrough_outsideOfAPlan_isTrueOnlyOfTheLastRound_alsoAfterARestart() {
        try (AccountedLedger ledger = LedgerFixtures.open(temp)) {
            ledger.reserve(request("t", 1, PURE));
            ledger.requireLetThrough(request("t", 1, PURE));
            ledger.reserve(request("t", 2, PURE));
            ledger.reserve(request("u", 7, PURE));
            assertThrows(LedgerException.class, () -> ledger.requireLetThrough(request("t", 1, PURE)));
        }
        try (AccountedLedger again = LedgerFixtures.open(temp)) {
            assertThrows(LedgerException.class, () -> again.requireLetThrough(request("t", 1, PURE)));
            again.requireLetThrough(request("t", 2, PURE));
            again.requireLetThrough(request("u", 7, PURE));
        }
    }

    /** The cap and the plan are written before the round. */
    @Test
    void reservationThatCouldNotBeWritten_canBeMended_andOneThatCouldNotBeMadeDurableIsFoundAgain() {
        for (FaultyStorage.Fault fault :
                new FaultyStorage.Fault[] {FaultyStorage.Fault.WRITE_FAILS, FaultyStorage.Fault.SYNC_FAILS}) {
            FaultyStorage storage = new FaultyStorage(fault, 3);
            AccountedLedger ledger = LedgerFixtures.open(storage);
            ledger.declare(plan("s", 4));
            LedgerException failed =
                    assertThrows(LedgerException.class, () -> ledger.reserve(request("s", 0, GAUSSIAN)));
            assertTrue(failed.isMendable(), failed.getMessage());
            ledger.close();
            AccountedLedger again = LedgerFixtures.open(storage);
            assertEquals(fault == FaultyStorage.Fault.SYNC_FAILS, again.mayHaveLetThrough("s", 0), fault.name());
        }
    }
}
