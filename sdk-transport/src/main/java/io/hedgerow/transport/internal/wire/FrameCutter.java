// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.wire;

import java.nio.ByteBuffer;

/** Cuts one message into frames, without a copy of its payload. Not thread-safe. */
public final class FrameCutter {

    private final long number;
    private final WireMessage wireMessage;
    private final int partSize;
    private final ByteBuffer rest;
    private boolean opened;

    public FrameCutter(long number, WireMessage wireMessage, int partSize) {
        if (partSize < 1) {
            throw new IllegalArgumentException("partSize must be at least 1, was " + partSize);
        }
        this.number = number;
        this.wireMessage = wireMessage;
        this.partSize = partSize;
        this.rest = wireMessage.payload().asReadOnlyBuffer();
    }

    public boolean hasNext() {
        return !opened || rest.hasRemaining();
    }

    /**
     * The next frame: an opening, then parts.
     *
     * @throws IllegalStateException after the last
     */
    public Frame next() {
        if (!hasNext()) {
            throw new IllegalStateException("message " + number + " has no more frames: ask hasNext first");
        }
        int size = Math.min(partSize, rest.remaining());
        ByteBuffer part = rest.slice(rest.position(), size);
        rest.position(rest.position() + size);
        if (opened) {
            return new Frame.Part(part);
        }
        opened = true;
        return new Frame.Opening(
                number, wireMessage.header(), wireMessage.payload().size(), part);
    }
}
