// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.grpc.site;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.hedgerow.core.protocol.Task;
import io.hedgerow.transport.internal.grpc.Wires;
import io.hedgerow.transport.internal.link.FederationMethods;
import io.hedgerow.transport.internal.link.Inbox;
import io.hedgerow.transport.internal.wire.Frame;
import io.hedgerow.transport.internal.wire.MessageHeader;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a coordinator sends twice or in the wrong order, at the site's end. */
class ConversationTest {

    private final Conversation conversation;

    ConversationTest() throws Exception {
        conversation = new Conversation(Wires.siteOptions("a", 1), 0);
    }

    private void welcome(boolean resumed) {
        conversation.begin(new Frame.Welcome(FederationMethods.VERSION, "hub", 0, resumed, 0, 1));
    }

    private static Frame task(int number) {
        return new Frame.Opening(
                number, new MessageHeader.OfTask(number - 1, 1, Set.of()), 1, ByteBuffer.wrap(new byte[] {(byte) number
                }));
    }

    private List<Integer> rounds() {
        List<Integer> rounds = new ArrayList<>();
        while (conversation.hasMessage()) {
            rounds.add(((Task) conversation.take()).round());
        }
        return rounds;
    }

    @Test
    void messageThatComesAgain_isDropped_alsoOverAnotherStream() {
        welcome(false);
        conversation.accept(task(1));
        conversation.accept(task(1));
        conversation.accept(task(2));
        conversation.accept(task(1));
        assertEquals(List.of(0, 1), rounds());
        welcome(true);
        conversation.accept(task(2));
        assertFalse(conversation.hasMessage());
        conversation.accept(task(3));
        assertEquals(List.of(2), rounds());
    }

    @Test
    void messageBeforeItsTurn_isNotTaken_andNothingIsLost() {
        welcome(false);
        conversation.accept(task(1));
        assertThrows(Inbox.GapException.class, () -> conversation.accept(task(3)));
        assertEquals(1, conversation.hello().received());
        welcome(true);
        conversation.accept(task(2));
        conversation.accept(task(3));
        assertEquals(List.of(0, 1, 2), rounds());
    }
}
