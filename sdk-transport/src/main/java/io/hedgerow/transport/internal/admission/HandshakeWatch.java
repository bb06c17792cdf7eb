// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.admission;

import io.grpc.netty.shaded.io.netty.channel.ChannelHandlerContext;
import io.grpc.netty.shaded.io.netty.channel.ChannelInboundHandlerAdapter;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslHandler;
import java.nio.channels.ClosedChannelException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLPeerUnverifiedException;

/**
 * Follows the TLS handshake of one connection at the coordinator: reports the peer to the entrance, and a refusal to
 * the security log.
 */
@SuppressWarnings("FutureReturnValueIgnored") // nothing waits for a connection to be closed, or for a listener
public final class HandshakeWatch extends ChannelInboundHandlerAdapter {

    private final ConnectionTable entrance;
    private final ConnectionTable.Guest guest;
    private final RefusalNotes notes;
    private final Duration deadline;

    public HandshakeWatch(
            ConnectionTable entrance, ConnectionTable.Guest guest, RefusalNotes notes, Duration deadline) {
        this.entrance = entrance;
        this.guest = guest;
        this.notes = notes;
        this.deadline = deadline;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        if (entrance.isLeaving(guest)) {
            context.close();
            return;
        }
        SslHandler tls = context.pipeline().get(SslHandler.class);
        if (tls == null) {
            throw new IllegalStateException("a connection must begin with TLS, has no handler for it");
        }
        Future<?> timer = context.executor()
                .schedule(() -> late(context), TimeUnit.NANOSECONDS.convert(deadline), TimeUnit.NANOSECONDS);
        tls.handshakeFuture().addListener(done -> {
            timer.cancel(false);
            if (done.isSuccess()) {
                named(tls);
            } else if (!entrance.isLeaving(guest) && !(done.cause() instanceof ClosedChannelException)) {
                notes.handshake(guest.remote(), done.cause());
            }
        });
        context.fireChannelActive();
    }

    private void late(ChannelHandlerContext context) {
        notes.dismissed(guest.remote(), "the TLS handshake did not end within " + deadline.toMillis() + " ms");
        context.close();
    }

    private void named(SslHandler tls) throws SSLPeerUnverifiedException {
        X509Certificate shown = (X509Certificate) tls.engine().getSession().getPeerCertificates()[0];
        entrance.named(guest, shown.getSubjectX500Principal().getName());
    }
}
