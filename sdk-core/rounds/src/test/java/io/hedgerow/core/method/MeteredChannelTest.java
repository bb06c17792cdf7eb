// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.method;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.hedgerow.core.federation.CoordinatorChannel;
import io.hedgerow.core.protocol.CoordinatorMessage;
import io.hedgerow.core.protocol.CoordinatorMessage.Outcome;
import io.hedgerow.core.protocol.CoordinatorMessage.Question;
import io.hedgerow.core.protocol.ProtectedUpdate;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.SiteReply;
import io.hedgerow.core.protocol.StudyState;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.encoding.Payload;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MeteredChannelTest {

    private static final List<SiteId> SITES = SiteId.numbered(3);

    private final List<CoordinatorMessage> sent = new ArrayList<>();
    private final Deque<SiteReply> replies = new ArrayDeque<>();

    private final MeteredChannel metered = new MeteredChannel(new CoordinatorChannel() {
        @Override
        public Set<SiteId> sites() {
            return Set.copyOf(SITES);
        }

        @Override
        public void broadcast(CoordinatorMessage message) {
            sent.add(message);
        }

        @Override
        public void send(SiteId site, Question question) {
            sent.add(question);
        }

        @Override
        public Optional<SiteReply> awaitReply(Duration timeout) {
            return Optional.ofNullable(replies.poll());
        }
    });

    private static Payload bytes(int size) {
        return Payload.copyOf(new byte[size]);
    }

    private static Outcome end(int size) {
        return new Outcome("s", StudyState.ROUNDS_COMPLETED, bytes(size));
    }

    @Test
    void tasks_countForEverySite_andSoDoesTheEndAfterThem() {
        Task task = new Task("s", 1, 1, bytes(10), Set.of());
        metered.broadcast(task);
        assertEquals(30, metered.bytesDown());
        metered.broadcast(end(4));
        assertEquals(42, metered.bytesDown());
        assertSame(task, sent.get(0));
        assertEquals(2, sent.size());
    }

    /** Of a release sites learn nothing but that it has ended, and of a dialogue only the answer is an update. */
    @Test
    void endWithoutATask_andQuestions_countForNothing() {
        metered.broadcast(end(4));
        metered.send(SITES.get(0), new Question("s", 1, 1, bytes(100)));
        assertEquals(0, metered.bytesDown());
        assertEquals(2, sent.size());
    }

    @Test
    void updates_countAsTheyArrive_andFailuresDoNot() throws Exception {
        replies.add(new ProtectedUpdate(SITES.get(0), "s", 1, "none", bytes(7)));
        replies.add(new ProtectedUpdate(SITES.get(1), "s", 1, "none", bytes(5)));
        replies.add(new SiteReply.Failure(SITES.get(2), 1, SiteReply.Failure.Kind.REFUSED));
        for (int k = 0; k < 4; k++) {
            metered.awaitReply(Duration.ZERO);
        }
        assertEquals(12, metered.bytesUp());
        assertEquals(0, metered.bytesDown());
    }
}
