// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.grpc;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.protocol.ProtectedUpdate;
import io.hedgerow.transport.channel.RefusedException.Refusal;
import io.hedgerow.transport.internal.grpc.coordinator.GrpcCoordinator;
import io.hedgerow.transport.internal.wire.Frame;
import io.hedgerow.transport.internal.wire.MessageHeader;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Messages that come twice, in the wrong order, or against the rules, at the coordinator's door. */
@Tag("slow")
@Timeout(60)
class ResendTest {

    private static final Duration LONG = Duration.ofSeconds(30);

    private static Frame opening(long number, int round, int size, byte... part) {
        return new Frame.Opening(number, new MessageHeader.OfUpdate(round, "test"), size, ByteBuffer.wrap(part));
    }

    private static RawStream join(RefusalTest.RawClient client) throws Exception {
        RawStream stream = client.open().send(RawStream.hello("one"));
        assertTrue(stream.await() instanceof Frame.Welcome);
        return stream;
    }

    @Test
    void duplicates_areDroppedAlsoAcrossStreams() throws Exception {
        try (GrpcCoordinator coordinator = Wires.coordinator("a");
                RefusalTest.RawClient client = new RefusalTest.RawClient("a", coordinator.port())) {
            RawStream stream = join(client)
                    .send(opening(1, 0, 1, (byte) 5))
                    .send(opening(1, 0, 1, (byte) 5))
                    .send(opening(2, 1, 2, (byte) 6))
                    .send(new Frame.Part(ByteBuffer.wrap(new byte[] {7})))
                    .send(opening(1, 0, 1, (byte) 5))
                    .halfClose();
            assertTrue(stream.awaitEnd().status().isOk());
            RawStream again = client.open().send(RawStream.hello("one"));
            assertEquals(2, ((Frame.Welcome) again.await()).received());
            again.send(opening(2, 1, 2, (byte) 6))
                    .send(new Frame.Part(ByteBuffer.wrap(new byte[] {7})))
                    .send(opening(3, 2, 0));
            for (int round = 0; round < 3; round++) {
                ProtectedUpdate update =
                        (ProtectedUpdate) coordinator.awaitReply(LONG).orElseThrow();
                assertEquals(round, update.round());
                if (round == 1) {
                    assertArrayEquals(new byte[] {6, 7}, update.payload().toBytes());
                }
            }
            assertTrue(coordinator.awaitReply(Duration.ofMillis(50)).isEmpty());
        }
    }

    @Test
    void messageBeforeItsTurn_endsTheStreamAndIsNotLost() throws Exception {
        try (GrpcCoordinator coordinator = Wires.coordinator("a");
                RefusalTest.RawClient client = new RefusalTest.RawClient("a", coordinator.port())) {
            assertEquals(
                    Refusal.OUT_OF_ORDER,
                    join(client).send(opening(2, 1, 0)).send(opening(1, 0, 0)).awaitRefusal());
            join(client).send(opening(1, 0, 0)).send(opening(2, 1, 0));
            assertEquals(0, coordinator.awaitReply(LONG).orElseThrow().round());
            assertEquals(1, coordinator.awaitReply(LONG).orElseThrow().round());
        }
    }

    @Test
    void framesAgainstTheRules_areRefused() throws Exception {
        try (GrpcCoordinator coordinator = Wires.coordinator("a");
                RefusalTest.RawClient client = new RefusalTest.RawClient("a", coordinator.port())) {
            Frame part = new Frame.Part(ByteBuffer.wrap(new byte[] {1, 2}));
            assertEquals(Refusal.MALFORMED, join(client).send(part).awaitRefusal());
            assertEquals(
                    Refusal.MALFORMED,
                    join(client).send(opening(1, 0, 1)).send(part).awaitRefusal());
            assertEquals(
                    Refusal.MALFORMED,
                    join(client).send(opening(1, 0, 9)).send(opening(1, 0, 9)).awaitRefusal());
            assertEquals(
                    Refusal.MALFORMED, join(client).send(new Frame.Taken(1)).awaitRefusal());
            assertEquals(
                    Refusal.MALFORMED, join(client).send(RawStream.hello("one")).awaitRefusal());
            assertEquals(
                    Refusal.TOO_LARGE,
                    join(client).send(opening(1, 0, Integer.MAX_VALUE)).awaitRefusal());
            assertTrue(coordinator.awaitReply(Duration.ofMillis(50)).isEmpty());
        }
    }
}
