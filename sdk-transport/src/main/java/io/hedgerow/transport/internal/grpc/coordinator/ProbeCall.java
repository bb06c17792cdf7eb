// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.grpc.coordinator;

import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.Status;
import io.grpc.StatusException;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.transport.channel.RefusedException.Refusal;
import io.hedgerow.transport.internal.admission.RefusalNotes;
import io.hedgerow.transport.internal.link.RefusalStatus;
import io.hedgerow.transport.internal.wire.Frame;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** Answers a site's call that checks whether it would be admitted, without joining. */
final class ProbeCall extends ServerCall.Listener<Frame> {

    private final ServerCall<Frame, Frame> call;
    private final SiteId site;
    private final CoordinatorStream.Door door;
    private RefusalNotes notes;
    private final String peer;
    private volatile @Nullable Future<?> timer;
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

    /** Cancels this timer at the end of the call. */
    void timer(Future<?> running) {
        timer = running;
    }

    @Override
    public synchronized void onMessage(Frame frame) {
        if (closed) {
            return;
        }
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
        refuse(Refusal.MALFORMED, "expected a hello");
    }

    /** A hello that drips in keeps a call open without an end. */
    void hurry() {
        refuse(Refusal.SILENT, "no hello came in time: the site tries again by itself");
    }

    @Override
    public void onCancel() {
        close(Status.CANCELLED, new Metadata());
    }

    private void refuse(Refusal refusal, String detail) {
        if (close(RefusalStatus.status(refusal, detail), RefusalStatus.trailers(refusal))) {
            notes.refused(peer, refusal, detail);
        }
    }

    /** Whether it was open until now. */
    private synchronized boolean close(Status status, Metadata trailers) {
        boolean was = !closed;
        if (was) {
            closed = true;
            call.close(status, trailers);
            Future<?> running = timer;
            if (running != null) {
                running.cancel(false);
            }
        }
        return was;
    }
}
