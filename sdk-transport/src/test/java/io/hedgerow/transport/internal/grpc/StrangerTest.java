// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.grpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.Status;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.transport.channel.RefusedException.Refusal;
import io.hedgerow.transport.channel.UnreachableException;
import io.hedgerow.transport.internal.admission.ConnectionLimits;
import io.hedgerow.transport.internal.egress.SecurityEvent;
import io.hedgerow.transport.internal.egress.SecurityEvent.Kind;
import io.hedgerow.transport.internal.grpc.RefusalTest.RawClient;
import io.hedgerow.transport.internal.grpc.coordinator.GrpcCoordinator;
import io.hedgerow.transport.internal.grpc.site.Admission;
import io.hedgerow.transport.internal.grpc.site.GrpcSite;
import io.hedgerow.transport.internal.grpc.site.SiteOptions;
import io.hedgerow.transport.internal.link.Outbox.FrameCutter;
import io.hedgerow.transport.internal.link.WireSettings;
import io.hedgerow.transport.internal.wire.WireMessage;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Peers at the coordinator's port that are no sites, or behave like none. Every one is refused, with its address in the
 * security log.
 */
@Tag("slow")
@Timeout(60)
class StrangerTest {

    private final BlockingQueue<SecurityEvent> events = new LinkedBlockingQueue<>();

    private GrpcCoordinator coordinator(WireSettings settings) throws Exception {
        return Wires.start(Wires.coordinatorOptions("a").watchedBy(events::add).with(settings), List.of());
    }

    private void next(Kind kind, String peer, String detail) throws InterruptedException {
        SecurityEvent event = events.poll(30, TimeUnit.SECONDS);
        assertTrue(event != null, "nothing was noted");
        assertEquals(kind, event.kind(), event.toString());
        assertTrue(event.peer().startsWith(peer), event.toString());
        assertTrue(event.detail().contains(detail), event.toString());
    }

    private static String at(Socket socket) {
        return " at /127.0.0.1:" + socket.getLocalPort();
    }

    private static Socket dial(GrpcCoordinator coordinator) throws Exception {
        return new Socket(InetAddress.getLoopbackAddress(), coordinator.port());
    }

    private static void awaitEnd(Socket socket) throws Exception {
        try {
            while (socket.getInputStream().read() >= 0) {
                // what it still says does not matter
            }
        } catch (java.net.SocketException reset) {
            // an end as well
        }
    }

