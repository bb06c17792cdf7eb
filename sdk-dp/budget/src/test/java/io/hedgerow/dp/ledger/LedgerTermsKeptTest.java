// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.ledger;

import static io.hedgerow.dp.ledger.LedgerFixtures.request;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.LedgerException;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.internal.ledger.LedgerLine;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What must be the same at every opening, what is counted, and what the bytes are. */
class LedgerTermsKeptTest {

    @TempDir
    Path temp;

    private AccountedLedger open(LedgerTerms terms) {
        return AccountedLedger.open(temp, terms, LedgerFixtures.cap(), LedgerFixtures.rule(), LedgerFixtures.clock());
    }

    @Test
    void open_withAnyOtherTerm_isRefusedAndNamesIt() {
        LedgerTerms t = LedgerFixtures.terms();
        open(t).close();
        Map<String, LedgerTerms> others = new LinkedHashMap<>();
        LedgerTerms.Fingerprint more = LedgerTerms.Fingerprint.of(VariableSchema.of("a", "b"), 101);
        PrivacyUnit user = new PrivacyUnit.UserUnit("patient");
        others.put(
                "dataset",
                new LedgerTerms(
                        new DatasetIdentity("another"),
                        t.fingerprint(),
                        t.unit(),
                        t.adjacency(),
                        t.budget(),
                        t.mode()));
        others.put("fingerprint", new LedgerTerms(t.dataset(), more, t.unit(), t.adjacency(), t.budget(), t.mode()));
        others.put(
                "privacy unit",
                new LedgerTerms(t.dataset(), t.fingerprint(), user, t.adjacency(), t.budget(), t.mode()));
        others.put(
                "adjacency",
                new LedgerTerms(t.dataset(), t.fingerprint(), t.unit(), Adjacency.ZERO_OUT, t.budget(), t.mode()));
        others.put(
                "budget",
                new LedgerTerms(
                        t.dataset(),
                        t.fingerprint(),
                        t.unit(),
                        t.adjacency(),
                        new PrivacyBudget(t.budget().epsilon() + 1, t.budget().delta()),
                        t.mode()));
        others.forEach((what, terms) -> {
            LedgerException refused = assertThrows(LedgerException.class, () -> open(terms), what);
            assertTrue(refused.getMessage().contains("was made for " + what), refused.getMessage());
        });
        open(t).close();
    }

    @Test
    void calls_areCountedByKind_inSequencesAndAfterARestart() {
        try (AccountedLedger ledger = open(LedgerFixtures.terms())) {
            ledger.reserve(request(
                    "s",
                    0,
                    new MechanismEvent.Sequence(List.of(
                            new MechanismEvent.Gaussian(0.0625, 2),
                            new MechanismEvent.Selection(0.0625, 3),
                            new MechanismEvent.PureDp(0.0625, 4)))));
            ledger.reserve(request("s", 1, new MechanismEvent.Selection(0.0625, 5)));
            assertEquals(
                    Map.of("gaussian", 2L, "selection", 8L, "pure", 4L),
                    ledger.spent().mechanisms());
        }
        try (AccountedLedger ledger = open(LedgerFixtures.terms())) {
            assertEquals(
                    Map.of("gaussian", 2L, "selection", 8L, "pure", 4L),
                    ledger.spent().mechanisms());
        }
    }

    @Test
    void reserve_keepsAnInterruptThatWasPending() {
        try (AccountedLedger ledger = open(LedgerFixtures.terms())) {
            Thread.currentThread().interrupt();
            ledger.reserve(request("s", 0, LedgerFixtures.PURE));
            assertTrue(Thread.interrupted());
            ledger.reserve(request("s", 1, LedgerFixtures.PURE));
            assertEquals(2, ledger.spent().mechanisms().get("pure"));
        }
    }

    @Test
    void negativeTolerance_isRefused() {
        assertThrows(
                IllegalArgumentException.class, () -> new LedgerClock(InstantSource.system(), Duration.ofNanos(-1)));
        new LedgerClock(InstantSource.system(), Duration.ZERO);
    }

    /**
     * Ledgers of today must be read tomorrow: length, its CRC-32C, document, SHA-256 of all of it. Computed with other
     * programs.
     */
    @Test
    void line_hasTheBytesItAlwaysHad() {
        String line = new String(LedgerLine.line("{}".getBytes(StandardCharsets.UTF_8)), StandardCharsets.UTF_8);
        assertEquals("00000002 4b1d5d66 {} 0e8202e457ffca620e645c151d83a759ed80e5c992830271fab03b06dceed99c\n", line);
    }
}
