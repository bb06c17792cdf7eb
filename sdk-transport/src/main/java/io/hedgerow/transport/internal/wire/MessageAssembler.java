// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.wire;

import io.hedgerow.core.protocol.encoding.Payload;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reassembles messages from frames. A message that says it is larger than the limit is refused before memory is taken
 * for it; memory grows with what came, not with what was announced. Not thread-safe.
 */
public final class MessageAssembler {

    private static final byte[] NONE = new byte[0];

    private final long limit;
    private Frame.@Nullable Opening open;
    private byte[] bytes = NONE;
    private int filled;

    public MessageAssembler(long limit) {
        this.limit = limit;
    }

    /** Takes an opening within the limit, and returns the message when it is complete. */
    public Optional<WireMessage> accept(Frame.Opening opening) {
        if (open != null) {
            throw new IllegalArgumentException("message " + open.number() + " is not complete, and message "
                    + opening.number() + " was opened: expected the rest of its parts first");
        }
        if (opening.payloadSize() > limit) {
            throw new MessageTooLargeException(opening.payloadSize(), limit);
        }
        open = opening;
        filled = 0;
        return fill(opening, opening.part());
    }

    /** Takes a part, and returns the message when it is complete. */
    public Optional<WireMessage> accept(Frame.Part part) {
        Frame.Opening opening = open;
        if (opening == null) {
            throw new IllegalArgumentException("a part must follow the opening of its message");
        }
        if (part.part().remaining() > opening.payloadSize() - filled) {
            throw new IllegalArgumentException("message " + opening.number() + " must have the announced "
                    + opening.payloadSize() + " bytes, has more");
        }
        return fill(opening, part.part());
    }

    private Optional<WireMessage> fill(Frame.Opening opening, ByteBuffer part) {
        int size = (int) opening.payloadSize();
        int count = part.remaining();
        if (bytes.length < filled + count) {
            bytes = Arrays.copyOf(bytes, (int) Math.min(size, Math.max(2L * bytes.length, filled + (long) count)));
        }
        part.duplicate().get(bytes, filled, count);
        filled += count;
        if (filled < size) {
            return Optional.empty();
        }
        WireMessage wireMessage = new WireMessage(opening.header(), Payload.copyOf(bytes));
        open = null;
        bytes = NONE;
        return Optional.of(wireMessage);
    }

    public static final class MessageTooLargeException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        public MessageTooLargeException(long size, long limit) {
            super("a message of " + size + " bytes is beyond the limit of " + limit
                    + " bytes, which follows from the plan: install matching releases at both ends");
        }
    }
}
