// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.admission;

import io.grpc.netty.shaded.io.netty.buffer.ByteBuf;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandlerContext;
import io.grpc.netty.shaded.io.netty.channel.ChannelInboundHandlerAdapter;

/**
 * Counts the calls that a peer starts and resets by reading HTTP/2 frames, including calls that gRPC rejects itself.
 * Begins with the connection's preface.
 */
final class CallCount extends ChannelInboundHandlerAdapter {

    private static final int PREFACE = 24;
    private static final int HEADER = 9;
    private static final int HEADERS = 1;
    private static final int RST_STREAM = 3;

    private final Runnable counted;
    private long skip = PREFACE;
    private int length;
    private int type;
    private int filled;

    CallCount(Runnable counted) {
        this.counted = counted;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (message instanceof ByteBuf bytes) {
            look(bytes);
        }
        context.fireChannelRead(message);
    }

    private void look(ByteBuf bytes) {
        int end = bytes.writerIndex();
        int at = bytes.readerIndex();
        while (at < end) {
            if (skip > 0) {
                long passed = Math.min(skip, end - at);
                skip -= passed;
                at += (int) passed;
                continue;
            }
            int next = bytes.getUnsignedByte(at++);
            if (filled < 3) {
                length = length << 8 | next;
            } else if (filled == 3) {
                type = next;
            }
            filled++;
            if (filled == HEADER) {
                if (type == HEADERS || type == RST_STREAM) {
                    counted.run();
                }
                skip = length;
                length = 0;
                filled = 0;
            }
        }
    }
}
