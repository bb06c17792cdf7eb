// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.link;

import io.hedgerow.transport.internal.wire.Frame;
import io.hedgerow.transport.internal.wire.MessageAssembler;
import io.hedgerow.transport.internal.wire.WireMessage;
import java.util.Optional;

/** Receives a peer's messages in order: drops duplicates and detects gaps. Not thread-safe. */
public final class Inbox {

    private final MessageAssembler assembler;
    private long opened;
    private long received;

    public Inbox(int limit, long received) {
        this.assembler = new MessageAssembler(limit);
        this.received = received;
    }

    public long received() {
        return received;
    }

    /** Takes a frame and returns a message that completes with it and did not come before; throws at a gap. */
    public Optional<WireMessage> accept(Frame frame) {
        Optional<WireMessage> wireMessage;
        if (frame instanceof Frame.Opening opening) {
            if (opening.number() > received + 1) {
                throw new GapException("expected message " + (received + 1) + ", was " + opening.number()
                        + ": the stream starts again after the last message received");
            }
            wireMessage = assembler.accept(opening);
            opened = opening.number();
        } else if (frame instanceof Frame.Part part) {
            wireMessage = assembler.accept(part);
        } else {
            throw new IllegalArgumentException(
                    "expected an opening or a part, was " + frame.getClass().getSimpleName());
        }
        if (wireMessage.isEmpty() || opened <= received) {
            return Optional.empty();
        }
        received = opened;
        return wireMessage;
    }

    public static final class GapException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        GapException(String message) {
            super(message);
        }
    }
}
