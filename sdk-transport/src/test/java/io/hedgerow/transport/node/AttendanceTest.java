// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.federation.CoordinatorChannel;
import io.hedgerow.core.federation.CoordinatorRecord;
import io.hedgerow.core.internal.federation.coordinator.GivenUpException;
import io.hedgerow.core.internal.federation.coordinator.RepeatRoundException;
import io.hedgerow.core.protocol.CoordinatorMessage;
import io.hedgerow.core.protocol.ProtectedUpdate;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.SiteReply;
import io.hedgerow.core.protocol.StudyState;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.transport.channel.SiteLink;
import io.hedgerow.transport.channel.SiteLink.Hindrance;
import io.hedgerow.transport.node.internal.coordinator.ExclusionRequests;
import io.hedgerow.transport.node.internal.coordinator.Exclusions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who is told what, and when a coordinator waits no longer; on a clock that only waiting moves. */
class AttendanceTest {

    private static final SiteId NORTH = new SiteId("north");
    private static final SiteId SOUTH = new SiteId("south");
    private static final SiteId WEST = new SiteId("west");
    private static final Duration DEADLINE = Duration.ofMinutes(5);
    private static final Duration HOME_WAIT = Duration.ofMinutes(1);

    private final Map<SiteId, Optional<Hindrance.Kind>> doors = new TreeMap<>();
    private final Deque<SiteReply> replies = new ArrayDeque<>();
    private final List<List<Hindrance>> notices = new ArrayList<>();
    private final List<Hindrance> console = new ArrayList<>();
    private final Set<SiteId> shut = new TreeSet<>();
    private Exclusions exclusions = new Exclusions(new ListJournal());
    private long now;

    @TempDir
    Path data;

    private final class Wire implements CoordinatorChannel {
        List<SiteLink> links() {
            List<SiteLink> links = new ArrayList<>();
            doors.forEach((site, why) -> links.add(new SiteLink(
                    site,
                    why.isEmpty(),
                    1,
                    null,
                    new SiteLink.Traffic(0, 0, 0, 0, 0, 0),
                    Optional.empty(),
                    why.map(kind -> new Hindrance(site, kind)))));
            return links;
        }

        @Override
        public Set<SiteId> sites() {
            return doors.keySet();
        }

        @Override
        public void broadcast(CoordinatorMessage message) {}

        @Override
        public void send(SiteId site, CoordinatorMessage.Question question) {}

        @Override
        public Optional<SiteReply> awaitReply(Duration timeout) {
            SiteReply next = replies.poll();
            if (next == null) {
                now += timeout.toNanos();
            }
            return Optional.ofNullable(next);
        }
    }

    private Attendance attendance() {
        return attendance(new ListJournal());
    }

    private Attendance attendance(ListJournal journal) {
        this.exclusions = new Exclusions(journal);
        for (SiteId site : List.of(NORTH, SOUTH, WEST)) {
            doors.putIfAbsent(site, Optional.empty());
        }
        CoordinatorNode.Watch watch = new CoordinatorNode.Watch() {
            @Override
            public void listening(int port, Supplier<List<SiteLink>> links) {}

            @Override
            public void hindered(Hindrance why) {
                console.add(why);
            }
        };
        Wire wire = new Wire();
        Attendance.Operator operator = new Attendance.Operator(
                new ExclusionRequests(data, "study"),
                (site, excluded) -> site.equals(NORTH) ? Optional.of("north is needed") : Optional.empty(),
                HOME_WAIT);
        return new Attendance(
                new Attendance.Wire(wire::links, shut::add, notices::add),
                wire,
                exclusions,
                operator,
                watch,
                () -> now);
    }

    @Test
    void siteThatIsWaitedFor_isNamedToAllOnce_andForgottenWhenItIsBack() throws Exception {
        Attendance attendance = attendance();
        attendance.needs(3);
        doors.put(WEST, Optional.of(Hindrance.Kind.OTHER_PLAN));
        assertTrue(attendance.awaitReply(DEADLINE).isEmpty());
        assertEquals(List.of(List.of(new Hindrance(WEST, Hindrance.Kind.OTHER_PLAN))), notices);
        assertEquals(DEADLINE.toNanos(), now, "the deadline is waited for, and no longer");
        doors.put(WEST, Optional.empty());
        attendance.awaitReply(DEADLINE);
        assertEquals(List.of(), notices.get(1));
        assertEquals(2, notices.size());
    }

