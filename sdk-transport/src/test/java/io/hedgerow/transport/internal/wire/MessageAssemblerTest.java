// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.transport.internal.link.Outbox.FrameCutter;
import io.hedgerow.transport.internal.wire.MessageAssembler.MessageTooLargeException;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MessageAssemblerTest {

    private static final MessageHeader HEADING = new MessageHeader.OfUpdate(0, "test");

    private static WireMessage wireMessage(int size) {
        byte[] bytes = new byte[size];
        for (int i = 0; i < size; i++) {
            bytes[i] = (byte) i;
        }
        return new WireMessage(HEADING, Payload.copyOf(bytes));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 9, 10, 11, 20, 1001})
    void cutLetters_areWholeAgain(int size) {
        FrameCutter cutter = new FrameCutter(3, wireMessage(size), 10);
        MessageAssembler assembler = new MessageAssembler(size);
        int frames = 0;
        Optional<WireMessage> whole = Optional.empty();
        while (cutter.hasNext()) {
            assertTrue(whole.isEmpty());
            Frame frame = cutter.next();
            frames++;
            whole = frame instanceof Frame.Opening opening
                    ? assembler.accept(opening)
                    : assembler.accept((Frame.Part) frame);
        }
        assertEquals(wireMessage(size), whole.orElseThrow());
        assertEquals(Math.max(1, (size + 9) / 10), frames);
        assertThrows(IllegalStateException.class, cutter::next);
    }

    @Test
    void letterBeyondTheLimit_isRefusedAtItsOpening() {
        MessageAssembler assembler = new MessageAssembler(10);
        MessageTooLargeException e = assertThrows(
                MessageTooLargeException.class,
                () -> assembler.accept(new Frame.Opening(1, HEADING, 11, ByteBuffer.allocate(0))));
        assertTrue(e.getMessage().contains("11") && e.getMessage().contains("10"), e.getMessage());
    }

    @Test
    void announcedMemory_isNotTakenBeforeItIsFilled() {
        // 2 GiB are announced to each of a thousand; with 1 GiB of heap, taking them at once would end the test
        for (int i = 0; i < 1000; i++) {
            assertFalse(new MessageAssembler(Integer.MAX_VALUE)
                    .accept(new Frame.Opening(1, HEADING, Integer.MAX_VALUE, ByteBuffer.wrap(new byte[] {1})))
                    .isPresent());
        }
    }
}
