// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.operate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.hedgerow.dp.ledger.LedgerEntry;
import io.hedgerow.dp.ledger.LedgerHistory;
import io.hedgerow.dp.ledger.LedgerRecord;
import io.hedgerow.samples.cli.Hedgerow;
import io.hedgerow.samples.cli.command.Terminal;
import io.hedgerow.samples.ledger.MessagePaymentCheck;
import io.hedgerow.samples.privacy.PrivacyRequest;
import io.hedgerow.transport.internal.egress.EgressLog;
import io.hedgerow.transport.internal.egress.EgressLog.EgressEntry;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Private rounds between processes: each is paid for before it leaves, and once, whoever is killed. */
@Tag("slow")
@Timeout(300)
class PrivateRoundsTest {

    private static final double EPSILON = 2;
    private static final int ROUNDS = 4;

    @TempDir
    Path temp;

    @Test
    void greedySteps_withASiteAndTheCoordinatorKilled_areChargedOnce_andEveryUpdateNamesWhatPaidForIt()
            throws Exception {
        try (TestFederation federation = study("dp-fed-sparse", Map.of("local-iterations", "2"), false, 0)) {
            Child coordinator = federation.coordinatorHalting("round:2");
            // stored and charged, and not sent
            Child first = federation.siteHalting("site-1", "update:1");
            Child second = federation.site("site-2");
            Child third = federation.site("site-3");
            first.ends(Child.HALTED);
            List<EgressEntry> before = messages(federation, "site-1");
            assertEquals(1, before.size(), "an update that was stored and not logged has not left");
            assertEquals(Set.of(0, 1), drawn(federation.ledger("site-1")).keySet());
            first = federation.site("site-1");
            coordinator.ends(Child.HALTED);
            coordinator = federation.coordinator();
            coordinator.ends(0);
            for (Child site : List.of(first, second, third)) {
                site.ends(0);
            }
            assertEquals("rounds-completed", federation.state());
            for (String site : federation.sites()) {
                federation.requireNothingComputedTwice(site, true);
                requirePaid(federation, site, ROUNDS);
            }
            requireReported(federation);
            requireVerified(federation, 0, "site-1", "site-1");
            requireVerified(federation, 5, "site-1", "site-2");
        }
    }

    /** The command says what the records say: with a ledger of another site nothing is paid for. */
    private static void requireVerified(TestFederation federation, int exitCode, String log, String ledger) {
        StringWriter out = new StringWriter();
        Terminal terminal = new Terminal(
                new PrintWriter(out), new PrintWriter(new StringWriter()), false, false, InstantSource.system());
        int code = Hedgerow.run(
                terminal,
                "egress",
                "verify",
                "--log",
                federation.home(log).egress().toString(),
                "--ledger",
                federation.home(ledger).ledger().toString());
        assertEquals(exitCode, code, out.toString());
        String none = exitCode == 0 ? "notPaidByLedger" : "paidByLedger";
        assertTrue(out.toString().lines().anyMatch(line -> line.matches(none + " +0")), out.toString());
    }

    @Test
    void closedForm_behindMasks_paysForItsOneRelease_andEveryRoundNamesIt() throws Exception {
        try (TestFederation federation = study("dp-fed-bnsl", Map.of(), true, 0)) {
            Child coordinator = federation.coordinator();
            List<Child> sites = federation.everySite();
            coordinator.ends(0);
            for (Child site : sites) {
                site.ends(0);
            }
            for (String site : federation.sites()) {
                requirePaid(federation, site, 1);
                List<EgressEntry> updates = messages(federation, site).stream()
                        .filter(EgressEntry::carriesData)
                        .toList();
                assertEquals(ROUNDS, updates.size());
                assertEquals(
                        1, updates.stream().map(EgressEntry::ledger).distinct().count());
            }
            requireReported(federation);
        }
    }

