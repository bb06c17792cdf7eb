package io.hedgerow.transport.channel;

import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.ServerChannel;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioServerSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioSocketChannel;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Sockets that count their bytes. gRPC's own counts leave out TLS and HTTP/2. Thread-safe. */
final class CountedSockets {

    private final Map<SocketAddress, SocketCounter> accepted = new ConcurrentHashMap<>();

    /** A socket that dials. */
    static Channel dialling(LinkMeter meter) {
        NioSocketChannel channel = new NioSocketChannel();
        SocketCounter counter = new SocketCounter();
        channel.pipeline().addFirst(counter);
        meter.join(counter);
        return channel;
    }

    /** A socket that listens, and whose connections count. */
    ServerChannel listening() {
        return new Listening();
    }

    /** The counter of a connection. */
    @Nullable SocketCounter of(@Nullable SocketAddress remote) {
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
            SocketAddress remote = socket.getRemoteAddress();
            NioSocketChannel channel = new NioSocketChannel(this, socket);
            SocketCounter counter = new SocketCounter();
            channel.pipeline().addFirst(counter);
            accepted.put(remote, counter);
            channel.closeFuture().addListener(closed -> accepted.remove(remote, counter));
            buffer.add(channel);
            return 1;
        }
    }
}
