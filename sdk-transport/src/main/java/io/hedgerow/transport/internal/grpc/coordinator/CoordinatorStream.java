// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.grpc.coordinator;

import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.Status;
import io.grpc.StatusException;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.transport.channel.RefusedException.Refusal;
import io.hedgerow.transport.channel.SiteLink.Hindrance;
import io.hedgerow.transport.internal.admission.RefusalNotes;
import io.hedgerow.transport.internal.link.Inbox;
import io.hedgerow.transport.internal.link.LinkMeter.SocketCounter;
import io.hedgerow.transport.internal.link.RefusalStatus;
import io.hedgerow.transport.internal.wire.Frame;
import io.hedgerow.transport.internal.wire.MessageAssembler.MessageTooLargeException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * The coordinator's side of one gRPC stream from a site. One frame is asked for at a time. Calls of the gRPC object are
 * guarded by this object; the line's lock is always taken first.
 */
final class CoordinatorStream extends ServerCall.Listener<Frame> {

    interface Door {
        SiteConnection admit(SiteId site, Frame.Hello hello) throws StatusException;

        /** A site that wanted to join was refused; one that only asks may be another copy of it, or its doctor. */
        void refused(SiteId site, Frame.Hello hello, Refusal refusal);

        void changed(SiteConnection line);

        /** Where refusals of a site are noted after its hello, unless it is where those before it are. */
        Optional<RefusalNotes> notes(Frame.Hello hello);
    }

    private final ServerCall<Frame, Frame> call;
    private final SiteId site;
    private final Door door;
    private final @Nullable SocketCounter socket;
    private volatile RefusalNotes notes;
    private final String peer;
    private volatile @Nullable SiteConnection line;
    private volatile @Nullable Future<?> helloTimer;
    private volatile List<Future<?>> timers = List.of();
    private boolean closed;

    CoordinatorStream(
            ServerCall<Frame, Frame> call,
            SiteId site,
            Door door,
            @Nullable SocketCounter socket,
            RefusalNotes notes,
            String peer) {
        this.call = call;
        this.site = site;
        this.door = door;
        this.socket = socket;
        this.notes = notes;
        this.peer = peer;
        call.request(1);
    }

    @Override
    public void onMessage(Frame frame) {
        SiteConnection joined = line;
        if (joined == null && frame instanceof Frame.Hello hello) {
            notes = door.notes(hello).orElse(notes);
        }
        try {
            if (frame instanceof Frame.Unreadable unreadable) {
                refuse(Refusal.MALFORMED, unreadable.reason());
            } else if (joined != null) {
                if (joined.accept(this, frame)) {
                    requestNext();
                }
            } else if (frame instanceof Frame.Hello hello) {
                SiteConnection admitted = door.admit(site, hello);
                line = admitted;
                Future<?> timer = helloTimer;
                if (timer != null) {
                    timer.cancel(false);
                }
                boolean room = admitted.attach(this, hello);
                if (socket != null) {
                    admitted.meter().join(socket);
                }
                door.changed(admitted);
                if (room) {
                    requestNext();
                }
            } else {
                refuse(Refusal.MALFORMED, "the first frame of a stream must be a hello");
            }
        } catch (StatusException refused) {
            RefusalStatus.of(refused.getStatus(), refused.getTrailers()).ifPresent(refusal -> {
                if (frame instanceof Frame.Hello hello) {
                    door.refused(site, hello, refusal);
                }
                notes.refused(
                        peer, refusal, RefusalStatus.shown(refused.getStatus().getDescription()));
            });
            close(refused.getStatus(), refused.getTrailers());
        } catch (MessageTooLargeException e) {
            refuse(Refusal.TOO_LARGE, Words.reason(e));
        } catch (Inbox.GapException e) {
            notes.gap(peer, Words.reason(e));
            refuse(Refusal.OUT_OF_ORDER, Words.reason(e));
        } catch (IllegalArgumentException e) {
            refuse(Refusal.MALFORMED, Words.reason(e));
        }
    }

    @Override
    public void onReady() {
        SiteConnection joined = line;
        if (joined != null) {
            joined.ready(this);
        }
    }

    @Override
    public void onHalfClose() {
        gone();
        close(Status.OK, null);
    }

    @Override
    public void onCancel() {
        synchronized (this) {
            closed = true;
        }
        gone();
    }

    @Override
    public void onComplete() {
        gone();
    }

    private void gone() {
        timers.forEach(timer -> timer.cancel(false));
        SiteConnection joined = line;
        if (joined != null && joined.detach(this)) {
            door.changed(joined);
        }
    }

    synchronized void welcome(Frame.Welcome welcome) {
        if (!closed) {
            call.sendHeaders(new Metadata());
            call.sendMessage(welcome);
        }
    }

    synchronized boolean isReady() {
        return !closed && call.isReady();
    }

    synchronized void send(Frame frame) {
        if (!closed) {
            call.sendMessage(frame);
        }
    }

    synchronized void requestNext() {
        if (!closed) {
            call.request(1);
        }
    }

    /** Sets, before anything arrives, timers of a stream that says no hello, of one that stays, and of judgements. */
    void timers(Future<?> hello, Future<?> life, Future<?> judging) {
        helloTimer = hello;
        timers = List.of(hello, life, judging);
    }

    /**
     * The certificate is good no longer, as the log has it: those who wait for the site learn that it is the reason.
     */
    void end(StatusException refused) {
        close(refused.getStatus(), refused.getTrailers());
        SiteConnection joined = line;
        gone();
        if (joined != null && joined.hindered(Hindrance.Kind.CERTIFICATE)) {
            door.changed(joined);
        }
    }

    void hurry() {
        if (line == null) {
            refuse(Refusal.SILENT, "no hello came in time: the site tries again by itself");
        }
    }

    /** A certificate is judged again while a stream is open, but none may stay without an end if a clock is wrong. */
    void expire() {
        refuse(Refusal.STREAM_OVER, "a stream lives no longer: the site opens another one by itself");
    }

    /** The site sent a message that this stream has brought before, or one before it. */
    void repeated(long number) {
        notes.repeated(peer, number);
    }

    void refuse(Refusal refusal, String detail) {
        if (close(RefusalStatus.status(refusal, detail), RefusalStatus.trailers(refusal))) {
            notes.refused(peer, refusal, detail);
        }
    }

    /** Whether it was open until now. */
    private synchronized boolean close(Status status, @Nullable Metadata trailers) {
        boolean was = !closed;
        if (was) {
            closed = true;
            call.close(status, trailers == null ? new Metadata() : trailers);
        }
        return was;
    }
}