    @Test
    void siteThatIsBack_isSaidBeforeTheEnd_alsoWhereNoLookComesBetween() throws Exception {
        Attendance attendance = attendance();
        attendance.needs(3);
        doors.put(WEST, Optional.of(Hindrance.Kind.NO_ROOM));
        attendance.awaitReply(DEADLINE);
        doors.put(WEST, Optional.empty());
        attendance.broadcast(new CoordinatorMessage.Outcome("study", StudyState.CONVERGED, Payload.empty()));
        assertEquals(List.of(), notices.get(notices.size() - 1));
        assertEquals(2, notices.size());
    }

    @Test
    void newestHomeThatDoesNotComeBack_endsWhatNeedsIt_withReasonAndHelp() throws Exception {
        Attendance attendance = attendance();
        doors.put(WEST, Optional.of(Hindrance.Kind.HOME_LOST));
        attendance.needs(3);
        GivenUpException end = assertThrows(GivenUpException.class, () -> attendance.awaitReply(DEADLINE));
        assertTrue(end.getMessage().contains("put back the newest copy of the home of site west"), end.getMessage());
        assertTrue(end.getMessage().contains("as long as the coordinator's limit says, 1 min"), end.getMessage());
        assertTrue(now >= HOME_WAIT.toNanos() && now < DEADLINE.toNanos(), "was at " + now);
    }

    @Test
    void newestHomeThatIsNotNeeded_endsNothing() throws Exception {
        Attendance attendance = attendance();
        doors.put(WEST, Optional.of(Hindrance.Kind.HOME_LOST));
        attendance.needs(2);
        assertTrue(attendance.awaitReply(DEADLINE).isEmpty());
        attendance.needs(0); // whatever comes opens the sum
        assertTrue(attendance.awaitReply(DEADLINE).isEmpty());
        doors.put(SOUTH, Optional.of(Hindrance.Kind.HOME_DAMAGED));
        attendance.needs(2);
        assertThrows(GivenUpException.class, () -> attendance.awaitReply(DEADLINE));
    }

    @Test
    void otherReasons_waitForTheDeadline_andTheLimitBeginsAnewWithEachLoss() throws Exception {
        Attendance attendance = attendance();
        attendance.needs(3);
        doors.put(WEST, Optional.of(Hindrance.Kind.NO_ROOM));
        assertTrue(attendance.awaitReply(DEADLINE).isEmpty());
        doors.put(WEST, Optional.of(Hindrance.Kind.HOME_LOST));
        attendance.awaitReply(HOME_WAIT.dividedBy(2));
        doors.put(WEST, Optional.empty());
        attendance.awaitReply(HOME_WAIT.dividedBy(2));
        doors.put(WEST, Optional.of(Hindrance.Kind.HOME_LOST));
        assertTrue(attendance.awaitReply(HOME_WAIT.dividedBy(2)).isEmpty());
        assertThrows(GivenUpException.class, () -> attendance.awaitReply(HOME_WAIT));
    }

    @Test
    void failureOfASite_isToldAsItsKindAndNoMore_untilItAnswers() throws Exception {
        Attendance attendance = attendance();
        replies.add(new SiteReply.Failure(SOUTH, 3, SiteReply.Failure.Kind.PROTOCOL));
        replies.add(new SiteReply.Failure(SOUTH, 3, SiteReply.Failure.Kind.DATA_UNUSABLE));
        replies.add(new SiteReply.Failure(SOUTH, 3, SiteReply.Failure.Kind.INTERNAL));
        for (int k = 0; k < 3; k++) {
            assertTrue(attendance.awaitReply(DEADLINE).isPresent());
        }
        assertEquals(List.of(new Hindrance(SOUTH, Hindrance.Kind.FAILED)), console);
        attendance.awaitReply(DEADLINE);
        assertEquals(List.of(new Hindrance(SOUTH, Hindrance.Kind.FAILED)), notices.get(notices.size() - 1));
        replies.add(new ProtectedUpdate(SOUTH, "study", 3, "none", Payload.empty()));
        attendance.awaitReply(DEADLINE);
        attendance.awaitReply(DEADLINE);
        assertEquals(List.of(), notices.get(notices.size() - 1));
    }

