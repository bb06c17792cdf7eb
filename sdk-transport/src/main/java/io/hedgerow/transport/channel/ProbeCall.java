package io.hedgerow.transport.channel;

import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.Status;
import io.grpc.StatusException;
import io.hedgerow.core.round.SiteId;
import io.hedgerow.transport.wire.Frame;

/** Answers whether a hello would be welcome. */
final class ProbeCall extends ServerCall.Listener<Frame> {

    private final ServerCall<Frame, Frame> call;
    private final SiteId site;
    private final CoordinatorStream.Door door;
    private boolean closed;

    ProbeCall(ServerCall<Frame, Frame> call, SiteId site, CoordinatorStream.Door door) {
        this.call = call;
        this.site = site;
        this.door = door;
        call.request(1);
    }

    @Override
    public void onMessage(Frame frame) {
        if (!(frame instanceof Frame.Hello hello)) {
            String reason = frame instanceof Frame.Unreadable unreadable ? unreadable.reason() : "expected a hello";
            close(Refusal.MALFORMED.status(reason), Refusal.MALFORMED.trailers());
            return;
        }
        try {
            Frame.Welcome welcome = door.admit(site, hello).check(hello);
            call.sendHeaders(new Metadata());
            call.sendMessage(welcome);
            close(Status.OK, new Metadata());
        } catch (StatusException refused) {
            Metadata trailers = refused.getTrailers();
            close(refused.getStatus(), trailers == null ? new Metadata() : trailers);
        }
    }

    @Override
    public void onHalfClose() {
        close(Refusal.MALFORMED.status("expected a hello"), Refusal.MALFORMED.trailers());
    }

    private void close(Status status, Metadata trailers) {
        if (!closed) {
            closed = true;
            call.close(status, trailers);
        }
    }
}
