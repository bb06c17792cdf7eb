// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.grpc;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.protocol.ProtectedUpdate;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.transport.channel.RefusedException;
import io.hedgerow.transport.channel.RefusedException.Refusal;
import io.hedgerow.transport.internal.grpc.coordinator.GrpcCoordinator;
import io.hedgerow.transport.internal.grpc.site.GrpcSite;
import io.hedgerow.transport.internal.link.WireSettings;
import io.hedgerow.transport.internal.wire.MessageAssembler.MessageTooLargeException;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("slow")
@Timeout(120)
class LargeMessageTest {

    private static final int MIB = 1 << 20;
    private static final Duration LONG = Duration.ofSeconds(60);

    private static byte[] bytes(int size) {
        byte[] bytes = new byte[size];
        new SplittableRandom(size).nextBytes(bytes);
        return bytes;
    }

    @Test
    void sixtyFourMebibytes_goBothWays() throws Exception {
        byte[] large = bytes(64 * MIB);
        try (GrpcCoordinator coordinator = Wires.coordinator("a");
                GrpcSite site = Wires.site("a", coordinator.port())) {
            coordinator.broadcast(Wires.task(0, large));
            assertArrayEquals(large, ((Task) site.receive()).consensusChange().toBytes());
            site.send(NetworkFaultTest.update(0, large));
            ProtectedUpdate update =
                    (ProtectedUpdate) coordinator.awaitReply(LONG).orElseThrow();
            assertArrayEquals(large, update.payload().toBytes());
        }
    }

    @Test
    void messageBeyondTheSendersLimit_isNotTaken() throws Exception {
        WireSettings limited = WireSettings.standard().withMessageLimit(16 * MIB);
        byte[] tooLarge = new byte[17 * MIB];
        try (GrpcCoordinator coordinator =
                        Wires.start(Wires.coordinatorOptions("a").with(limited), List.of());
                GrpcSite site =
                        new GrpcSite(Wires.siteOptions("a", coordinator.port()).with(limited), 0)) {
            MessageTooLargeException e =
                    assertThrows(MessageTooLargeException.class, () -> coordinator.broadcast(Wires.task(0, tooLarge)));
            assertTrue(e.getMessage().contains("17825792") && e.getMessage().contains("16777216"), e.getMessage());
            assertThrows(MessageTooLargeException.class, () -> site.send(NetworkFaultTest.update(0, tooLarge)));
            coordinator.broadcast(Wires.task(0));
            assertEquals(Wires.task(0), site.receive());
        }
    }

    @Test
    void messageBeyondTheReceiversLimit_endsTheWireInWords() throws Exception {
        WireSettings limited = WireSettings.standard().withMessageLimit(16 * MIB);
        try (GrpcCoordinator coordinator =
                        Wires.start(Wires.coordinatorOptions("a").with(limited), List.of());
                GrpcSite site = Wires.site("a", coordinator.port())) {
            site.send(NetworkFaultTest.update(0, new byte[17 * MIB]));
            RefusedException e = assertThrows(RefusedException.class, site::receive);
            assertEquals(Refusal.TOO_LARGE, e.refusal());
            assertTrue(e.getMessage().contains("17825792") && e.getMessage().contains("16777216"), e.getMessage());
        }
        try (GrpcCoordinator coordinator = Wires.coordinator("a");
                GrpcSite site =
                        new GrpcSite(Wires.siteOptions("a", coordinator.port()).with(limited), 0)) {
            coordinator.broadcast(Wires.task(0, new byte[17 * MIB]));
            assertEquals(
                    Refusal.TOO_LARGE,
                    assertThrows(RefusedException.class, site::receive).refusal());
        }
    }

    @Test
    void readerThatIsSlow_holdsTheSenderUp() throws Exception {
        WireSettings narrow = WireSettings.standard().withWindow(2);
        byte[] one = bytes(MIB / 2);
        int messages = 24;
        try (GrpcCoordinator coordinator =
                        Wires.start(Wires.coordinatorOptions("a", "b").with(narrow), List.of());
                GrpcSite site =
                        new GrpcSite(Wires.siteOptions("a", coordinator.port()).with(narrow), 0);
                GrpcSite other = Wires.site("b", coordinator.port())) {
            for (int round = 0; round < messages; round++) {
                site.send(NetworkFaultTest.update(round, one));
                coordinator.broadcast(Wires.task(round, one));
            }
            // the other site's messages pass meanwhile, so there was time for more to arrive than the window allows
            for (int round = 0; round < messages; round++) {
                assertEquals(round, ((Task) other.receive()).round());
            }
            assertEquals(2, site.traffic().messagesIn());
            assertTrue(coordinator.links().get(0).traffic().messagesIn() <= 2);
            // what is on its way sits in the buffers of sockets and HTTP/2, a few MiB, whatever was posted
            assertTrue(coordinator.links().get(0).traffic().wireIn() < 8L * MIB);
            for (int round = 0; round < messages; round++) {
                assertEquals(round, ((Task) site.receive()).round());
                assertEquals(round, coordinator.awaitReply(LONG).orElseThrow().round());
            }
        }
    }
}