    @Test
    @Tag("long")
    void siteKilledWhileItReadsRecords_hasPaid_andIsNotInTheStudy_whichGoesOn() throws Exception {
        try (TestFederation federation = study("dp-fed-sparse", Map.of("local-iterations", "2"), false, 2)) {
            Child first = federation.siteHalting("site-1", "rows");
            Child second = federation.site("site-2");
            Child third = federation.site("site-3");
            Child coordinator = federation.coordinator();
            first.ends(Child.HALTED);
            first = federation.site("site-1");
            coordinator.ends(0);
            for (Child site : List.of(first, second, third)) {
                site.ends(0);
            }
            assertEquals(Set.of(0), drawn(federation.ledger("site-1")).keySet());
            federation.requireNothingComputedTwice("site-1", true);
            federation.requireSpentOnce("site-1");
            assertTrue(messages(federation, "site-1").stream().noneMatch(EgressEntry::carriesData));
            requirePaid(federation, "site-2", ROUNDS);
        }
    }

    private TestFederation study(String algorithm, Map<String, String> parameters, boolean masked, int quorum)
            throws Exception {
        return TestFederation.of(
                temp.resolve("study"),
                new LocalStudy.Terms(
                        algorithm,
                        parameters,
                        Optional.of(PrivacyRequest.parse("epsilon=" + EPSILON)),
                        masked,
                        ROUNDS,
                        quorum,
                        Duration.ofSeconds(60)),
                3);
    }

    private static List<EgressEntry> messages(TestFederation federation, String site) {
        List<EgressEntry> messages = new ArrayList<>();
        EgressLog.verify(federation.home(site).egress(), messages::add);
        return messages;
    }

    private static Map<Integer, LedgerEntry> drawn(LedgerHistory ledger) {
        Map<Integer, LedgerEntry> drawn = new TreeMap<>();
        for (LedgerEntry entry : ledger.entries()) {
            if (entry.record() instanceof LedgerRecord.Drawn draw) {
                drawn.put(draw.round(), entry);
            }
        }
        return drawn;
    }

    /** The ledger has the plan's epsilon, the planned rounds once, and every update names the record of its own. */
    private static void requirePaid(TestFederation federation, String site, int paidRounds) {
        federation.requireSpentOnce(site);
        LedgerHistory ledger = federation.ledger(site);
        double spent = ledger.spent().spentEpsilon();
        // calibration takes all that the plan grants but for its search's last step, which is far below a thousandth
        assertTrue(spent <= EPSILON && spent > 0.999 * EPSILON, site + " spent " + spent);
        Map<Integer, LedgerEntry> drawn = drawn(ledger);
        assertEquals(paidRounds, drawn.size(), site);
        MessagePaymentCheck paid = new MessagePaymentCheck(ledger);
        Set<Integer> rounds = new HashSet<>();
        for (EgressEntry message : messages(federation, site)) {
            paid.accept(message);
            if (!message.carriesData()) {
                assertEquals(Optional.empty(), message.ledger(), "carries nothing of the data, and names nothing");
                continue;
            }
            rounds.add(message.round());
            LedgerEntry named =
                    ledger.entries().get((int) message.ledger().orElseThrow().sequence());
            assertEquals(named.hash(), message.ledger().orElseThrow().hash());
            assertEquals(
                    Math.min(message.round(), paidRounds - 1),
                    assertInstanceOf(LedgerRecord.Drawn.class, named.record()).round());
        }
        assertEquals(Optional.empty(), paid.problem());
        assertEquals(ROUNDS, rounds.size(), site);
    }

    /** What sites say that it cost them arrives at the coordinator. */
    private static void requireReported(TestFederation federation) throws Exception {
        for (JsonNode site : federation.json().get("sites")) {
            LedgerHistory ledger = federation.ledger(site.get("name").asText());
            assertEquals(
                    ledger.spent().spentEpsilon(),
                    site.get("selfReportedEpsilon").asDouble());
            assertEquals(
                    ledger.spent().spentDelta(), site.get("selfReportedDelta").asDouble());
        }
    }
}
