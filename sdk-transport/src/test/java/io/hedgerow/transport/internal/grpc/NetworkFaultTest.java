// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.grpc;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.network.FaultyNetwork;
import io.hedgerow.core.protocol.ProtectedUpdate;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.transport.channel.UnreachableException;
import io.hedgerow.transport.internal.grpc.coordinator.GrpcCoordinator;
import io.hedgerow.transport.internal.grpc.site.GrpcSite;
import io.hedgerow.transport.internal.grpc.site.SiteOptions;
import io.hedgerow.transport.internal.grpc.site.SiteOptions.ReconnectPolicy;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("slow")
@Timeout(120)
class NetworkFaultTest {

    private static final Duration LONG = Duration.ofSeconds(60);

    @Test
    void federationOverConnectionsThatBreak_isStillBitEqual() throws Exception {
        SmallFederation federation = new SmallFederation(8, 3, 12);
        try (GrpcCoordinator coordinator = Wires.coordinator(federation.siteNames());
                // the handshake takes about 3 kB; later connections live longer, so that the study ends
                FaultyNetwork proxy = FaultyNetwork.to(coordinator.port()).cutAfter(n -> 3000 + 150L * n)) {
            SmallFederation.Run run = federation.over(coordinator, proxy.port());
            assertEquals(federation.inProcess(), run.result());
            assertTrue(proxy.cuts() > 3, "the proxy must have cut connections, cut " + proxy.cuts());
        }
    }

    /**
     * TLS takes nothing that did not come once and in its order: the connection ends, and the next one goes on where it
     * was.
     */
    @ParameterizedTest
    @EnumSource
    void federationOverANetworkThatTampers_isStillBitEqual(FaultyNetwork.Tampering how) throws Exception {
        SmallFederation federation = new SmallFederation(8, 3, 12);
        try (GrpcCoordinator coordinator = Wires.coordinator(federation.siteNames());
                FaultyNetwork network = FaultyNetwork.to(coordinator.port())
                        .tamperAfter(how, n -> n % 4 == 0 ? 100 : 3000 + 150L * n)) {
            SmallFederation.Run run = federation.over(coordinator, network.port());
            assertEquals(federation.inProcess(), run.result());
            assertTrue(network.tampered() > 3, "must have tampered, did " + network.tampered());
            assertTrue(network.attempts() > 3, "every site must have dialled again, dialled " + network.attempts());
        }
    }

    @Test
    void federationOverASlowNetwork_isStillBitEqual() throws Exception {
        SmallFederation federation = new SmallFederation(6, 3, 6);
        try (GrpcCoordinator coordinator = Wires.coordinator(federation.siteNames());
                FaultyNetwork proxy = FaultyNetwork.to(coordinator.port())) {
            proxy.delayEachRead(2_000_000);
            assertEquals(
                    federation.inProcess(),
                    federation.over(coordinator, proxy.port()).result());
        }
    }

    @Test
    void networkThatStalls_goesOnWhereItWas() throws Exception {
        try (GrpcCoordinator coordinator = Wires.coordinator("a");
                FaultyNetwork proxy = FaultyNetwork.to(coordinator.port());
                GrpcSite site = Wires.site("a", proxy.port())) {
            coordinator.broadcast(Wires.task(0));
            assertEquals(Wires.task(0), site.receive());
            proxy.stallUp(true);
            proxy.stallDown(true);
            coordinator.broadcast(Wires.task(1));
            site.send(update(0, new byte[] {7}));
            assertTrue(coordinator.awaitReply(Duration.ofMillis(100)).isEmpty());
            proxy.stallUp(false);
            proxy.stallDown(false);
            assertEquals(Wires.task(1), site.receive());
            assertEquals(update(0, new byte[] {7}), coordinator.awaitReply(LONG).orElseThrow());
            assertEquals(1, proxy.attempts());
        }
    }

    @Test
    void largeMessagesCutInTheMiddle_arriveWholeAndOnce() throws Exception {
        byte[] large = new byte[1 << 20];
        new java.util.SplittableRandom(1).nextBytes(large);
        try (GrpcCoordinator coordinator = Wires.coordinator("a");
                // first and second connection break inside the message
                FaultyNetwork proxy =
                        FaultyNetwork.to(coordinator.port()).cutAfter(n -> n < 2 ? 300_000 : Long.MAX_VALUE);
                GrpcSite site = Wires.site("a", proxy.port())) {
            coordinator.broadcast(Wires.task(0, large));
            site.send(update(0, large));
            coordinator.broadcast(Wires.task(1));
            site.send(update(1, new byte[] {1}));
            assertArrayEquals(large, ((Task) site.receive()).consensusChange().toBytes());
            assertEquals(1, ((Task) site.receive()).round());
            ProtectedUpdate first =
                    (ProtectedUpdate) coordinator.awaitReply(LONG).orElseThrow();
            assertArrayEquals(large, first.payload().toBytes());
            assertEquals(1, coordinator.awaitReply(LONG).orElseThrow().round());
            assertTrue(coordinator.awaitReply(Duration.ofMillis(50)).isEmpty());
            assertTrue(proxy.cuts() >= 2);
            assertEquals(2, site.traffic().messagesIn());
            assertEquals(2, coordinator.links().get(0).traffic().messagesIn());
        }
    }

    @Test
    void streamOfBoundedLife_isReplacedWithoutLoss() throws Exception {
        try (GrpcCoordinator coordinator = Wires.coordinator("a");
                GrpcSite site = new GrpcSite(
                        Wires.siteOptions("a", coordinator.port()).with(Wires.streamsOf(Duration.ofMillis(300))), 0)) {
            int round = 0;
            while (coordinator.links().get(0).connections() < 4) {
                coordinator.broadcast(Wires.task(round));
                assertEquals(Wires.task(round), site.receive());
                site.send(update(round, new byte[] {1}));
                assertEquals(round, coordinator.awaitReply(LONG).orElseThrow().round());
                round++;
            }
        }
    }

    @Test
    void coordinatorThatIsAway_isGivenUpAfterTheAgreedTime() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        AtomicLong clock = new AtomicLong();
        SiteOptions options = Wires.siteOptions("a", port);
        SiteOptions clocked = new SiteOptions(
                options.pin(),
                options.host(),
                options.port(),
                options.tls(),
                options.settings(),
                new ReconnectPolicy(Duration.ofMillis(1), Duration.ofMillis(1), Duration.ofHours(1)),
                options.threads(),
                // every look at the clock is twenty minutes later
                () -> clock.getAndAdd(Duration.ofMinutes(20).toNanos()),
                () -> 0,
                options.proxy(),
                options.reported());
        try (GrpcSite site = new GrpcSite(clocked, 0)) {
            UnreachableException e = assertThrows(UnreachableException.class, site::receive);
            assertFalse(e.refused());
            assertTrue(e.getMessage().contains("1 h") && e.getMessage().contains(options.address()), e.getMessage());
        }
    }

    static ProtectedUpdate update(int round, byte[] content) {
        return new ProtectedUpdate(new SiteId("a"), Wires.PIN.study(), round, "test", Payload.copyOf(content));
    }
}
