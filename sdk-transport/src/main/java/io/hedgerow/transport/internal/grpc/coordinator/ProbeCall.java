// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.grpc.coordinator;

import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.Status;
import io.grpc.StatusException;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.transport.channel.Refusal;
import io.hedgerow.transport.internal.admission.RefusalNotes;
import io.hedgerow.transport.internal.link.RefusalStatus;
import io.hedgerow.transport.internal.wire.Frame;

final class ProbeCall extends ServerCall.Listener<Frame> {

    private final ServerCall<Frame, Frame> call;
    private final SiteId site;
    private final CoordinatorStream.Door door;
    private RefusalNotes notes;
    private final String peer;
    private boolean closed;

    ProbeCall(
            ServerCall<Frame, Frame> call, SiteId site, CoordinatorStream.Door door, RefusalNotes notes, String peer) {
        this.call = call;
        this.site = site;
        this.door = door;
        this.notes = notes;
        this.peer = peer;
        call.request(1);
    }

    @Override
    public void onMessage(Frame frame) {
        if (!(frame instanceof Frame.Hello hello)) {
            String reason = frame instanceof Frame.Unreadable unreadable ? unreadable.reason() : "expected a hello";
            refuse(Refusal.MALFORMED, reason);
            return;
        }
        notes = door.notes(hello).orElse(notes);
        try {
            Frame.Welcome welcome = door.admit(site, hello).check(hello);
            call.sendHeaders(new Metadata());
            call.sendMessage(welcome);
            close(Status.OK, new Metadata());
        } catch (StatusException refused) {
            Metadata trailers = refused.getTrailers();
            RefusalStatus.of(refused.getStatus(), trailers)
                    .ifPresent(refusal -> notes.refused(
                            peer,
                            refusal,
                            RefusalStatus.shown(refused.getStatus().getDescription())));
            close(refused.getStatus(), trailers == null ? new Metadata() : trailers);
        }
    }

    @Override
    public void onHalfClose() {
        if (!closed) {
            refuse(Refusal.MALFORMED, "expected a hello");
        }
    }

    private void refuse(Refusal refusal, String detail) {
        notes.refused(peer, refusal, detail);
        close(RefusalStatus.status(refusal, detail), RefusalStatus.trailers(refusal));
    }

    private void close(Status status, Metadata trailers) {
        if (!closed) {
            closed = true;
            call.close(status, trailers);
        }
    }
}
