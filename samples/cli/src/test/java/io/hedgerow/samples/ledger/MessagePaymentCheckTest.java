// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.core.privacy.ReservationRequest;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.ledger.AccountedLedger;
import io.hedgerow.dp.ledger.AccountingMode;
import io.hedgerow.dp.ledger.LedgerClock;
import io.hedgerow.dp.ledger.LedgerEntry;
import io.hedgerow.dp.ledger.LedgerHistory;
import io.hedgerow.dp.ledger.LedgerTerms;
import io.hedgerow.dp.ledger.SitePolicy.StudyCap;
import io.hedgerow.dp.ledger.SpendingPlan;
import io.hedgerow.dp.method.SharedAccounting;
import io.hedgerow.transport.internal.egress.EgressLog.EgressEntry;
import io.hedgerow.transport.internal.egress.EgressLog.EgressEntry.LedgerReference;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two rounds of a declared study are in the ledger: record 0 is its header, 1 the cap, 2 the plan, 3 and 4 the rounds,
 * 5 another's.
 */
class MessagePaymentCheckTest {

    private static final MechanismEvent EVENT = new MechanismEvent.PureDp(0.1, 1);
    private static final PrivacyBudget BUDGET = new PrivacyBudget(3, 1e-6);
    private static final DatasetIdentity DATASET = new DatasetIdentity("ward");

    @TempDir
    Path temp;

    private List<LedgerEntry> entries;
    private MessagePaymentCheck paid;

    @BeforeEach
    void spend() {
        LedgerTerms terms = new LedgerTerms(
                DATASET,
                LedgerTerms.Fingerprint.of(VariableSchema.of("a", "b"), 100),
                new PrivacyUnit.RecordUnit(),
                Adjacency.REPLACE_ONE,
                BUDGET,
                new AccountingMode.FixedPlan());
        try (AccountedLedger ledger = AccountedLedger.open(
                temp,
                terms,
                new StudyCap(BUDGET),
                new SharedAccounting().rule(),
                new LedgerClock(InstantSource.system()))) {
            ledger.declare(new SpendingPlan("s", "solver", "noise", List.of(EVENT, EVENT, EVENT), 1e-8));
            reserve(ledger, "s", 0);
            reserve(ledger, "s", 1);
            reserve(ledger, "other", 2);
        }
        LedgerHistory history = LedgerHistory.read(temp);
        entries = history.entries();
        assertEquals(6, entries.size());
        paid = new MessagePaymentCheck(history);
    }

    private static void reserve(AccountedLedger ledger, String study, int round) {
        ledger.reserve(new ReservationRequest(
                DATASET, new PrivacyUnit.RecordUnit(), Adjacency.REPLACE_ONE, study, round, EVENT));
    }

    private Optional<LedgerReference> record(int sequence) {
        return Optional.of(new LedgerReference(sequence, entries.get(sequence).hash()));
    }

    private static EgressEntry message(String type, String study, int round, Optional<LedgerReference> record) {
        return new EgressEntry(Instant.EPOCH, type, "hub", study, round, 9, "ab".repeat(32), record);
    }

    @Test
    void updateWithItsOwnReservation_isPaid_andSoIsOneThatIsSentAgainOrNamesALaterRecord() {
        paid.accept(message("update", "s", 0, record(3)));
        paid.accept(message("update", "s", 1, record(4)));
        paid.accept(message("update", "s", 0, record(3)));
        paid.accept(message("update", "other", 2, record(5)));
        // as logs of earlier releases have it: the newest record at the time
        paid.accept(message("update", "s", 0, record(5)));
        assertEquals(5, paid.paid());
        assertEquals(0, paid.unpaid());
        assertEquals(Optional.empty(), paid.problem());
    }

    @Test
    void whatCarriesNothingOfTheData_needsNoRecord() {
        paid.accept(message("answer", "s", 0, Optional.empty()));
        paid.accept(message("failure", "never heard of", 9, Optional.empty()));
        assertEquals(0, paid.paid() + paid.unpaid());
    }

    @Test
    void updateThatNobodyPaidFor_isFound() {
        requireUnpaid(message("update", "s", 0, Optional.empty()), "names no record of a ledger");
        requireUnpaid(message("update", "s", 1, record(3)), "did not let that round through");
        requireUnpaid(message("update", "s", 0, record(2)), "did not let that round through");
        requireUnpaid(message("update", "s", 2, record(4)), "did not let that round through");
        requireUnpaid(message("update", "never heard of", 0, record(4)), "did not let that round through");
        requireUnpaid(message("update", "other", 1, record(5)), "did not let that round through");
        requireUnpaid(message("update", "s", 0, Optional.of(new LedgerReference(3, "ab".repeat(32)))), "does not have");
        requireUnpaid(
                message(
                        "update",
                        "s",
                        0,
                        Optional.of(new LedgerReference(6, entries.get(3).hash()))),
                "does not have");
        requireUnpaid(
                message("update", "s", 0, Optional.of(new LedgerReference(Long.MAX_VALUE, "ab".repeat(32)))),
                "does not have");
    }

    @Test
    void roundsBehindTheEndOfAPlan_arePaidByItsLast() {
        requireUnpaid(message("update", "s", 7, record(5)), "did not let that round through");
        try (AccountedLedger ledger = AccountedLedger.open(
                temp,
                LedgerHistory.read(temp).terms(),
                new StudyCap(BUDGET),
                new SharedAccounting().rule(),
                new LedgerClock(InstantSource.system()))) {
            reserve(ledger, "s", 2);
        }
        entries = LedgerHistory.read(temp).entries();
        paid = new MessagePaymentCheck(LedgerHistory.read(temp));
        paid.accept(message("update", "s", 7, record(6)));
        assertEquals(1, paid.paid());
    }

    private void requireUnpaid(EgressEntry message, String said) {
        MessagePaymentCheck one = new MessagePaymentCheck(LedgerHistory.read(temp));
        one.accept(message);
        assertEquals(0, one.paid(), message.toString());
        assertEquals(1, one.unpaid(), message.toString());
        assertTrue(one.problem().orElseThrow().contains(said), one.problem().orElseThrow());
    }
}
