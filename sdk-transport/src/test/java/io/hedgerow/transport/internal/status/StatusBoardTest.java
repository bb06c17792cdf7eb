// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.status;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.federation.CoordinatorChannel;
import io.hedgerow.core.federation.Participation;
import io.hedgerow.core.federation.PayloadBytes;
import io.hedgerow.core.federation.RoundReport;
import io.hedgerow.core.protocol.CoordinatorMessage;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.SiteReply;
import io.hedgerow.core.protocol.StudyState;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.transport.channel.SiteLink;
import io.hedgerow.transport.channel.SiteLink.ReportedSpending;
import io.hedgerow.transport.internal.status.StudyStatus.SiteStatus;
import io.hedgerow.transport.internal.status.StudyStatus.SiteStatus.Presence;
import io.hedgerow.transport.internal.status.page.PageParts;
import io.hedgerow.transport.internal.status.server.MetricsText;
import io.hedgerow.transport.internal.status.server.StatusJson;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class StatusBoardTest {

    @Test
    void presence_followsTheStreamAndTheDeadline() {
        Boards boards = new Boards(3, 5, 10);
        assertEquals(Presence.AWAITED, presence(boards, 0));
        boards.allOnline();
        assertEquals(Presence.ONLINE, presence(boards, 0));
        boards.link(0, false, boards.now);
        assertEquals(Presence.LATE, presence(boards, 0));
        boards.now = boards.now.plus(Duration.ofMinutes(5));
        assertEquals(Presence.LATE, presence(boards, 0), "as long as the deadline");
        boards.now = boards.now.plusMillis(1);
        assertEquals(Presence.DROPPED, presence(boards, 0));
        boards.board.ended(StudyState.CONVERGED, "the rule was met");
        assertEquals(Presence.LEFT, presence(boards, 0));
        assertEquals(Presence.ONLINE, presence(boards, 1));
    }

    @Test
    void watchedSite_thatDoesNotAnswerIsLateOnceAQuorumDid() throws Exception {
        Boards boards = new Boards(3, 5, 10);
        boards.allOnline();
        Replies replies = new Replies();
        CoordinatorChannel watched = boards.board.watch(replies);
        watched.broadcast(new Task("proteins-2031", 0, 1, Payload.empty(), Set.of()));
        assertEquals(List.of(Presence.ONLINE, Presence.ONLINE, Presence.ONLINE), presences(boards));

        replies.arrive(update(0, 0));
        replies.arrive(update(1, 0));
        watched.awaitReply(Duration.ZERO);
        assertEquals(List.of(Presence.ONLINE, Presence.ONLINE, Presence.ONLINE), presences(boards));
        watched.awaitReply(Duration.ZERO);
        assertEquals(List.of(Presence.ONLINE, Presence.ONLINE, Presence.LATE), presences(boards));

        replies.arrive(new SiteReply.Failure(Boards.site(2), 0, SiteReply.Failure.Kind.REFUSED));
        watched.awaitReply(Duration.ZERO);
        assertEquals(
                Optional.of(SiteReply.Failure.Kind.REFUSED),
                boards.board.get().sites().get(2).failure());
        replies.arrive(update(2, 0));
        watched.awaitReply(Duration.ZERO);
        assertEquals(Presence.ONLINE, presence(boards, 2));
        assertEquals(Optional.empty(), boards.board.get().sites().get(2).failure());
        assertEquals(0, boards.board.get().sites().get(2).answered().orElseThrow());
    }

    @Test
    void watchedSites_areLateAfterHalfOfTheDeadline() {
        Boards boards = new Boards(3, 5, 10);
        boards.allOnline();
        boards.board.watch(new Replies()).broadcast(new Task("proteins-2031", 0, 1, Payload.empty(), Set.of()));
        boards.now = boards.now.plus(Duration.ofSeconds(151));
        assertEquals(List.of(Presence.LATE, Presence.LATE, Presence.LATE), presences(boards));
    }

    @Test
    void whoIsAwaited_isShownUntilTheDeadline_andNobodyAfterTheEnd() throws Exception {
        Boards boards = new Boards(3, 5, 10);
        boards.allOnline();
        Replies replies = new Replies();
        CoordinatorChannel watched = boards.board.watch(replies);
        assertEquals(List.of(), awaited(boards));
        Instant begins = boards.now.plus(Duration.ofHours(2));
        boards.board.awaitingSites(begins);
        assertEquals(List.of(), awaited(boards), "all are there");
        boards.link(2, false, boards.now);
        assertEquals(List.of(begins), awaited(boards));
        boards.link(2, true, boards.now);
        watched.broadcast(new Task("proteins-2031", 0, 1, Payload.empty(), Set.of()));
        Instant until = boards.now.plus(Duration.ofMinutes(5));
        assertEquals(List.of(until, until, until), awaited(boards));
        replies.arrive(update(0, 0));
        replies.arrive(new SiteReply.Failure(Boards.site(1), 0, SiteReply.Failure.Kind.REFUSED));
        watched.awaitReply(Duration.ZERO);
        watched.awaitReply(Duration.ZERO);
        assertEquals(List.of(until), awaited(boards), "a site that cannot answer has had its word");
        String said = PageParts.top(boards.board.get());
        assertTrue(said.contains("it waits for " + Boards.site(2).value() + " until "), said);
        watched.send(Boards.site(0), new CoordinatorMessage.Question("proteins-2031", 0, 1, Payload.empty()));
        assertEquals(List.of(until, until), awaited(boards), "a question is to be answered as well");
        boards.now = until.plusMillis(1);
        assertEquals(List.of(), awaited(boards));
        boards.now = until;
        boards.board.ended(StudyState.CONVERGED, "the rule was met");
        assertEquals(List.of(), awaited(boards));
    }

    private static List<Instant> awaited(Boards boards) {
        return boards.board.get().sites().stream()
                .flatMap(site -> site.awaitedUntil().stream())
                .toList();
    }

    @Test
    void status_followsTheConnectionsAndAddsRoundsUp() {
        Boards boards = new Boards(2, 5, 10);
        boards.rounds(0, 4);
        StudyStatus status = boards.board.get();
        assertEquals(4, status.roundsEnded());
        assertEquals(StudyStatus.Phase.RUNNING, status.phase());
        assertEquals(
                status.rounds().stream().mapToLong(round -> round.bytes().up()).sum(), status.bytesUp());
        assertEquals(4 * 2 * 210, status.bytesDown());
        assertSame(
                status.network().orElseThrow(),
                boards.board.get().network().orElseThrow(),
                "a network that did not change is not drawn again");

        boards.board.follow(() -> List.of(new SiteLink(
                Boards.site(1), true, 3, boards.now, new SiteLink.Traffic(1, 2, 3, 4, 5, 6), Optional.empty())));
        SiteStatus followed = boards.board.get().sites().get(1);
        assertEquals(3, followed.connections());
        assertEquals(5, followed.wireIn());
        assertEquals(6, followed.wireOut());
    }

    @Test
    void end_hasAReason() {
        Boards boards = new Boards(2, 5, 10);
        boards.board.ended(StudyState.QUORUM_NOT_MET, "1 of 2 sites answered round 3");
        assertEquals(Optional.of("QUORUM_NOT_MET"), boards.board.get().outcome());
        assertEquals(
                Optional.of("1 of 2 sites answered round 3"), boards.board.get().reason());
        assertEquals(StudyStatus.Phase.ENDED, boards.board.get().phase());
    }

    @Test
    void sitesOfAStudyWithoutReports_areShown() {
        Boards boards = new Boards(2, 5, 10);
        Participation sites = new Participation();
        sites.add(0, Set.of(Boards.site(0), Boards.site(1)));
        sites.standOut(Set.of(Boards.site(1)));
        boards.board.show(sites);
        assertFalse(boards.board.get().sites().get(0).outlying());
        assertTrue(boards.board.get().sites().get(1).outlying());
        assertEquals(1, boards.board.get().sites().get(0).roundsIn());
    }

    @Test
    void reported_isWhatTheSiteSaidLast() {
        Boards boards = new Boards(2, 5, 10);
        assertEquals(Optional.empty(), boards.board.get().sites().get(0).said().spending());
        boards.report(0, 0.25, 1e-8);
        assertEquals(
                Optional.of(new ReportedSpending(0.25, 1e-8)),
                boards.board.get().sites().get(0).said().spending());
        assertEquals(Optional.empty(), boards.board.get().sites().get(1).said().spending());
    }

    @Test
    void history_keepsTheFirstAndTheLastRoundAndABoundedNumber() {
        StatusBoard.RoundHistory history = new StatusBoard.RoundHistory();
        for (int round = 0; round < 5000; round++) {
            history.add(new RoundReport(
                    round,
                    Set.of(),
                    Set.of(),
                    new RoundReport.Consensus(0, 0, 0, 0),
                    new RoundReport.Penalties(0, 0, 0),
                    new PayloadBytes(0, 0),
                    0));
            List<RoundReport> kept = history.rounds();
            assertTrue(kept.size() <= StatusBoard.RoundHistory.MOST + 1);
            assertEquals(0, kept.get(0).round());
            assertEquals(round, kept.get(kept.size() - 1).round());
        }
        List<RoundReport> kept = history.rounds();
        assertTrue(kept.size() > StatusBoard.RoundHistory.MOST / 2);
        int stride = kept.get(1).round();
        for (int k = 1; k < kept.size() - 1; k++) {
            assertEquals(stride, kept.get(k).round() - kept.get(k - 1).round(), "evenly spread");
        }
        assertEquals(5000, history.count());
    }

    @Test
    void board_isReadWhileItIsWritten() throws Exception {
        Boards boards = new Boards(20, 8, 100_000);
        boards.allOnline();
        ExecutorService threads = Executors.newFixedThreadPool(3);
        try {
            Future<?> writing = threads.submit(() -> boards.rounds(0, 3000));
            Future<?> moving = threads.submit(() -> {
                for (int k = 0; k < 3000; k++) {
                    boards.link(k % 20, k % 3 != 0, Boards.START);
                }
            });
            Future<?> reading = threads.submit(() -> {
                int before = 0;
                while (!writing.isDone()) {
                    StudyStatus status = boards.board.get();
                    int last = status.last().map(report -> report.round() + 1).orElse(0);
                    assertEquals(status.roundsEnded(), last, "a snapshot is of one moment");
                    assertTrue(last >= before);
                    before = last;
                    StatusJson.of(status);
                    MetricsText.of(status);
                }
            });
            writing.get();
            moving.get();
            reading.get();
        } finally {
            threads.shutdownNow();
        }
        assertEquals(3000, boards.board.get().roundsEnded());
    }

    private static io.hedgerow.core.protocol.ProtectedUpdate update(int site, int round) {
        return new io.hedgerow.core.protocol.ProtectedUpdate(
                Boards.site(site), "proteins-2031", round, "plain", Payload.empty());
    }

    private static Presence presence(Boards boards, int site) {
        return presences(boards).get(site);
    }

    private static List<Presence> presences(Boards boards) {
        return boards.board.get().sites().stream().map(SiteStatus::presence).toList();
    }

    /** A channel whose replies come from a test. */
    private static final class Replies implements CoordinatorChannel {
        private final Deque<SiteReply> waiting = new ArrayDeque<>();

        void arrive(SiteReply reply) {
            waiting.add(reply);
        }

        @Override
        public Set<SiteId> sites() {
            return Set.of(Boards.site(0), Boards.site(1), Boards.site(2));
        }

        @Override
        public void broadcast(CoordinatorMessage message) {}

        @Override
        public void send(SiteId site, CoordinatorMessage.Question question) {}

        @Override
        public Optional<SiteReply> awaitReply(Duration timeout) {
            return Optional.ofNullable(waiting.poll());
        }
    }
}
