// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.admission;

import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandlerContext;
import io.grpc.netty.shaded.io.netty.channel.ChannelInboundHandlerAdapter;
import io.grpc.netty.shaded.io.netty.channel.ServerChannel;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioServerSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioSocketChannel;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslHandler;
import io.hedgerow.transport.internal.link.LinkMeter;
import io.hedgerow.transport.internal.link.LinkMeter.SocketCounter;
import io.hedgerow.transport.internal.link.UnloggedFrames;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;

/** Creates sockets that count their bytes, TLS and HTTP/2 included. Thread-safe. */
public final class CountedSockets {

    private final Map<SocketAddress, SocketCounter> accepted = new ConcurrentHashMap<>();
    private final ConnectionTable entrance;
    private final Function<ConnectionTable.Guest, HandshakeWatch> watch;

    public CountedSockets(ConnectionTable entrance, Function<ConnectionTable.Guest, HandshakeWatch> watch) {
        this.entrance = entrance;
        this.watch = watch;
    }

    public static Channel dialling(LinkMeter meter) {
        NioSocketChannel channel = new NioSocketChannel();
        SocketCounter counter = new SocketCounter();
        channel.pipeline().addFirst(counter);
        meter.join(counter);
        return channel;
    }

    public ServerChannel listening() {
        return new Listening();
    }

    @Nullable public SocketCounter of(@Nullable SocketAddress remote) {
        return remote == null ? null : accepted.get(remote);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the listener is all that is wanted of it
    private final class Listening extends NioServerSocketChannel {
        @Override
        protected int doReadMessages(List<Object> buffer) throws IOException {
            SocketChannel socket = javaChannel().accept();
            if (socket == null) {
                return 0;
            }
            UnloggedFrames.install();
            NioSocketChannel channel = new NioSocketChannel(this, socket);
            InetSocketAddress remote = channel.remoteAddress();
            Optional<ConnectionTable.Guest> guest = remote == null ? Optional.empty() : entrance.enter(channel, remote);
            if (guest.isEmpty()) {
                socket.close();
                return 1;
            }
            SocketCounter counter = new SocketCounter();
            channel.pipeline().addFirst(counter, watch.apply(guest.get()));
            accepted.put(remote, counter);
            channel.closeFuture().addListener(closed -> accepted.remove(remote, counter));
            buffer.add(channel);
            return 1;
        }
    }

    /** Reports the peer of a TLS handshake at the coordinator to the entrance, and a refusal to the security log. */
    @SuppressWarnings("FutureReturnValueIgnored") // nothing waits for a connection to be closed, or for a listener
    public static final class HandshakeWatch extends ChannelInboundHandlerAdapter {

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
                    context.pipeline()
                            .addAfter(
                                    context.pipeline().context(tls).name(),
                                    null,
                                    new CallCount(() -> entrance.called(guest)));
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
}