    @Test
    void exclusion_isInTheJournalBeforeItIsAnswered_andTheRoundIsAskedAgainWithoutTheSite() throws Exception {
        ListJournal journal = new ListJournal();
        Attendance attendance = attendance(journal);
        ExclusionRequests requests = new ExclusionRequests(data, "study");
        requests.ask(WEST);
        attendance.needs(0);
        assertTrue(attendance.awaitReply(DEADLINE).isEmpty());
        assertEquals(Optional.empty(), requests.answer(WEST), "a sum that is being opened is not disturbed");
        attendance.needs(2);
        assertThrows(RepeatRoundException.class, () -> attendance.awaitReply(DEADLINE));
        assertEquals(List.of(new CoordinatorRecord.Excluded(WEST)), journal.records);
        assertEquals(Set.of(WEST), attendance.excluded());
        assertEquals(Set.of(WEST), shut);
        assertEquals(Optional.of(""), requests.answer(WEST));
        requests.ask(WEST);
        assertTrue(attendance.awaitReply(DEADLINE).isEmpty(), "it is not decided twice");
        assertEquals(Optional.of(""), requests.answer(WEST));
        assertEquals(1, journal.records.size());
    }

    @Test
    void exclusionThatIsNotPossible_isAnsweredWithTheReason_andChangesNothing() throws Exception {
        ListJournal journal = new ListJournal();
        Attendance attendance = attendance(journal);
        ExclusionRequests requests = new ExclusionRequests(data, "study");
        requests.ask(NORTH);
        attendance.needs(2);
        assertTrue(attendance.awaitReply(DEADLINE).isEmpty());
        assertEquals(Optional.of("north is needed"), requests.answer(NORTH));
        assertEquals(List.of(), journal.records);
        assertEquals(Set.of(), shut);
    }

    @Test
    void studyThatHasNotBegun_tellsThoseThatAreThere_andAwaitsNobodyWhomTheOperatorWouldExclude() {
        Attendance attendance = attendance();
        doors.put(WEST, Optional.of(Hindrance.Kind.OTHER_PLAN));
        assertEquals(3, attendance.links().size());
        assertEquals(List.of(List.of(new Hindrance(WEST, Hindrance.Kind.OTHER_PLAN))), notices);
        assertEquals(3, attendance.awaited());
        ExclusionRequests requests = new ExclusionRequests(data, "study");
        requests.ask(WEST);
        requests.ask(NORTH);
        assertEquals(2, attendance.awaited(), "north is needed");
        assertEquals(Optional.empty(), requests.answer(WEST), "it is decided in the first round");
    }

    @Test
    void studyThatEnds_answersWhatItsOperatorAskedTooLate_andIgnoresOtherFiles() throws Exception {
        ListJournal journal = new ListJournal();
        Attendance attendance = attendance(journal);
        ExclusionRequests requests = new ExclusionRequests(data, "study");
        requests.ask(WEST);
        Files.createFile(data.resolve("study-exclude").resolve("no site's name.asked"));
        attendance.broadcast(new CoordinatorMessage.Outcome("study", StudyState.CONVERGED, Payload.empty()));
        assertEquals(Optional.of("it has ended"), requests.answer(WEST));
        assertEquals(List.of(), journal.records);
    }

    @Test
    void restartedCoordinator_knowsTheExcludedFromItsJournal_andTheComputationDoesNotSeeIt() {
        CoordinatorRecord.Excluded excluded = new CoordinatorRecord.Excluded(WEST);
        CoordinatorRecord.Ended ended = new CoordinatorRecord.Ended(StudyState.QUORUM_NOT_MET, "");
        Attendance attendance = attendance(new ListJournal(excluded, ended, excluded));
        assertEquals(Optional.of(ended), exclusions.next());
        assertEquals(Optional.empty(), exclusions.next());
        attendance.broadcast(new CoordinatorMessage.Outcome("study", StudyState.CONVERGED, Payload.empty()));
        assertEquals(Set.of(WEST), shut);
    }
}
