// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.internal.protocol.GivenUpException;
import io.hedgerow.core.protocol.CoordinatorMessage;
import io.hedgerow.core.protocol.ProtectedUpdate;
import io.hedgerow.core.protocol.SiteReply;
import io.hedgerow.core.protocol.StudyState;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.transport.channel.SiteLink.Hindrance;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** For whom a coordinator waits, with which words, and when it waits no longer; on a clock that only waiting moves. */
class AwaitedSitesTest extends AttendanceFixture {

    private static Task task(int round) {
        return new Task("study", round, 1, Payload.empty(), Set.of());
    }

    @Test
    void siteThatIsAway_isNamedToAllWhenARestartWouldBeOver_andIsForgottenWhenItIsBack() throws Exception {
        Attendance attendance = attendance();
        attendance.needs(3);
        gone.add(WEST);
        attendance.broadcast(task(0));
        attendance.awaitReply(Duration.ofSeconds(9));
        assertEquals(List.of(), awaited, "a process that is started again is back by then");
        attendance.awaitReply(Duration.ofSeconds(9));
        List<Hindrance> west = List.of(new Hindrance(WEST, Hindrance.Kind.AWAY));
        assertEquals(List.of(west), awaited);
        assertEquals(List.of(west), notices);
        assertEquals(west, siem);
        attendance.awaitReply(DEADLINE.dividedBy(3));
        assertEquals(1, awaited.size(), "once");
        gone.clear();
        attendance.awaitReply(Duration.ofSeconds(1));
        assertEquals(List.of(), awaited.get(1));
        assertEquals(List.of(), notices.get(1));
    }

    @Test
    void siteThatIsNotThereBeforeTheFirstRound_isNamed_andOneThatHasAnsweredIsNot() throws Exception {
        Attendance attendance = attendance();
        gone.add(WEST);
        attendance.links();
        now += Duration.ofSeconds(11).toNanos();
        attendance.links();
        assertEquals(List.of(List.of(new Hindrance(WEST, Hindrance.Kind.AWAY))), awaited);
        gone.clear();
        attendance.links();
        attendance.needs(3);
        attendance.broadcast(task(0));
        replies.add(new ProtectedUpdate(SOUTH, "study", 0, "none", Payload.empty()));
        attendance.awaitReply(DEADLINE);
        gone.add(SOUTH);
        attendance.awaitReply(DEADLINE.dividedBy(3));
        assertEquals(2, awaited.size(), "its answer is there, so no one waits for it: " + awaited);
    }

    @Test
    void siteThatIsThereAndSilent_isNamedAfterHalfOfTheDeadline() throws Exception {
        Attendance attendance = attendance();
        attendance.needs(3);
        attendance.broadcast(task(2));
        replies.add(new ProtectedUpdate(NORTH, "study", 2, "none", Payload.empty()));
        replies.add(new ProtectedUpdate(SOUTH, "study", 1, "none", Payload.empty()));
        attendance.awaitReply(DEADLINE);
        attendance.awaitReply(DEADLINE);
        attendance.awaitReply(DEADLINE.dividedBy(2).minusSeconds(2));
        assertEquals(List.of(), awaited);
        attendance.awaitReply(Duration.ofSeconds(4));
        assertEquals(
                List.of(List.of(new Hindrance(SOUTH, Hindrance.Kind.LATE), new Hindrance(WEST, Hindrance.Kind.LATE))),
                awaited);
        replies.add(new ProtectedUpdate(WEST, "study", 2, "none", Payload.empty()));
        attendance.awaitReply(Duration.ofSeconds(4));
        attendance.awaitReply(Duration.ofSeconds(1));
        assertEquals(List.of(new Hindrance(SOUTH, Hindrance.Kind.LATE)), awaited.get(1));
    }

    @Test
    void siteThatIsAwaited_isNamedOnceMoreBeforeTheRoundGoesOnWithoutIt() throws Exception {
        Attendance attendance = attendance();
        attendance.needs(3);
        gone.add(WEST);
        attendance.broadcast(task(0));
        replies.add(new ProtectedUpdate(NORTH, "study", 0, "none", Payload.empty()));
        replies.add(new ProtectedUpdate(SOUTH, "study", 0, "none", Payload.empty()));
        attendance.awaitReply(DEADLINE);
        attendance.awaitReply(DEADLINE);
        attendance.awaitReply(DEADLINE.multipliedBy(3).dividedBy(4).minusSeconds(2));
        Hindrance west = new Hindrance(WEST, Hindrance.Kind.AWAY);
        assertEquals(List.of(), console);
        assertEquals(List.of(west), siem);
        attendance.awaitReply(Duration.ofSeconds(4));
        attendance.awaitReply(Duration.ofSeconds(4));
        assertEquals(List.of(west), console);
        assertEquals(List.of(west, west), siem);
    }

