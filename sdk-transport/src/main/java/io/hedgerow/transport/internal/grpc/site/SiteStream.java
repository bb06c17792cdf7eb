// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.grpc.site;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.Grpc;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.hedgerow.transport.internal.link.FederationMethods;
import io.hedgerow.transport.internal.link.WireSettings;
import io.hedgerow.transport.internal.wire.Frame;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/** The site's side of one gRPC stream to its coordinator. Calls of the gRPC object are made under the owner's lock. */
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
    private volatile @Nullable Future<?> judging;
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

    /**
     * Ends the stream unless a welcome comes in time, and when the coordinator's certificate is good no longer.
     *
     * @param lock the owner's
     */
    void keepTime(ClientThreads threads, Lock lock, SiteOptions options) {
        WireSettings settings = options.settings();
        hurry = threads.after(settings.callTimeout(), () -> {
            lock.lock();
            try {
                cancel("no welcome came in time");
            } finally {
                lock.unlock();
            }
        });
        judging = threads.every(settings.betweenJudgements(), () -> {
            lock.lock();
            try {
                judge(options.tls().trust());
            } finally {
                lock.unlock();
            }
        });
    }

    /** The next handshake says why. */
    private void judge(X509TrustManager trust) {
        SSLSession session = cancelled ? null : call.getAttributes().get(Grpc.TRANSPORT_ATTR_SSL_SESSION);
        if (session == null) {
            return;
        }
        try {
            X509Certificate[] chain = Arrays.stream(session.getPeerCertificates())
                    .map(X509Certificate.class::cast)
                    .toArray(X509Certificate[]::new);
            trust.checkServerTrusted(chain, chain[0].getPublicKey().getAlgorithm());
        } catch (SSLPeerUnverifiedException | CertificateException | RuntimeException e) {
            cancel("the coordinator's certificate is good no longer");
        }
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
        Future<?> regularly = judging;
        if (regularly != null) {
            regularly.cancel(false);
        }
        channel.shutdownNow();
        owner.ended(this, status, trailers);
    }
}
