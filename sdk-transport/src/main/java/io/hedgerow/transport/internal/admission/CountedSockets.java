// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.admission;

import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.ServerChannel;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioServerSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioSocketChannel;
import io.hedgerow.transport.internal.link.LinkMeter;
import io.hedgerow.transport.internal.link.SocketCounter;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Sockets that count their bytes. gRPC's own counts leave out TLS and HTTP/2. A listening socket has an entrance.
 * Thread-safe.
 */
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
}
