// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.federation.coordinator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.federation.CoordinatorChannel;
import io.hedgerow.core.internal.federation.site.Fixtures;
import io.hedgerow.core.protocol.CoordinatorMessage;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.SiteReply;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.core.study.CommunicationPolicy;
import io.hedgerow.core.study.Study;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** What the coordinator's aggregator and the sites' protectors say to each other. */
class RoundDialogueTest {

    private static final SiteId A = new SiteId("a");
    private static final SiteId B = new SiteId("b");
    private static final Payload HELLO = Payload.copyOf(new byte[] {1});
    private static final Payload WORLD = Payload.copyOf(new byte[] {2});

    /** Answers at once, as a function says; its clock moves on by a second each time it has nothing. */
    private static final class Scripted implements CoordinatorChannel {
        final Deque<SiteReply> replies = new ArrayDeque<>();
        final List<CoordinatorMessage.Question> asked = new ArrayList<>();
        final Function<Map.Entry<SiteId, CoordinatorMessage.Question>, List<SiteReply>> answers;
        long now;

        Scripted(Function<Map.Entry<SiteId, CoordinatorMessage.Question>, List<SiteReply>> answers) {
            this.answers = answers;
        }

        @Override
        public Set<SiteId> sites() {
            return Set.of(A, B);
        }

        @Override
        public void broadcast(CoordinatorMessage message) {
            throw new AssertionError("a question is for one site");
        }

        @Override
        public void send(SiteId site, CoordinatorMessage.Question question) {
            asked.add(question);
            replies.addAll(answers.apply(Map.entry(site, question)));
        }

        @Override
        public Optional<SiteReply> awaitReply(Duration timeout) {
            if (replies.isEmpty()) {
                now += timeout.toNanos();
            }
            return Optional.ofNullable(replies.poll());
        }
    }

    private static RoundDialogue dialogue(Study study, Scripted channel) {
        return new RoundDialogue(study, channel, () -> channel.now, 3);
    }

    private static SiteReply.Answer answer(Map.Entry<SiteId, CoordinatorMessage.Question> asked, Payload payload) {
        CoordinatorMessage.Question question = asked.getValue();
        return new SiteReply.Answer(asked.getKey(), question.study(), question.round(), question.serial(), payload);
    }

    @Test
    void ask_returnsTheAnswersOfThoseAsked() throws InterruptedException {
        Study study = Fixtures.study(2, 5, 2, CommunicationPolicy.exact());
        Scripted channel = new Scripted(asked -> List.of(answer(asked, WORLD)));
        assertEquals(Map.of(A, WORLD), dialogue(study, channel).ask(Map.of(A, HELLO)));
        assertEquals(HELLO, channel.asked.get(0).payload());
        assertEquals(3, channel.asked.get(0).round());
    }

    @Test
    void ask_whenASiteIsSilent_returnsTheOthersAtTheDeadline() throws InterruptedException {
        Study study = Fixtures.study(2, 5, 2, CommunicationPolicy.exact());
        Scripted channel = new Scripted(asked -> asked.getKey().equals(A) ? List.of(answer(asked, WORLD)) : List.of());
        assertEquals(Map.of(A, WORLD), dialogue(study, channel).ask(new TreeMap<>(Map.of(A, HELLO, B, HELLO))));
        assertTrue(channel.now >= study.policy().deadline().toNanos());
    }

    @Test
    void ask_whenASiteFails_doesNotWaitForIt() throws InterruptedException {
        Scripted channel = new Scripted(
                asked -> List.of(new SiteReply.Failure(asked.getKey(), 3, SiteReply.Failure.Kind.PROTOCOL)));
        assertTrue(dialogue(Fixtures.study(2, 5, 2, CommunicationPolicy.exact()), channel)
                .ask(Map.of(A, HELLO, B, HELLO))
                .isEmpty());
        assertEquals(0, channel.now, "nobody was waited for");
    }

    @Test
    void ask_takesNoAnswerToAnotherQuestionRoundOrStudy() throws InterruptedException {
        Scripted channel = new Scripted(asked -> {
            CoordinatorMessage.Question q = asked.getValue();
            SiteId site = asked.getKey();
            return List.of(
                    new SiteReply.Answer(site, q.study(), q.round(), q.serial() - 1, HELLO),
                    new SiteReply.Answer(site, q.study(), q.round() - 1, q.serial(), HELLO),
                    new SiteReply.Answer(site, "another", q.round(), q.serial(), HELLO),
                    new SiteReply.Answer(new SiteId("stranger"), q.study(), q.round(), q.serial(), HELLO),
                    new SiteReply.Failure(site, q.round() - 1, SiteReply.Failure.Kind.INTERNAL),
                    answer(asked, WORLD),
                    answer(asked, HELLO));
        });
        assertEquals(
                Map.of(A, WORLD),
                dialogue(Fixtures.study(2, 5, 2, CommunicationPolicy.exact()), channel)
                        .ask(Map.of(A, HELLO)));
    }

    @Test
    void twoQuestionsHaveTwoSerials() throws InterruptedException {
        Scripted channel = new Scripted(asked -> List.of(answer(asked, WORLD)));
        RoundDialogue dialogue = dialogue(Fixtures.study(2, 5, 2, CommunicationPolicy.exact()), channel);
        dialogue.ask(Map.of(A, HELLO));
        dialogue.tell(Map.of(A, HELLO));
        assertFalse(channel.asked.get(0).serial() == channel.asked.get(1).serial());
        assertThrows(UnsupportedOperationException.class, () -> dialogue.sites().clear());
    }
}
