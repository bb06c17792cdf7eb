// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.link;

import io.grpc.netty.shaded.io.netty.buffer.ByteBuf;
import io.grpc.netty.shaded.io.netty.channel.ChannelDuplexHandler;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandlerContext;
import io.grpc.netty.shaded.io.netty.channel.ChannelPromise;
import io.hedgerow.transport.channel.SiteLink;
import io.hedgerow.transport.internal.wire.WireMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/** Counts messages and bytes on the connections to one peer. Thread-safe. */
public final class LinkMeter {

    private final List<SocketCounter> open = new ArrayList<>();
    private long messagesIn;
    private long messagesOut;
    private long payloadIn;
    private long payloadOut;
    private long closedRead;
    private long closedWritten;

    public synchronized void received(WireMessage wireMessage) {
        messagesIn++;
        payloadIn += wireMessage.payload().size();
    }

    public synchronized void sent(long payload) {
        messagesOut++;
        payloadOut += payload;
    }

    public synchronized void join(SocketCounter socket) {
        if (open.stream().anyMatch(known -> known == socket)) {
            return;
        }
        open.removeIf(known -> {
            if (known.isClosed()) {
                closedRead += known.read();
                closedWritten += known.written();
            }
            return known.isClosed();
        });
        open.add(socket);
    }

    public synchronized SiteLink.Traffic traffic() {
        return new SiteLink.Traffic(
                messagesIn,
                messagesOut,
                payloadIn,
                payloadOut,
                closedRead + open.stream().mapToLong(SocketCounter::read).sum(),
                closedWritten + open.stream().mapToLong(SocketCounter::written).sum());
    }

    /** Counts the bytes of one socket, after encryption. Sits next to the socket, before all other handlers. */
    public static final class SocketCounter extends ChannelDuplexHandler {

        private final LongAdder read = new LongAdder();
        private final LongAdder written = new LongAdder();
        private volatile boolean closed;

        long read() {
            return read.sum();
        }

        long written() {
            return written.sum();
        }

        boolean isClosed() {
            return closed;
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            if (message instanceof ByteBuf bytes) {
                read.add(bytes.readableBytes());
            }
            context.fireChannelRead(message);
        }

        @Override
        @SuppressWarnings("FutureReturnValueIgnored") // the promise is the caller's
        public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
            if (message instanceof ByteBuf bytes) {
                written.add(bytes.readableBytes());
            }
            context.write(message, promise);
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            closed = true;
            context.fireChannelInactive();
        }
    }
}
