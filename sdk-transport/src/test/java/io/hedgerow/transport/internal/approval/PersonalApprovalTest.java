// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.approval;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.transport.internal.approval.EgressApproval.EgressDecision;
import io.hedgerow.transport.internal.approval.EgressApproval.EgressDecision.Outcome;
import io.hedgerow.transport.internal.approval.EgressApproval.EgressMessage;
import io.hedgerow.transport.study.StudyPlanException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PersonalApprovalTest {

    private static final EgressMessage UPDATE =
            new EgressMessage("wards", 3, "update", 1234, "ab".repeat(32), "hub", Optional.of("cd".repeat(32)));

    @TempDir
    Path temp;

    private ApprovalQueue queue;
    private Instant now = Instant.EPOCH;
    private final List<String> told = new ArrayList<>();

    @BeforeEach
    void makeQueue() {
        queue = new ApprovalQueue(temp);
    }

    /** Time passes only when somebody waits; a person may do something then. */
    private PersonalApproval approval(Runnable whileWaiting) {
        return new PersonalApproval(
                queue,
                Duration.ofMinutes(1),
                () -> now,
                time -> {
                    now = now.plus(time);
                    whileWaiting.run();
                },
                (message, left) -> told.add(message.round() + " " + left.toSeconds()));
    }

    private static EgressDecision approve() {
        return new EgressDecision(Outcome.APPROVED, "read \"all\" of it");
    }

    @Test
    void message_isHeldUntilAPersonApproves() throws Exception {
        EgressDecision decision = approval(() -> {
                    assertEquals(List.of(new ApprovalQueue.Waiting(UPDATE.id(), UPDATE)), queue.waiting());
                    assertEquals(UPDATE, queue.decide(UPDATE.id().substring(0, 8), approve()));
                })
                .decide(UPDATE, Duration.ofSeconds(30));
        assertEquals(approve(), decision);
        assertTrue(decision.mayLeave());
        assertEquals(List.of(), queue.waiting());
    }

    @Test
    void peopleAreTold_whenAMessageIsHeld_andOnceMoreBeforeItIsTooLate() throws Exception {
        approval(() -> {}).decide(UPDATE, Duration.ofSeconds(40));
        assertEquals(List.of(UPDATE.round() + " 40", UPDATE.round() + " 10"), told);
        told.clear();
        approval(() -> queue.decide(UPDATE.id(), approve())).decide(UPDATE, Duration.ofSeconds(40));
        assertEquals(List.of(UPDATE.round() + " 40"), told);
        told.clear();
        approval(() -> {}).decide(UPDATE, Duration.ofSeconds(40));
        assertEquals(List.of(), told, "it is decided");
    }

    @Test
    void decision_survivesARestart_andIsOfThisMessageOnly() throws Exception {
        approval(() -> queue.decide(UPDATE.id(), approve())).decide(UPDATE, Duration.ofSeconds(30));
        queue = new ApprovalQueue(temp);
        PersonalApproval nobody = approval(() -> {});
        assertTrue(nobody.decide(UPDATE, Duration.ofSeconds(1)).mayLeave());
        EgressMessage other =
                new EgressMessage("wards", 3, "update", 1234, "ac".repeat(32), "hub", Optional.of("cd".repeat(32)));
        assertNotEquals(UPDATE.id(), other.id());
        assertEquals(
                Outcome.TIMED_OUT, nobody.decide(other, Duration.ofSeconds(1)).outcome());
    }

    @Test
    void refusedMessage_doesNotLeave() throws Exception {
        EgressDecision refusal = new EgressDecision(Outcome.REFUSED, "not this one");
        EgressDecision decision =
                approval(() -> queue.decide(UPDATE.id(), refusal)).decide(UPDATE, Duration.ofSeconds(30));
        assertFalse(decision.mayLeave());
        assertEquals(refusal, decision);
    }

    @Test
    void waiting_endsWithTheDeadlineOrTheRules() throws Exception {
        assertEquals(
                Outcome.TIMED_OUT,
                approval(() -> {}).decide(UPDATE, Duration.ofSeconds(30)).outcome());
        assertEquals(Instant.EPOCH.plusSeconds(30), now);
        assertEquals(
                Outcome.TIMED_OUT,
                approval(() -> {}).decide(UPDATE, Duration.ofHours(9)).outcome());
        assertEquals(Instant.EPOCH.plusSeconds(90), now);
        assertEquals(List.of(), queue.waiting());
    }

    @Test
    void interruptedWait_leavesNothingBehind() {
        PersonalApproval approval = new PersonalApproval(
                queue,
                Duration.ofMinutes(1),
                () -> now,
                time -> {
                    throw new InterruptedException();
                },
                (message, left) -> {});
        assertThrows(InterruptedException.class, () -> approval.decide(UPDATE, Duration.ofSeconds(30)));
        assertEquals(List.of(), queue.waiting());
    }

    @Test
    void files_areForTheirOwnerAlone() throws IOException {
        queue.add(UPDATE);
        queue.add(UPDATE);
        Path file = temp.resolve("pending").resolve(UPDATE.id() + ".yaml");
        assertEquals(PosixFilePermissions.fromString("rw-------"), Files.getPosixFilePermissions(file));
        queue.decide(UPDATE.id(), approve());
        assertThrows(IllegalArgumentException.class, () -> queue.decide(UPDATE.id(), approve()));
    }

    @Test
    void badIdsAndFiles_areRefused() throws IOException {
        queue.add(UPDATE);
        for (String id : List.of("", "../../x", "abcdef", "0".repeat(64), "g".repeat(64))) {
            assertThrows(IllegalArgumentException.class, () -> queue.decide(id, approve()), id);
        }
        assertThrows(
                IllegalArgumentException.class,
                () -> queue.decide(UPDATE.id(), new EgressDecision(Outcome.TIMED_OUT, "")));
        Files.writeString(temp.resolve("pending/odd.yaml"), "study: wards\nround: 3\n");
        assertThrows(StudyPlanException.class, () -> queue.waiting());
        assertThrows(
                IllegalArgumentException.class,
                () -> new EgressMessage("wards", 3, "update", -1, "ab".repeat(32), "hub", Optional.empty()));
        assertThrows(IllegalArgumentException.class, () -> new EgressDecision(Outcome.REFUSED, "two\nlines"));
    }

    @Test
    void automaticApproval_holdsNothing() throws Exception {
        assertTrue(
                EgressApproval.automatic().decide(UPDATE, Duration.ofSeconds(1)).mayLeave());
    }
}
