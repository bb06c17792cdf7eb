// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.grpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.transport.channel.RefusedException;
import io.hedgerow.transport.channel.RefusedException.Refusal;
import io.hedgerow.transport.channel.WireException;
import io.hedgerow.transport.internal.egress.SecurityEvent;
import io.hedgerow.transport.internal.egress.SecurityEvent.Kind;
import io.hedgerow.transport.internal.grpc.RefusalTest.RawClient;
import io.hedgerow.transport.internal.grpc.coordinator.GrpcCoordinator;
import io.hedgerow.transport.internal.grpc.site.Admission;
import io.hedgerow.transport.internal.grpc.site.GrpcSite;
import io.hedgerow.transport.internal.grpc.site.SiteOptions;
import io.hedgerow.transport.internal.link.Outbox.FrameCutter;
import io.hedgerow.transport.internal.link.StudyPin;
import io.hedgerow.transport.internal.wire.Frame;
import io.hedgerow.transport.internal.wire.WireMessage;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a coordinator's security log hears of those whom it refuses. */
@Tag("slow")
@Timeout(60)
class RefusalNotesTest {

    private final BlockingQueue<SecurityEvent> events = new LinkedBlockingQueue<>();

    private GrpcCoordinator coordinator() throws Exception {
        return Wires.start(Wires.coordinatorOptions("a").watchedBy(events::add), List.of());
    }

    private SecurityEvent next(Kind kind, String peer, String detail) throws InterruptedException {
        SecurityEvent event = events.poll(30, TimeUnit.SECONDS);
        assertEquals(kind, event.kind(), event.toString());
        assertEquals(Wires.PIN.study(), event.study());
        assertTrue(event.peer().contains(peer), event.toString());
        assertTrue(event.detail().contains(detail), event.toString());
        return event;
    }

    private static void fails(SiteOptions options) throws Exception {
        try (GrpcSite site = new GrpcSite(options, 0)) {
            assertThrows(WireException.class, site::receive);
        }
    }

    @Test
    void certificateThatIsNotGood_isNamedWithItsReason() throws Exception {
        try (GrpcCoordinator coordinator = coordinator()) {
            SiteOptions options = Wires.siteOptions("a", coordinator.port());
            fails(SiteOptions.of(options.pin(), options.host(), options.port(), Wires.AUTHORITY.expiredSite("gone"))
                    .with(Wires.QUICK));
            next(Kind.WRONG_CERTIFICATE, "CN=gone, serial ", "validity");
        }
    }

    @Test
    void siteOfNoStudy_andOtherPlan_areRefusedConnections() throws Exception {
        try (GrpcCoordinator coordinator = coordinator()) {
            fails(Wires.siteOptions("stranger", coordinator.port()));
            next(Kind.CONNECTION_REFUSED, "site stranger at /127.0.0.1:", "UNKNOWN_SITE");
            SiteOptions options = Wires.siteOptions("a", coordinator.port());
            StudyPin other = new StudyPin(Wires.PIN.study(), Payload.copyOf(new byte[] {9}));
            SiteOptions otherPlan = SiteOptions.of(other, options.host(), options.port(), options.tls())
                    .with(Wires.QUICK);
            fails(otherPlan);
            next(Kind.CONNECTION_REFUSED, "site a", "PLAN_MISMATCH");
            assertThrows(RefusedException.class, () -> Admission.ask(otherPlan));
            next(Kind.CONNECTION_REFUSED, "site a", "PLAN_MISMATCH");
        }
    }

    @Test
    void frameThatIsNone_andMessageThatComesAgain_areToldApart() throws Exception {
        try (GrpcCoordinator coordinator = coordinator();
                RawClient client = new RawClient("a", coordinator.port())) {
            assertEquals(
                    Refusal.MALFORMED, client.open().send(new byte[] {1, 2, 3}).awaitRefusal());
            next(Kind.PROTOCOL_VIOLATION, "site a", "MALFORMED");
            RawStream stream = client.open().send(RawStream.hello("x"));
            assertTrue(stream.await() instanceof Frame.Welcome);
            WireMessage wireMessage = WireMessage.of(NetworkFaultTest.update(0, new byte[10]));
            for (int times = 0; times < 2; times++) {
                stream.send(new FrameCutter(1, wireMessage, 100).next());
            }
            next(Kind.REPLAY, "site a", "message 1 came again");
            stream.send(new FrameCutter(7, wireMessage, 100).next());
            next(Kind.PROTOCOL_VIOLATION, "site a", "expected message 2, was 7");
            assertEquals(Refusal.OUT_OF_ORDER, stream.awaitRefusal());
        }
    }

    @Test
    void ordinarySite_isNotTold_evenWhenItComesBack() throws Exception {
        try (GrpcCoordinator coordinator = coordinator()) {
            coordinator.broadcast(Wires.task(0));
            for (int times = 0; times < 2; times++) {
                try (GrpcSite site = Wires.site("a", coordinator.port())) {
                    site.receive();
                }
            }
        }
        assertTrue(events.isEmpty(), events.toString());
    }
}
