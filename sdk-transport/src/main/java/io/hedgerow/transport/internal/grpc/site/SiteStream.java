// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.grpc.site;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.hedgerow.transport.internal.link.FederationMethods;
import io.hedgerow.transport.internal.link.WireSettings;
import io.hedgerow.transport.internal.wire.Frame;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One stream of a site to its coordinator. Calls of the gRPC object are made under the owner's lock. */
final class SiteStream extends ClientCall.Listener<Frame> {

    interface Owner {
        void arrived(SiteStream stream, Frame frame);

        void ready(SiteStream stream);

        void ended(SiteStream stream, Status status, Metadata trailers);
    }

    private final Owner owner;
    private final ManagedChannel channel;
    private final ClientCall<Frame, Frame> call;
    private volatile @Nullable Future<?> hurry;
    private boolean cancelled;

    SiteStream(ManagedChannel channel, WireSettings settings, Owner owner) {
        this.owner = owner;
        this.channel = channel;
        CallOptions life =
                CallOptions.DEFAULT.withDeadlineAfter(settings.streamLife().toNanos(), TimeUnit.NANOSECONDS);
        this.call = channel.newCall(FederationMethods.JOIN, life);
    }

    void start(Frame.Hello hello) {
        call.start(this, new Metadata());
        call.sendMessage(hello);
        call.request(1);
    }

    /** Ends the stream unless a welcome comes first. */
    void hurry(Future<?> timer) {
        hurry = timer;
    }

    void welcomed() {
        Future<?> timer = hurry;
        if (timer != null) {
            timer.cancel(false);
        }
    }

    boolean isReady() {
        return !cancelled && call.isReady();
    }

    void send(Frame frame) {
        if (!cancelled) {
            call.sendMessage(frame);
        }
    }

    void requestNext() {
        if (!cancelled) {
            call.request(1);
        }
    }

    void halfClose() {
        if (!cancelled) {
            call.halfClose();
        }
    }

    void cancel(String why) {
        cancelled = true;
        call.cancel(why, null);
    }

    @Override
    public void onMessage(Frame frame) {
        owner.arrived(this, frame);
    }

    @Override
    public void onReady() {
        owner.ready(this);
    }

    @Override
    public void onClose(Status status, Metadata trailers) {
        welcomed();
        channel.shutdownNow();
        owner.ended(this, status, trailers);
    }
}
