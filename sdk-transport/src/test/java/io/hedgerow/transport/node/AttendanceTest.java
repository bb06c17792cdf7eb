// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.federation.CoordinatorRecord;
import io.hedgerow.core.internal.protocol.RepeatRoundException;
import io.hedgerow.core.privacy.PrivacyException;
import io.hedgerow.core.protocol.CoordinatorMessage;
import io.hedgerow.core.protocol.ProtectedUpdate;
import io.hedgerow.core.protocol.SiteReply;
import io.hedgerow.core.protocol.SiteReply.Failure.Prospect;
import io.hedgerow.core.protocol.StudyState;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.transport.channel.SiteLink.Hindrance;
import io.hedgerow.transport.node.internal.coordinator.ExclusionRequests;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Who is told what, and who takes part no longer; on a clock that only waiting moves. */
class AttendanceTest extends AttendanceFixture {

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

    /** A release that tells no reason is understood as before. */
    @Test
    void refusalOfASite_isToldWithWhatRefuses() throws Exception {
        Attendance attendance = attendance();
        replies.add(new SiteReply.Failure(
                SOUTH,
                3,
                SiteReply.Failure.Kind.REFUSED,
                Optional.of(PrivacyException.Reason.PERSON),
                Prospect.UNSAID));
        replies.add(new SiteReply.Failure(WEST, 3, SiteReply.Failure.Kind.REFUSED));
        attendance.awaitReply(DEADLINE);
        attendance.awaitReply(DEADLINE);
        assertEquals(
                List.of(new Hindrance(SOUTH, Hindrance.Kind.PERSON), new Hindrance(WEST, Hindrance.Kind.REFUSED)),
                console);
        assertEquals(
                List.of(Optional.empty(), Optional.of(Hindrance.Kind.PERSON), Optional.of(Hindrance.Kind.REFUSED)),
                attendance.linksAtEnd().stream()
                        .map(link -> link.hindrance().map(Hindrance::kind))
                        .toList());
    }

    @Test
    void roundThatIsOpenOrLost_isToldAsThat() throws Exception {
        Attendance attendance = attendance();
        replies.add(
                new SiteReply.Failure(SOUTH, 3, SiteReply.Failure.Kind.DATA_UNUSABLE, Optional.empty(), Prospect.OPEN));
        replies.add(
                new SiteReply.Failure(SOUTH, 3, SiteReply.Failure.Kind.DATA_UNUSABLE, Optional.empty(), Prospect.OPEN));
        replies.add(new SiteReply.Failure(SOUTH, 3, SiteReply.Failure.Kind.INTERNAL, Optional.empty(), Prospect.LOST));
        replies.add(new SiteReply.Failure(
                WEST, 3, SiteReply.Failure.Kind.REFUSED, Optional.of(PrivacyException.Reason.POLICY), Prospect.LOST));
        for (int k = 0; k < 4; k++) {
            assertTrue(attendance.awaitReply(DEADLINE).isPresent());
        }
        assertEquals(
                List.of(
                        new Hindrance(SOUTH, Hindrance.Kind.NO_DATA),
                        new Hindrance(SOUTH, Hindrance.Kind.ROUND_LOST),
                        new Hindrance(WEST, Hindrance.Kind.POLICY)),
                console);
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