    /** A site is charged with its first task. */
    @Test
    void firstTask_waitsForAsManySitesAsTheRoundNeeds_andLaterOnesDoNot() throws Exception {
        Attendance attendance = attendance();
        doors.put(WEST, Optional.of(Hindrance.Kind.FAILED));
        attendance.needs(3);
        Task first = new Task("study", 0, 1, Payload.empty(), Set.of());
        attendance.broadcast(first);
        attendance.awaitReply(Duration.ofSeconds(10));
        assertEquals(List.of(), sent);
        assertEquals(List.of(first), expected, "sites that took it before a restart of the coordinator are let in");
        doors.put(WEST, Optional.empty());
        attendance.awaitReply(Duration.ofSeconds(10));
        assertEquals(List.of(first), sent);
        doors.put(WEST, Optional.of(Hindrance.Kind.FAILED));
        Task second = new Task("study", 1, 1, Payload.empty(), Set.of());
        attendance.broadcast(second);
        assertEquals(List.of(first, second), sent);
        attendance.needs(2);
        attendance.broadcast(first);
        assertEquals(List.of(first, second, first), sent);
    }

    @Test
    void firstTaskThatIsHeld_makesNoSiteLate_andIsLateFromWhenItIsSent() throws Exception {
        Attendance attendance = attendance();
        gone.add(WEST);
        attendance.needs(3);
        attendance.broadcast(task(0));
        assertTrue(attendance.holds());
        attendance.awaitReply(DEADLINE.dividedBy(4).multipliedBy(3));
        assertEquals(
                List.of(List.of(new Hindrance(WEST, Hindrance.Kind.AWAY))), awaited, "the others were sent nothing");
        gone.clear();
        attendance.awaitReply(DEADLINE.dividedBy(4));
        assertEquals(List.of(task(0)), sent);
        assertFalse(attendance.holds());
        assertEquals(List.of(), awaited.get(1));
        attendance.awaitReply(DEADLINE.dividedBy(2));
        assertEquals(3, awaited.get(2).size(), "half of the deadline after the task: " + awaited);
    }

    @Test
    void firstTaskThatWasNotSent_isNotSentWhereTheRoundGoesOnWithoutIt() throws Exception {
        Attendance attendance = attendance();
        gone.add(WEST);
        attendance.needs(3);
        attendance.broadcast(task(0));
        attendance.needs(0); // sums what has come
        gone.clear();
        attendance.awaitReply(Duration.ofSeconds(10));
        assertEquals(List.of(), sent);
    }

    /** It said that it cannot read its data, and died. */
    @Test
    void siteWithoutDataThatIsGone_isNamedAsAway() throws Exception {
        Attendance attendance = attendance();
        attendance.needs(2);
        attendance.broadcast(task(0));
        replies.add(new SiteReply.Failure(
                WEST, 0, SiteReply.Failure.Kind.DATA_UNUSABLE, Optional.empty(), SiteReply.Failure.Prospect.OPEN));
        attendance.awaitReply(Duration.ofSeconds(1));
        attendance.awaitReply(Duration.ofSeconds(1));
        List<Hindrance> noData = List.of(new Hindrance(WEST, Hindrance.Kind.NO_DATA));
        assertEquals(noData, notices.get(notices.size() - 1));
        gone.add(WEST);
        attendance.awaitReply(Duration.ofSeconds(20));
        assertEquals(List.of(new Hindrance(WEST, Hindrance.Kind.AWAY)), awaited.get(awaited.size() - 1));
        assertTrue(attendance.linksAtEnd().get(2).hindrance().isEmpty());
        gone.clear();
        attendance.awaitReply(Duration.ofSeconds(1));
        assertEquals(noData, notices.get(notices.size() - 1), "it is back, and tries again");
    }

    @Test
    void firstTaskThatWasNotSent_isNotSentAfterTheEnd() throws Exception {
        Attendance attendance = attendance();
        doors.put(WEST, Optional.of(Hindrance.Kind.FAILED));
        attendance.needs(3);
        attendance.broadcast(new Task("study", 0, 1, Payload.empty(), Set.of()));
        CoordinatorMessage end = new CoordinatorMessage.Outcome("study", StudyState.QUORUM_NOT_MET, Payload.empty());
        attendance.broadcast(end);
        doors.put(WEST, Optional.empty());
        attendance.awaitReply(Duration.ofSeconds(10));
        assertEquals(List.of(end), sent);
    }

    @Test
    void siteWhoseEarlierReleasesForbidTheStudy_isNotWaitedFor() throws Exception {
        Attendance attendance = attendance();
        doors.put(WEST, Optional.of(Hindrance.Kind.RELEASED_BEFORE));
        assertEquals(2, attendance.awaited());
        attendance.needs(2);
        assertTrue(attendance.awaitReply(Duration.ofSeconds(1)).isEmpty());
        attendance.needs(3);
        GivenUpException end = assertThrows(GivenUpException.class, () -> attendance.awaitReply(DEADLINE));
        assertTrue(end.getMessage().contains("exact sums that it gave before"), end.getMessage());
        assertTrue(now < DEADLINE.toNanos(), "was at " + now);
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
}