    @Test
    void plainHttp_isRefusedAndNoted() throws Exception {
        try (GrpcCoordinator coordinator = coordinator(WireSettings.standard());
                Socket socket = dial(coordinator)) {
            socket.getOutputStream()
                    .write("GET / HTTP/1.1\r\nHost: secret\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            awaitEnd(socket);
            next(Kind.PROTOCOL_VIOLATION, "unknown" + at(socket), "spoke no TLS, such as plain HTTP");
        }
    }

    @Test
    void clientWithoutCertificate_isNotedWithItsAddress() throws Exception {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, new TrustManager[] {Wires.AUTHORITY.site("a").trust()}, null);
        try (GrpcCoordinator coordinator = coordinator(WireSettings.standard());
                SSLSocket socket = (SSLSocket)
                        context.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), coordinator.port())) {
            SSLParameters parameters = socket.getSSLParameters();
            parameters.setApplicationProtocols(new String[] {"h2"});
            socket.setSSLParameters(parameters);
            assertThrows(SSLException.class, () -> {
                socket.startHandshake();
                socket.getInputStream().read();
            });
            next(Kind.WRONG_CERTIFICATE, "no certificate" + at(socket), "no certificate");
        }
    }

    @Test
    void certificateOfAnotherAuthority_isNotedWithItsNameAndAddress() throws Exception {
        try (GrpcCoordinator coordinator = coordinator(WireSettings.standard())) {
            SiteOptions options = Wires.siteOptions("a", coordinator.port());
            SiteOptions foreign = SiteOptions.of(
                            options.pin(),
                            options.host(),
                            options.port(),
                            new TestAuthority().siteTrusting("a", Wires.AUTHORITY))
                    .with(Wires.QUICK);
            assertThrows(UnreachableException.class, () -> Admission.ask(foreign));
            SecurityEvent event = events.poll(30, TimeUnit.SECONDS);
            assertEquals(Kind.WRONG_CERTIFICATE, event.kind(), event.toString());
            assertTrue(event.peer().matches("CN=a, serial [0-9a-f]+ at /127\\.0\\.0\\.1:\\d+"), event.toString());
        }
    }

    @Test
    void handshakeThatStalls_endsAtItsDeadline() throws Exception {
        try (GrpcCoordinator coordinator = coordinator(WireSettings.standard().withCallTimeout(Duration.ofSeconds(1)));
                Socket socket = dial(coordinator)) {
            awaitEnd(socket);
            next(Kind.CONNECTION_REFUSED, "unknown" + at(socket), "did not end within 1000 ms");
        }
    }

    @Test
    void frameBeyondTheLimit_endsTheStream_andIsNoted() throws Exception {
        WireSettings small = Wires.partsOf(1000);
        try (GrpcCoordinator coordinator = coordinator(small);
                RawClient client = new RawClient("a", coordinator.port())) {
            RawStream stream = client.open().send(new byte[small.frameLimit() + 1]);
            assertEquals(
                    Status.Code.RESOURCE_EXHAUSTED, stream.awaitEnd().status().getCode());
            next(Kind.PROTOCOL_VIOLATION, "CN=a at /127.0.0.1:", "TOO_LARGE: a frame is beyond the limit of 1049576");
        }
    }

    @Test
    void letterBeyondTheLimit_isNotedOnce() throws Exception {
        try (GrpcCoordinator coordinator = coordinator(WireSettings.of(500));
                RawClient client = new RawClient("a", coordinator.port())) {
            RawStream stream = client.open().send(RawStream.hello("x"));
            stream.await();
            WireMessage wireMessage = WireMessage.of(NetworkFaultTest.update(0, new byte[501]));
            stream.send(new FrameCutter(1, wireMessage, 100).next());
            assertEquals(Refusal.TOO_LARGE, stream.awaitRefusal());
            next(Kind.PROTOCOL_VIOLATION, "site a at /127.0.0.1:", "a message of 501 bytes is beyond the limit of 500");
        }
        assertTrue(events.isEmpty(), events.toString());
    }

    @Test
    void compressedCall_isRefusedBeforeItIsTakenApart() throws Exception {
        try (GrpcCoordinator coordinator = coordinator(WireSettings.standard());
                RawClient client = new RawClient("a", coordinator.port())) {
            RawStream stream = client.openCompressed().send(new byte[100_000]);
            assertEquals(Refusal.MALFORMED, stream.awaitRefusal());
            assertTrue(
                    stream.awaitEnd().status().getDescription().contains("grpc-encoding was gzip"),
                    stream.awaitEnd().toString());
            next(Kind.PROTOCOL_VIOLATION, "site a at /127.0.0.1:", "must be uncompressed");
        }
    }

    /** More than one address may have; a site whose address is that of the flood joins while all of it is held open. */
    @Test
    void flood_isHeldWithinLimits_andASiteJoinsMeanwhile() throws Exception {
        List<Socket> flood = new ArrayList<>();
        try (GrpcCoordinator coordinator = coordinator(WireSettings.standard())) {
            coordinator.broadcast(Wires.task(0));
            ConnectionLimits limits = ConnectionLimits.of(1, ConnectionLimits.freeDescriptors());
            int more = 40;
            for (int k = 0; k < limits.handshakesOfAddress() + more; k++) {
                flood.add(dial(coordinator));
            }
            for (Socket driven : flood.subList(0, more)) {
                awaitEnd(driven);
                next(Kind.CONNECTION_REFUSED, "unknown" + at(driven), "too many connections");
            }
            try (GrpcSite site = Wires.site("a", coordinator.port())) {
                assertEquals(0, ((Task) site.receive()).round());
            }
        } finally {
            for (Socket socket : flood) {
                socket.close();
            }
        }
    }
}
