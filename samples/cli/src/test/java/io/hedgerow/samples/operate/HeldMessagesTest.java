// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.operate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.hedgerow.transport.internal.approval.ApprovalQueue;
import io.hedgerow.transport.internal.approval.EgressApproval.EgressDecision;
import io.hedgerow.transport.internal.approval.EgressApproval.EgressMessage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A message that a person does not let through costs the site its round and nothing else. */
@Tag("slow")
@Timeout(300)
class HeldMessagesTest {

    private static final String SITE = "site-1";
    private static final int REFUSED_ROUND = 0;
    private static final int FORGOTTEN_ROUND = 1;

    private static final EgressDecision REFUSED =
            new EgressDecision(EgressDecision.Outcome.REFUSED, "not agreed with the ward");
    private static final EgressDecision APPROVED = new EgressDecision(EgressDecision.Outcome.APPROVED, "seen");

    @TempDir
    Path temp;

    @Test
    void refusedAndForgottenMessages_doNotLeave_andTheSiteIsInTheOtherRounds() throws Exception {
        // the deadline is far beyond the time that a person has: no round waits for it
        try (TestFederation federation = TestFederation.plain(temp.resolve("study"), 3, 2, 600)) {
            Files.writeString(
                    federation.study().site(SITE).resolve("join.yaml"),
                    "  holdAndApprove: true\n  approvalTime: 20s\n",
                    StandardOpenOption.APPEND);
            Child coordinator = federation.coordinator();
            Path notices = temp.resolve("notices.jsonl");
            List<Child> sites = List.of(
                    federation.site(SITE, "--security-notices", notices.toString()),
                    federation.site("site-2"),
                    federation.site("site-3"));
            decide(federation, sites.get(0), message -> switch (message.round()) {
                case REFUSED_ROUND -> Optional.of(REFUSED);
                case FORGOTTEN_ROUND -> Optional.empty();
                default -> Optional.of(APPROVED);
            });
            for (Child site : sites) {
                site.ends(0);
            }
            coordinator.ends(0);
            assertEquals("rounds-completed", federation.state());

            List<String> events = federation.securityEvents(SITE);
            assertEquals(2, events.size(), events.toString());
            assertTrue(events.get(0).contains("POLICY_REFUSED"), events.toString());
            assertTrue(events.get(0).contains("not agreed with the ward"), events.toString());
            assertTrue(events.get(1).contains("no one decided within 20 s"), events.toString());
            String notes = sites.get(0).errors();
            assertTrue(notes.contains("an update of round 0 does not leave: not agreed with the ward"), notes);
            assertTrue(notes.contains("an update of round 1 does not leave: no one decided"), notes);
            for (int round = 0; round < TestFederation.ROUNDS; round++) {
                String waits = "an update of round " + round + " of study ";
                long said = notes.lines()
                        .filter(line -> line.contains(waits) && line.contains(" waits for a person's approval in "))
                        .count();
                assertTrue(said >= (round == FORGOTTEN_ROUND ? 2 : 1), "round " + round + ": " + notes);
            }
            assertEquals(
                    notes.lines()
                            .filter(line -> line.contains(" waits for a person's approval in "))
                            .count(),
                    Files.readAllLines(notices).stream()
                            .filter(line -> line.contains("\"study-waits\"") && line.contains("\"approval\""))
                            .count());

            Map<Integer, String> sent = sent(federation.home(SITE).egress());
            assertEquals(TestFederation.ROUNDS, sent.size(), sent.toString());
            sent.forEach((round, type) ->
                    assertEquals(round <= FORGOTTEN_ROUND ? "failure" : "update", type, "round " + round));
        }
    }

    /**
     * Behind masks several messages of a round wait. Without one of them there is no sum over all sites, and the site
     * is asked again.
     */
    @Test
    @Tag("long") // a person looks at every message, and the machine at six processes
    void refusedAnswerOfAMaskedStudy_isAskedForAgain() throws Exception {
        try (TestFederation federation = TestFederation.masked(temp.resolve("study"), 5, 0, 600)) {
            Files.writeString(
                    federation.study().site(SITE).resolve("join.yaml"),
                    "  holdAndApprove: true\n  approvalTime: 5m\n",
                    StandardOpenOption.APPEND);
            Child coordinator = federation.coordinator();
            List<Child> sites = federation.everySite();
            AtomicInteger refused = new AtomicInteger();
            decide(federation, sites.get(0), message -> {
                boolean refuse = message.round() == 1 && message.type().equals("answer") && refused.get() == 0;
                refused.addAndGet(refuse ? 1 : 0);
                return Optional.of(refuse ? REFUSED : APPROVED);
            });
            for (Child site : sites) {
                site.ends(0);
            }
            coordinator.ends(0);
            assertEquals(1, refused.get());
            assertEquals("rounds-completed", federation.state());
            List<String> events = federation.securityEvents(SITE);
            assertTrue(events.get(0).contains("an answer of round 1 does not leave"), events.toString());
        }
    }

    /** What a person does while the site runs; without a decision the message is left alone. */
    private static void decide(
            TestFederation federation, Child site, Function<EgressMessage, Optional<EgressDecision>> user)
            throws Exception {
        ApprovalQueue queue = new ApprovalQueue(federation.home(SITE).held());
        Map<String, Optional<EgressDecision>> decided = new TreeMap<>();
        while (site.process().isAlive()) {
            for (ApprovalQueue.Waiting waiting : queue.waiting()) {
                if (!decided.containsKey(waiting.id())) {
                    Optional<EgressDecision> decision = user.apply(waiting.message());
                    decided.put(waiting.id(), decision);
                    decision.ifPresent(one -> queue.decide(waiting.id(), one));
                }
            }
            Thread.sleep(20); // a directory that another process writes cannot be waited for
        }
    }

    private static Map<Integer, String> sent(Path log) throws Exception {
        Map<Integer, String> sent = new TreeMap<>();
        for (String line : Files.readAllLines(log)) {
            var entry = new ObjectMapper().readTree(line);
            if (entry.has("round")) {
                sent.put(entry.get("round").asInt(), entry.get("type").asText());
            }
        }
        return sent;
    }
}
