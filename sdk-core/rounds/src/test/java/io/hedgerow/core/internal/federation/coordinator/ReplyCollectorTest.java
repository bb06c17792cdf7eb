// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.federation.coordinator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.federation.CoordinatorChannel;
import io.hedgerow.core.internal.federation.site.Fixtures;
import io.hedgerow.core.internal.protocol.GivenUpException;
import io.hedgerow.core.internal.protocol.RepeatRoundException;
import io.hedgerow.core.privacy.PrivacyException;
import io.hedgerow.core.protocol.CoordinatorMessage;
import io.hedgerow.core.protocol.ProtectedUpdate;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.SiteReply;
import io.hedgerow.core.protocol.SiteReply.Failure.Prospect;
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
    private Set<SiteId> sites = Set.of(A, B);
    private Set<SiteId> excluded = Set.of();
    private Optional<ProtocolException> hopeless = Optional.empty();
    private long now;
    /** When enough sites are there to send the task. */
    private long sentAt;

    private final CoordinatorChannel channel = new CoordinatorChannel() {
        @Override
        public Set<SiteId> sites() {
            return sites;
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
        public boolean holds() {
            return now < sentAt;
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
        collector.run(new Task(study.name(), round, study.rho2(0), Payload.empty(), Set.of()));
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

    private SiteReply failure(SiteId site, Prospect prospect) {
        return new SiteReply.Failure(site, 0, SiteReply.Failure.Kind.DATA_UNUSABLE, Optional.empty(), prospect);
    }

    private ReplyCollector.Round round(int round) throws InterruptedException {
        return new ReplyCollector(study, channel, plain, () -> now)
                .run(new Task(study.name(), round, study.rho2(0), Payload.empty(), Set.of()));
    }

    @Test
    void siteThatCannotReadItsRowsYet_isWaitedForUntilTheDeadline_andItsUpdateCounts() throws InterruptedException {
        replies.add(failure(B, Prospect.OPEN));
        assertEquals(
                0, took(new ReplyCollector(study, channel, plain, () -> now), plain, 0, A, B), "it came after all");
        replies.add(failure(B, Prospect.OPEN));
        long before = now;
        ReplyCollector.Round ended = round(0);
        assertEquals(deadline, now - before);
        assertEquals(StudyState.QUORUM_NOT_MET, ended.failure(2));
    }

    @Test
    void siteWhoseRoundIsLost_endsTheStudyForGood_whereTheQuorumNeedsIt() throws InterruptedException {
        replies.add(failure(A, Prospect.LOST));
        ReplyCollector.Round ended = round(0);
        assertEquals(0, now, "at once: the others may take as long as they want");
        assertEquals(StudyState.AGGREGATION_FAILED, ended.failure(2));
        assertTrue(ended.reason().contains("round 0 is lost: site a has no update"), ended.reason());
        assertTrue(ended.reason().contains("does not help to start this study again"), ended.reason());
        assertTrue(ended.reason().endsWith("have another plan signed"), ended.reason());
        replies.add(failure(A, Prospect.UNSAID));
        replies.add(failure(B, Prospect.UNSAID));
        assertEquals(StudyState.QUORUM_NOT_MET, round(0).failure(2));
    }

    /** One of three may be missing; the second one has refused, and no start brings it back. */
    @Test
    void siteWhoseRoundIsLost_countsTogetherWithThoseThatHaveDecidedAgainstIt() throws InterruptedException {
        SiteReply undecided = refusal(B, PrivacyException.Reason.UNDECIDED);
        replies.addAll(List.of(failure(A, Prospect.LOST), undecided));
        assertEquals(StudyState.QUORUM_NOT_MET, ofThree().failure(2));
        assertEquals(deadline, now);
        replies.addAll(List.of(refusal(B, PrivacyException.Reason.PERSON), failure(A, Prospect.LOST)));
        assertEquals(StudyState.AGGREGATION_FAILED, ofThree().failure(2));
        assertEquals(deadline, now, "at once");
        replies.add(refusal(B, PrivacyException.Reason.PERSON));
        assertEquals(StudyState.QUORUM_NOT_MET, ofThree().failure(2), "nothing is lost");
    }

    private static SiteReply refusal(SiteId site, PrivacyException.Reason reason) {
        return new SiteReply.Failure(site, 0, SiteReply.Failure.Kind.REFUSED, Optional.of(reason), Prospect.UNSAID);
    }

    private ReplyCollector.Round ofThree() throws InterruptedException {
        sites = Set.of(A, B, new SiteId("c"));
        Study three = Fixtures.study(3, 5, 2, CommunicationPolicy.exact());
        return new ReplyCollector(three, channel, new InsecurePlainUpload(three), () -> now)
                .run(new Task(three.name(), 0, three.rho2(0), Payload.empty(), Set.of()));
    }

    /** The last site comes just before the deadline: the task goes out, and all are charged. */
    @Test
    void taskThatWaitedForItsSites_hasTheWholeDeadlineFromWhenItWasSent() throws InterruptedException {
        sentAt = deadline;
        assertEquals(2 * deadline, took(new ReplyCollector(study, channel, plain, () -> now), plain, 0));
        sentAt = Long.MAX_VALUE;
        assertEquals(deadline, took(new ReplyCollector(study, channel, plain, () -> now), plain, 0));
    }

    /** A coordinator was started again, and sites that were never there together sent what they had stored. */
    @Test
    void taskThatWasNeverSent_hasNoSum_andGoesOnWhenAllAreStartedAgain() throws InterruptedException {
        sentAt = Long.MAX_VALUE;
        replies.addAll(List.of(update(A), update(B)));
        ReplyCollector.Round round = run();
        assertEquals(Optional.empty(), round.aggregate());
        assertEquals(StudyState.QUORUM_NOT_MET, round.failure(2));
    }

    /** All are back, and each has sent what it had stored before the coordinator looked who is there. */
    @Test
    void storedUpdates_thatComeBeforeTheTaskIsSent_areSummedWhenItIs() throws InterruptedException {
        sentAt = 1;
        replies.addAll(List.of(update(A), update(B)));
        assertEquals(Set.of(A, B), run().aggregate().orElseThrow().included());
    }

    @Test
    void siteThatMissedADeadline_andSaysThatItsDataAreAway_isNotWaitedForAgain() throws InterruptedException {
        Study some = ofQuorum(1);
        InsecurePlainUpload upload = new InsecurePlainUpload(some);
        ReplyCollector collector = new ReplyCollector(some, channel, upload, () -> now);
        replies.add(failure(B, Prospect.OPEN));
        assertEquals(deadline, took(collector, upload, 0, A), "its update might still come");
        for (int round = 1; round < 4; round++) {
            // of a round before, and of this one
            replies.addAll(List.of(failure(B, Prospect.OPEN), openIn(round)));
            assertEquals(0, took(collector, upload, round, A), "round " + round);
        }
        assertEquals(0, took(collector, upload, 4, A, B));
        assertEquals(deadline, took(collector, upload, 5, A), "it is waited for again");
    }

    private static SiteReply openIn(int round) {
        return new SiteReply.Failure(B, round, SiteReply.Failure.Kind.DATA_UNUSABLE, Optional.empty(), Prospect.OPEN);
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
                .run(new Task(study.name(), 0, study.rho2(0), Payload.empty(), Set.of()));
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
