// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.ledger;

import static io.hedgerow.dp.ledger.LedgerFixtures.GAUSSIAN;
import static io.hedgerow.dp.ledger.LedgerFixtures.plan;
import static io.hedgerow.dp.ledger.LedgerFixtures.request;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.privacy.BudgetExhaustedException;
import io.hedgerow.core.privacy.LedgerException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a ledger says about a study before it is charged, and about a round after it was let through. */
class LedgerQuoteTest {

    @TempDir
    Path temp;

    @Test
    void quote_isWhatDeclareCharges_andRecordsNothing() {
        try (AccountedLedger ledger = LedgerFixtures.open(temp)) {
            SpentReport before = ledger.spent();
            Charge quoted = ledger.quote(plan("s", 4));
            assertEquals(0.5, quoted.amount());
            assertFalse(ledger.isDeclared("s"));
            assertEquals(before, ledger.spent());
            assertEquals(quoted, ledger.declare(plan("s", 4)).charge());
            assertTrue(ledger.isDeclared("s"));
        }
    }

    @Test
    void quote_refusesWhatDeclareWould() {
        try (AccountedLedger ledger = LedgerFixtures.open(temp)) {
            ledger.declare(plan("first", 20)); // 2.5 of 3
            SpentReport before = ledger.spent();
            String quoted = assertThrows(BudgetExhaustedException.class, () -> ledger.quote(plan("second", 5)))
                    .getMessage();
            assertEquals(
                    assertThrows(BudgetExhaustedException.class, () -> ledger.declare(plan("second", 5)))
                            .getMessage(),
                    quoted);
            assertThrows(LedgerException.class, () -> ledger.quote(plan("first", 3)));
            assertEquals(2.5, ledger.quote(plan("first", 20)).amount(), "what was declared is free, and known");
            assertEquals(before, ledger.spent());
        }
    }

    @Test
    void reservation_isTheRecordThatLetTheRoundThrough_alsoAfterARestart() {
        LedgerEntry second;
        try (AccountedLedger ledger = LedgerFixtures.open(temp)) {
            ledger.declare(plan("s", 3));
            assertEquals(Optional.empty(), ledger.reservation("s", 0));
            ledger.reserve(request("s", 0, GAUSSIAN));
            ledger.reserve(request("other", 7, GAUSSIAN));
            ledger.reserve(request("s", 1, GAUSSIAN));
            second = ledger.reservation("s", 1).orElseThrow();
            assertEquals(new LedgerRecord.Drawn("s", 1, 2), second.record());
            assertEquals(Optional.empty(), ledger.reservation("s", 2));
            assertEquals(Optional.empty(), ledger.reservation("s", 9), "round 2 was not let through");
            assertEquals(
                    7,
                    ((LedgerRecord.Reserved)
                                    ledger.reservation("other", 7).orElseThrow().record())
                            .round());
            assertEquals(Optional.empty(), ledger.reservation("other", 8));
        }
        try (AccountedLedger ledger = LedgerFixtures.open(temp)) {
            assertEquals(Optional.of(second), ledger.reservation("s", 1));
            ledger.reserve(request("s", 2, GAUSSIAN));
            // behind the end of its plan a study computes on what its last round released
            assertEquals(ledger.reservation("s", 2), ledger.reservation("s", 9));
            assertEquals(
                    LedgerHistory.read(temp).entries().get(4),
                    ledger.reservation("other", 7).orElseThrow());
        }
    }
}
