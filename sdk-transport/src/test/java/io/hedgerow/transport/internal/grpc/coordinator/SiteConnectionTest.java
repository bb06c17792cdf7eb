// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.grpc.coordinator;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.Status;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.transport.channel.RefusedException.Refusal;
import io.hedgerow.transport.channel.SiteLink.SelfReport;
import io.hedgerow.transport.internal.admission.RefusalNotes;
import io.hedgerow.transport.internal.egress.SecurityEvent.SecurityEvents;
import io.hedgerow.transport.internal.link.FederationMethods;
import io.hedgerow.transport.internal.link.StudyPin;
import io.hedgerow.transport.internal.link.WireSettings;
import io.hedgerow.transport.internal.wire.Frame;
import io.hedgerow.transport.internal.wire.MessageHeader;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** How much one site may send before what it sent is taken, over all its connections. */
class SiteConnectionTest {

    private static final SiteId SITE = new SiteId("a");

    private final StudyPin pin = new StudyPin("study", Payload.empty(), 1);
    private final WireSettings settings = WireSettings.standard();
    private final List<SiteConnection.Arrived> arrived = new ArrayList<>();
    private final SiteConnection line =
            new SiteConnection(SITE, pin, settings, "coordinator", arrived::add, Clock.systemUTC());

    /** Counts the frames that it is asked for. */
    private static final class Call extends ServerCall<Frame, Frame> {
        private int asked;

        @Override
        public void request(int frames) {
            asked += frames;
        }

        @Override
        public void sendHeaders(Metadata headers) {}

        @Override
        public void sendMessage(Frame frame) {}

        @Override
        public void close(Status status, Metadata trailers) {}

        @Override
        public boolean isCancelled() {
            return false;
        }

        @Override
        public MethodDescriptor<Frame, Frame> getMethodDescriptor() {
            return FederationMethods.JOIN;
        }
    }

    private final class Door implements CoordinatorStream.Door {
        @Override
        public SiteConnection admit(SiteId site, Frame.Hello hello) {
            return line;
        }

        @Override
        public void refused(SiteId site, Frame.Hello hello, Refusal refusal) {}

        @Override
        public void changed(SiteConnection changed) {}

        @Override
        public Optional<RefusalNotes> notes(Frame.Hello hello) {
            return Optional.empty();
        }
    }

    private CoordinatorStream connected(Call call, String incarnation) {
        CoordinatorStream stream = new CoordinatorStream(
                call, SITE, new Door(), null, new RefusalNotes(SecurityEvents.ignored(), "study"), "site a");
        stream.onMessage(new Frame.Hello(
                List.of(FederationMethods.VERSION),
                "study",
                Payload.empty(),
                incarnation,
                "",
                0,
                0,
                1,
                SelfReport.none(),
                1,
                Optional.empty()));
        return stream;
    }

    @Test
    void siteThatConnectsAnew_sendsNoMoreThanTheWindow() {
        Call first = new Call();
        CoordinatorStream stream = connected(first, "one");
        for (int k = 1; k <= settings.window(); k++) {
            stream.onMessage(new Frame.Opening(k, new MessageHeader.OfUpdate(0, "test"), 0, ByteBuffer.allocate(0)));
        }
        // the hello, and as many messages as may wait
        assertEquals(1 + settings.window(), first.asked);
        Call second = new Call();
        connected(second, "two");
        assertEquals(1, second.asked, "the hello alone");
        line.handedOver();
        assertEquals(2, second.asked);
        Call third = new Call();
        connected(third, "three");
        assertEquals(2, third.asked, "there is room for one");
    }
}
