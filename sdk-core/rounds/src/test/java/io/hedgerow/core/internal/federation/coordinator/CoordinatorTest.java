// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.federation.coordinator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.federation.Aggregator;
import io.hedgerow.core.federation.Aggregator.Dialogue;
import io.hedgerow.core.federation.CoordinatorChannel;
import io.hedgerow.core.federation.Journal;
import io.hedgerow.core.federation.RoundReport;
import io.hedgerow.core.internal.federation.coordinator.Coordinator.StudyResult;
import io.hedgerow.core.internal.federation.site.Fixtures;
import io.hedgerow.core.internal.federation.site.ScriptedSolver;
import io.hedgerow.core.internal.federation.site.SiteSession;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.protocol.Aggregate;
import io.hedgerow.core.protocol.CoordinatorMessage;
import io.hedgerow.core.protocol.ProtectedUpdate;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.SiteReply;
import io.hedgerow.core.protocol.StudyState;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.Update;
import io.hedgerow.core.protocol.encoding.ChangeCodec;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.core.protocol.encoding.ProtocolException;
import io.hedgerow.core.protocol.encoding.SparseChange;
import io.hedgerow.core.study.CommunicationPolicy;
import io.hedgerow.core.study.RoundPolicy;
import io.hedgerow.core.study.Study;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class CoordinatorTest {

    private static final SiteId A = new SiteId("a");
    private static final SiteId B = new SiteId("b");

    private final Study study = Fixtures.study(2, 4, 1, CommunicationPolicy.economical(0.3));

    /** Real sessions behind a channel whose replies a test can drop, delay or repeat; waiting moves the clock. */
    private static final class TestChannel implements CoordinatorChannel {
        final Map<SiteId, SiteSession> sessions = new TreeMap<>();
        final List<CoordinatorMessage> sent = new ArrayList<>();
        final Deque<SiteReply> replies = new ArrayDeque<>();
        final Function<SiteReply, List<SiteReply>> network;
        long now;

        TestChannel(Study study, Function<SiteReply, List<SiteReply>> network) {
            this.network = network;
            sessions.put(A, Fixtures.session("a", study, new ScriptedSolver(1)));
            sessions.put(B, Fixtures.session("b", study, new ScriptedSolver(2)));
        }

        @Override
        public Set<SiteId> sites() {
            return sessions.keySet();
        }

        @Override
        public void broadcast(CoordinatorMessage message) {
            sent.add(message);
            if (message instanceof Task task) {
                sessions.values().forEach(session -> replies.addAll(network.apply(session.answer(task))));
            } else if (message instanceof CoordinatorMessage.Outcome outcome) {
                sessions.values().forEach(session -> session.finish(outcome));
            }
        }

        @Override
        public void send(SiteId site, CoordinatorMessage.Question question) {
            sent.add(question);
            Objects.requireNonNull(sessions.get(site)).answer(question).ifPresent(replies::add);
        }

        @Override
        public Optional<SiteReply> awaitReply(Duration timeout) {
            if (replies.isEmpty()) {
                now += timeout.toNanos();
                return Optional.empty();
            }
            return Optional.of(replies.remove());
        }

        StudyResult run(Study study) throws InterruptedException {
            return new Coordinator(
                            study,
                            this,
                            new InsecurePlainUpload(study),
                            new Fixtures.Centre(),
                            (report, consensus) -> {},
                            () -> now,
                            Journal.none())
                    .run();
        }
    }

    @Test
    void run_completesAllRoundsAndEveryoneHasTheSameConsensus() throws InterruptedException {
        TestChannel channel = new TestChannel(study, List::of);

        StudyResult result = channel.run(study);

        assertEquals(StudyState.ROUNDS_COMPLETED, result.state());
        assertEquals(4, result.rounds().size());
        assertEquals(result.consensus(), channel.sessions.get(A).consensus());
        assertEquals(result.consensus(), channel.sessions.get(B).consensus());
    }

    @Test
    void run_reportsTheBytesOfThePayloads() throws InterruptedException {
        List<Integer> sizes = new ArrayList<>();
        TestChannel channel = new TestChannel(study, reply -> {
            sizes.add(((ProtectedUpdate) reply).payload().size());
            return List.of(reply);
        });

        StudyResult result = channel.run(study);

        assertEquals(
                sizes.stream().mapToLong(Integer::longValue).sum(),
                result.rounds().stream().mapToLong(round -> round.bytes().up()).sum());
        long down = 0;
        for (CoordinatorMessage message : channel.sent) {
            Payload payload = message instanceof Task task
                    ? task.consensusChange()
                    : ((CoordinatorMessage.Outcome) message).consensusChange();
            down += 2L * payload.size();
        }
        assertEquals(
                down,
                result.rounds().stream()
                        .mapToLong(round -> round.bytes().down())
                        .sum());
    }

    @Test
    void run_whenASiteStaysSilent_goesOnAfterTheDeadlineWithTheQuorum() throws InterruptedException {
        TestChannel channel = new TestChannel(
                study, reply -> reply.site().equals(B) && reply.round() == 1 ? List.of() : List.of(reply));

        StudyResult result = channel.run(study);

        assertEquals(
                List.of(2, 1, 2, 2),
                result.rounds().stream().map(RoundReport::sites).toList());
        assertEquals(study.policy().deadline().toNanos(), channel.now, "only the silent round waits");
        assertEquals(Set.of(A), ((Task) channel.sent.get(2)).included());
        assertEquals(result.consensus(), channel.sessions.get(B).consensus());
    }

    @Test
    void run_whenASiteFails_doesNotWaitForIt() throws InterruptedException {
        TestChannel channel = new TestChannel(
                study,
                reply -> reply.site().equals(B)
                        ? List.of(new SiteReply.Failure(B, reply.round(), SiteReply.Failure.Kind.REFUSED))
                        : List.of(reply));

        StudyResult result = channel.run(study);

        assertEquals(0, channel.now);
        assertEquals(
                List.of(1, 1, 1, 1),
                result.rounds().stream().map(RoundReport::sites).toList());
    }

    @Test
    void run_belowTheQuorum_endsWithThatStateAndNoFurtherRound() throws InterruptedException {
        Study both = Fixtures.study(2, 4, 2, CommunicationPolicy.exact());
        TestChannel channel = new TestChannel(
                both, reply -> reply.site().equals(B) && reply.round() == 2 ? List.of() : List.of(reply));

        StudyResult result = channel.run(both);

        assertEquals(StudyState.QUORUM_NOT_MET, result.state());
        assertEquals(2, result.rounds().size());
        assertTrue(channel.sent.get(3) instanceof CoordinatorMessage.Outcome outcome
                && outcome.state() == StudyState.QUORUM_NOT_MET);
    }

    @Test
    void run_ignoresDuplicateForeignAndLateReplies() throws InterruptedException {
        StudyResult expected = new TestChannel(study, List::of).run(study);
        List<SiteReply> held = new ArrayList<>();
        TestChannel channel = new TestChannel(study, reply -> {
            held.add(reply);
            SiteReply foreign =
                    new SiteReply.Failure(new SiteId("stranger"), reply.round(), SiteReply.Failure.Kind.INTERNAL);
            return List.of(held.get(0), foreign, reply, reply);
        });

        StudyResult result = channel.run(study);

        assertEquals(expected.consensus(), result.consensus());
        assertEquals(
                List.of(2, 2, 2, 2),
                result.rounds().stream().map(RoundReport::sites).toList());
    }

    private static SiteReply with(SiteReply reply, String named, Payload payload) {
        return new ProtectedUpdate(reply.site(), named, reply.round(), "insecure-plain", payload);
    }

    @Test
    void run_whenOneUpdateIsMalformed_goesOnAtOnceWithoutIt() throws InterruptedException {
        Payload junk = Payload.copyOf(new byte[] {9, 9, 9});
        TestChannel channel =
                new TestChannel(study, reply -> List.of(reply.site().equals(B) ? with(reply, "study", junk) : reply));

        StudyResult result = channel.run(study);

        assertEquals(StudyState.ROUNDS_COMPLETED, result.state());
        assertEquals(0, channel.now, "its sender has had its word");
        assertEquals(
                List.of(1, 1, 1, 1),
                result.rounds().stream().map(RoundReport::sites).toList());
        assertEquals(Set.of(A), ((Task) channel.sent.get(1)).included());
        assertEquals(result.consensus(), channel.sessions.get(B).consensus());
    }

    @Test
    void run_whenMalformedUpdatesLeaveTooFew_endsBelowTheQuorum() throws InterruptedException {
        Study both = Fixtures.study(2, 4, 2, CommunicationPolicy.exact());
        TestChannel channel = new TestChannel(
                both, reply -> List.of(reply.site().equals(B) ? with(reply, "study", Payload.empty()) : reply));

        assertEquals(StudyState.QUORUM_NOT_MET, channel.run(both).state());
    }

    @Test
    void run_ignoresUpdatesOfAnotherStudy() throws InterruptedException {
        StudyResult expected = new TestChannel(study, List::of).run(study);
        TestChannel channel = new TestChannel(
                study, reply -> List.of(with(reply, "another", ((ProtectedUpdate) reply).payload()), reply));

        assertEquals(expected.consensus(), channel.run(study).consensus());
    }

    @Test
    void run_whenAValueIsNearTheLargestDouble_endsAsDivergedAndTellsTheSites() throws InterruptedException {
        Study exact = Fixtures.study(2, 4, 1, CommunicationPolicy.exact());
        Payload huge = new ChangeCodec(9, exact.communication())
                .encode(SparseChange.of(new int[] {1}, new double[] {Double.MAX_VALUE}));
        TestChannel channel = new TestChannel(exact, reply -> List.of(with(reply, "study", huge)));

        StudyResult result = channel.run(exact);

        assertEquals(StudyState.DIVERGED, result.state());
        assertEquals(Parameters.zeros(9), result.consensus());
        assertTrue(channel.sent.get(1) instanceof CoordinatorMessage.Outcome outcome
                && outcome.state() == StudyState.DIVERGED);
    }

    @Test
    void run_whenNoSumCanBeFormed_endsWithThatState() throws InterruptedException {
        TestChannel channel = new TestChannel(study, List::of);
        Aggregator broken = new Aggregator() {
            @Override
            public Update.Form form() {
                return Update.Form.SUMMED_CHANGE;
            }

            @Override
            public String id() {
                return "broken";
            }

            @Override
            public void check(int round, ProtectedUpdate update) {}

            @Override
            public Aggregate aggregate(int round, List<ProtectedUpdate> updates, Dialogue dialogue) {
                throw new ProtocolException("too few shares");
            }
        };
        Coordinator coordinator = new Coordinator(
                study, channel, broken, new Fixtures.Centre(), (report, w) -> {}, () -> channel.now, Journal.none());

        assertEquals(StudyState.AGGREGATION_FAILED, coordinator.run().state());
        assertEquals(2, channel.sent.size(), "one task and the outcome");
    }

    @Test
    void run_twice_isRefused() throws InterruptedException {
        TestChannel channel = new TestChannel(study, List::of);
        Coordinator coordinator = new Coordinator(
                study,
                channel,
                new InsecurePlainUpload(study),
                new Fixtures.Centre(),
                (report, w) -> {},
                () -> channel.now,
                Journal.none());
        coordinator.run();
        assertThrows(IllegalStateException.class, coordinator::run);
    }

    @Test
    void run_withADeadlineBeyondAnyClock_doesNotOverflow() throws InterruptedException {
        Study patient = new Study(
                study.name(),
                study.schema(),
                study.layout(),
                2,
                new RoundPolicy(1, Duration.ofSeconds(Long.MAX_VALUE), RoundPolicy.Convergence.never()),
                study.form());
        TestChannel channel = new TestChannel(patient, List::of);
        channel.now = Long.MAX_VALUE - 5;
        assertEquals(StudyState.ROUNDS_COMPLETED, channel.run(patient).state());
    }

    @Test
    void run_whenTheRuleIsMet_convergesEarly() throws InterruptedException {
        RoundPolicy.Convergence easy = new RoundPolicy.Convergence(1, 1e9, 1e9, true);
        Study converging = new Study(
                study.name(),
                study.schema(),
                study.layout(),
                2,
                new RoundPolicy(1, Duration.ofSeconds(1), easy),
                study.form());

        StudyResult result = new TestChannel(converging, List::of).run(converging);

        assertEquals(StudyState.CONVERGED, result.state());
        assertEquals(1, result.rounds().size());
    }

    @Test
    void run_addsRho1TimesAcyclicityToAlpha() throws InterruptedException {
        StudyResult result = new TestChannel(study, List::of).run(study);
        // eq. 6 of paper 002 with ρ1 = 10 and the fixture's h = 0.25 in each of four rounds
        assertEquals(
                List.of(2.5, 5.0, 7.5, 10.0),
                result.rounds().stream().map(round -> round.penalties().alpha()).toList());
    }

    @Test
    void constructor_whenTheChannelReachesOtherSites_isRefused() {
        Study three = Fixtures.study(3, 4, 1, CommunicationPolicy.exact());
        TestChannel channel = new TestChannel(study, List::of);
        assertThrows(IllegalArgumentException.class, () -> channel.run(three));
    }
}
