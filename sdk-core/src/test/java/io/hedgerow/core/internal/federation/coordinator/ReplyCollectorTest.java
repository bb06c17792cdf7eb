// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.federation.coordinator;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hedgerow.core.federation.CoordinatorChannel;
import io.hedgerow.core.internal.federation.site.Fixtures;
import io.hedgerow.core.protocol.CoordinatorMessage;
import io.hedgerow.core.protocol.ProtectedUpdate;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.SiteReply;
import io.hedgerow.core.protocol.StudyState;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.Update;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.core.protocol.encoding.ProtocolException;
import io.hedgerow.core.protocol.encoding.SparseChange;
import io.hedgerow.core.study.CommunicationPolicy;
import io.hedgerow.core.study.Study;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which of a site's messages are its word on a task. */
class ReplyCollectorTest {

    private static final SiteId A = new SiteId("a");
    private static final SiteId B = new SiteId("b");

    private final Study study = ofQuorum(2);
    private final long deadline = study.policy().deadline().toNanos();
    private final InsecurePlainUpload plain = new InsecurePlainUpload(study);
    private final Deque<SiteReply> replies = new ArrayDeque<>();
    private final List<Integer> needs = new ArrayList<>();
    private Set<SiteId> excluded = Set.of();
    private Optional<ProtocolException> hopeless = Optional.empty();
    private long now;

    private final CoordinatorChannel channel = new CoordinatorChannel() {
        @Override
        public Set<SiteId> sites() {
            return Set.of(A, B);
        }

        @Override
        public void broadcast(CoordinatorMessage message) {
            // what came is in the queue
        }

        @Override
        public Set<SiteId> excluded() {
            return excluded;
        }

        @Override
        public void needs(int sites) {
            needs.add(sites);
        }

        @Override
        public void send(SiteId site, CoordinatorMessage.Question question) {
            throw new AssertionError("nothing is asked");
        }

        @Override
        public Optional<SiteReply> awaitReply(Duration timeout) {
            if (hopeless.isPresent()) {
                throw hopeless.get();
            }
            if (replies.isEmpty()) {
                now += timeout.toNanos();
            }
            return Optional.ofNullable(replies.poll());
        }
    };

    /** Two sites. */
    private static Study ofQuorum(int quorum) {
        return Fixtures.study(2, 5, quorum, CommunicationPolicy.exact());
    }

    /** Nanoseconds of a round of which these sites answer. */
    private long took(ReplyCollector collector, InsecurePlainUpload upload, int round, SiteId... answering)
            throws InterruptedException {
        for (SiteId site : answering) {
            replies.add(upload.protect(
                    new Update(site, study.name(), round, SparseChange.of(new int[] {1}, new double[] {2}))));
        }
        long before = now;
        collector.run(new Task(study.name(), round, study.admm().rho2().at(0), Payload.empty(), Set.of()));
        return now - before;
    }

    @Test
    void siteThatMissedADeadline_costsOne_untilItIsBack() throws InterruptedException {
        Study some = ofQuorum(1);
        InsecurePlainUpload upload = new InsecurePlainUpload(some);
        ReplyCollector collector = new ReplyCollector(some, channel, upload, () -> now);
        assertEquals(0, took(collector, upload, 0, A, B));
        assertEquals(deadline, took(collector, upload, 1, A), "it might still come");
        assertEquals(0, took(collector, upload, 2, A));
        assertEquals(0, took(collector, upload, 3, A));
        // its late answer to an earlier round shows that it is there
        replies.add(upload.protect(new Update(B, study.name(), 3, SparseChange.of(new int[] {1}, new double[] {2}))));
        assertEquals(0, took(collector, upload, 4, A, B));
        assertEquals(deadline, took(collector, upload, 5, A), "it is waited for again");
        assertEquals(deadline, took(collector, upload, 6), "without a quorum nobody is skipped");
    }

    @Test
    void siteThatIsNeeded_isWaitedForInEveryRound() throws InterruptedException {
        ReplyCollector collector = new ReplyCollector(study, channel, plain, () -> now);
        assertEquals(deadline, took(collector, plain, 0, A));
        assertEquals(deadline, took(collector, plain, 1, A));
    }

    @Test
    void siteThatTheOperatorExcluded_isNotWaitedFor_andTheRoundNeedsTheOthers() throws InterruptedException {
        excluded = Set.of(B);
        replies.add(update(A));
        ReplyCollector.Round round = run();
        assertEquals(Set.of(A), round.aggregate().orElseThrow().included());
        assertEquals(0, now);
        assertEquals(List.of(1, 0), needs, "one site while it waits, and whatever comes while it sums");
        replies.add(update(B));
        assertEquals(Optional.empty(), run().aggregate(), "what it sent before is not in a sum");
    }

    @Test
    void siteExcludedWhileARoundWaits_theRoundIsAskedAgain() throws InterruptedException {
        replies.add(update(B));
        hopeless = Optional.of(new RepeatRoundException("excluded"));
        ReplyCollector.Round round = run();
        assertEquals(ReplyCollector.ATTEMPTS, needs.size(), "each time");
        assertEquals(Optional.empty(), round.aggregate());
    }

    @Test
    void roundThatIsGivenUp_endsAtOnceWithThatReason() throws InterruptedException {
        hopeless = Optional.of(new GivenUpException("site b cannot answer: its home was lost"));
        ReplyCollector.Round round = run();
        assertEquals("round 0 has no sum: site b cannot answer: its home was lost", round.reason());
        assertEquals(StudyState.QUORUM_NOT_MET, round.failure(2));
        assertEquals(0, now);
        assertEquals(List.of(2), needs);
    }

    private ReplyCollector.Round run() throws InterruptedException {
        return new ReplyCollector(study, channel, plain, () -> now)
                .run(new Task(study.name(), 0, study.admm().rho2().at(0), Payload.empty(), Set.of()));
    }

    private ProtectedUpdate update(SiteId site) {
        return plain.protect(new Update(site, study.name(), 0, SparseChange.of(new int[] {1}, new double[] {2})));
    }

    /** It was asked before the task and answered when nobody waited any more: its update comes behind. */
    @Test
    void lateAnswerToAQuestion_isNotTheWordOnTheTask() throws InterruptedException {
        replies.add(new SiteReply.Answer(A, study.name(), 0, 7, Payload.empty()));
        replies.add(update(B));
        replies.add(update(A));
        ReplyCollector.Round round = run();
        assertEquals(2, round.updates().size());
        assertEquals(Set.of(A, B), round.aggregate().orElseThrow().included());
    }

    @Test
    void failure_isTheWordOnTheTask() throws InterruptedException {
        replies.add(new SiteReply.Failure(A, 0, SiteReply.Failure.Kind.INTERNAL));
        replies.add(update(B));
        replies.add(update(A));
        assertEquals(1, run().updates().size());
    }
}
