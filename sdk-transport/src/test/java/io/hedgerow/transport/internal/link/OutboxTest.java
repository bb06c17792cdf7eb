// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.transport.internal.wire.Frame;
import io.hedgerow.transport.internal.wire.MessageHeader;
import io.hedgerow.transport.internal.wire.WireMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OutboxTest {

    private static Outbox outbox(int... sizes) {
        Outbox outbox = new Outbox(10);
        for (int i = 0; i < sizes.length; i++) {
            outbox.add(new WireMessage(new MessageHeader.OfUpdate(i, "test"), Payload.copyOf(new byte[sizes[i]])));
        }
        return outbox;
    }

    private static List<String> drain(Outbox outbox) {
        List<String> frames = new ArrayList<>();
        for (Optional<Frame> frame = outbox.next(); frame.isPresent(); frame = outbox.next()) {
            if (frame.get() instanceof Frame.Opening opening) {
                frames.add("opening " + opening.number());
            } else if (frame.get() instanceof Frame.Taken taken) {
                frames.add("taken " + taken.number());
            } else {
                frames.add("part");
            }
        }
        return frames;
    }

    @Test
    void letters_areSentOncePerConnectionAndKeptUntilTaken() {
        Outbox outbox = outbox(5, 25, 0);
        assertEquals(List.of("opening 1", "opening 2", "part", "part", "opening 3"), drain(outbox));
        assertTrue(outbox.isSent() && !outbox.isEmpty());
        outbox.wasTaken(1);
        assertEquals(2, outbox.oldest());
        outbox.resume(2);
        assertEquals(List.of("opening 3"), drain(outbox));
        outbox.wasTaken(3);
        assertTrue(outbox.isEmpty());
        assertEquals(4, outbox.oldest());
    }

    @Test
    void letterThatWasCutShort_startsAgain() {
        Outbox outbox = outbox(25);
        assertTrue(outbox.next().orElseThrow() instanceof Frame.Opening);
        assertTrue(outbox.next().orElseThrow() instanceof Frame.Part);
        outbox.resume(0);
        assertEquals(List.of("opening 1", "part", "part"), drain(outbox));
    }

    @Test
    void whatWasTaken_isSaidOnEveryConnection() {
        Outbox outbox = outbox();
        outbox.say(4);
        outbox.say(3);
        assertFalse(outbox.isSent());
        assertEquals(List.of("taken 4"), drain(outbox));
        outbox.resume(0);
        assertEquals(List.of("taken 4"), drain(outbox));
        outbox.sayNothing();
        assertEquals(List.of(), drain(outbox));
    }

    /** A process that is killed in between is asked again. */
    @Test
    void whatWasTaken_isSaidBehindWhatAnswersIt() {
        Outbox outbox = outbox(5, 25);
        outbox.say(4);
        assertEquals(List.of("opening 1", "opening 2", "part", "part", "taken 4"), drain(outbox));
    }

    @Test
    void peerThatClaimsTheImpossible_isRefused() {
        Outbox outbox = outbox(1, 1);
        assertTrue(outbox.next().isPresent());
        assertThrows(IllegalArgumentException.class, () -> outbox.wasTaken(2));
        assertThrows(IllegalArgumentException.class, () -> outbox.resume(3));
        outbox.wasTaken(1);
        assertThrows(IllegalArgumentException.class, () -> outbox.resume(0));
    }
}
