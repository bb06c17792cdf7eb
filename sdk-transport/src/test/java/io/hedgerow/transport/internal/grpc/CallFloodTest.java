// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.grpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.hedgerow.transport.channel.RefusedException.Refusal;
import io.hedgerow.transport.internal.egress.SecurityEvent;
import io.hedgerow.transport.internal.egress.SecurityEvent.Kind;
import io.hedgerow.transport.internal.grpc.RefusalTest.RawClient;
import io.hedgerow.transport.internal.grpc.coordinator.GrpcCoordinator;
import io.hedgerow.transport.internal.grpc.site.ClientThreads;
import io.hedgerow.transport.internal.grpc.site.GrpcSite;
import io.hedgerow.transport.internal.link.FederationMethods;
import io.hedgerow.transport.internal.link.LinkMeter;
import io.hedgerow.transport.internal.link.WireSettings;
import io.hedgerow.transport.internal.wire.Frame;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A site with a good certificate that keeps the coordinator busy with calls, or with one that it does not end. */
@Tag("slow")
@Timeout(60)
class CallFloodTest {

    private final BlockingQueue<SecurityEvent> events = new LinkedBlockingQueue<>();

    /** Begins and takes back calls until the connection ends. */
    private static void flood(String site, int port) throws Exception {
        ClientThreads threads = new ClientThreads(Wires.siteOptions(site, port), new LinkMeter());
        ManagedChannel channel = threads.open();
        try {
            CompletableFuture<Void> closed = new CompletableFuture<>();
            for (int k = 0; !closed.isDone(); k++) {
                ClientCall<Frame, Frame> call = channel.newCall(FederationMethods.PROBE, CallOptions.DEFAULT);
                boolean keep = k % 50 == 49; // is not taken back, and so ends with the connection
                CompletableFuture<Void> end = new CompletableFuture<>();
                call.start(
                        new ClientCall.Listener<>() {
                            @Override
                            public void onClose(io.grpc.Status status, Metadata trailers) {
                                end.complete(null);
                            }
                        },
                        new Metadata());
                if (!keep) {
                    call.cancel("taken back", null);
                    continue;
                }
                try {
                    end.get(20, TimeUnit.MILLISECONDS);
                    closed.complete(null);
                } catch (java.util.concurrent.TimeoutException e) {
                    call.cancel("taken back", null);
                }
            }
        } finally {
            channel.shutdownNow();
            threads.stop();
        }
    }

    @Test
    void callsAndResets_ofOneCertificate_areNotedOnce_thenItsConnectionsAreClosed() throws Exception {
        try (GrpcCoordinator coordinator =
                        Wires.start(Wires.coordinatorOptions("a", "b").watchedBy(events::add), List.of());
                GrpcSite other = Wires.site("b", coordinator.port())) {
            flood("a", coordinator.port());
            SecurityEvent event = events.poll(30, TimeUnit.SECONDS);
            assertTrue(event != null, "nothing was noted");
            assertEquals(Kind.CONNECTION_REFUSED, event.kind(), event.toString());
            assertTrue(event.detail().contains("calls and resets in a minute"), event.toString());
            assertTrue(event.detail().contains("a"), event.toString());
            try (RawClient again = new RawClient("a", coordinator.port())) {
                again.open().awaitEnd(); // for the rest of the minute
            }
            assertTrue(events.stream().noneMatch(one -> one.detail().contains("calls and resets")), events.toString());
            coordinator.broadcast(Wires.task(0));
            assertEquals(Wires.task(0), other.receive(), "another site is not disturbed");
        }
    }

    /** gRPC has no limit of its own for a call whose request never comes. */
    @Test
    void callThatOnlyAsks_andSaysNoHello_isEnded() throws Exception {
        WireSettings hurried = WireSettings.standard().withCallTimeout(Duration.ofSeconds(2));
        try (GrpcCoordinator coordinator =
                        Wires.start(Wires.coordinatorOptions("a").with(hurried), List.of());
                RawClient client = new RawClient("a", coordinator.port())) {
            assertEquals(Refusal.SILENT, client.ask().awaitRefusal());
        }
    }
}
