// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.link;

import io.grpc.netty.shaded.io.netty.buffer.ByteBuf;
import io.grpc.netty.shaded.io.netty.channel.ChannelDuplexHandler;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandlerContext;
import io.grpc.netty.shaded.io.netty.channel.ChannelPromise;
import java.util.concurrent.atomic.LongAdder;

/** Counts the bytes of one socket, after encryption. Sits next to the socket, before all other handlers. */
public final class SocketCounter extends ChannelDuplexHandler {

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
