// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.message;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.internal.text.Traces;
import io.hedgerow.secureagg.internal.key.Octets;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A message that was cut, or has a wrong byte: the refusal has its place and its size, and nothing of its content. */
class SpoiltMessagesTest {

    private static final int TRIALS = 200;

    private final Random random = new Random(3);

    @Test
    void refusals_haveNoContent() {
        for (Message message : MessageBytesTest.messages()) {
            byte[] good = message.encode().toBytes();
            Traces traces = new Traces().of(good);
            int refused = 0;
            for (int k = 0; k < TRIALS; k++) {
                byte[] bytes = spoilt(good);
                traces.of(bytes);
                StringWriter said = new StringWriter();
                for (boolean fromSite : new boolean[] {true, false}) {
                    try {
                        Message read = fromSite
                                ? Message.decodeFromSite(Octets.copyOf(bytes), 1)
                                : Message.decodeFromCoordinator(Octets.copyOf(bytes));
                        said.append(read.toString());
                    } catch (ViolationException e) {
                        refused++;
                        said.append(e.toString());
                        e.printStackTrace(new PrintWriter(said));
                    }
                }
                assertEquals(Optional.empty(), traces.in(said.toString()), said::toString);
            }
            assertTrue(refused > TRIALS / 4, message.getClass() + " was refused " + refused + " times");
        }
    }

    private byte[] spoilt(byte[] good) {
        byte[] bytes = random.nextBoolean() ? good.clone() : Arrays.copyOf(good, random.nextInt(good.length));
        if (bytes.length > 0) {
            bytes[random.nextInt(Math.min(bytes.length, 12))] = (byte) random.nextInt(256);
        }
        return bytes;
    }
}
