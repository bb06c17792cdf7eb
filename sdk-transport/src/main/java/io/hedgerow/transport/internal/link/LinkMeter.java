// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.link;

import io.hedgerow.transport.channel.SiteLink;
import io.hedgerow.transport.internal.wire.WireMessage;
import java.util.ArrayList;
import java.util.List;

/** Counts what goes over the connections to one peer. Thread-safe. */
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
}
