// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.link;

import io.hedgerow.transport.internal.wire.Frame;
import io.hedgerow.transport.internal.wire.WireMessage;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Queues numbered messages to one peer, across reconnections, until the peer acknowledges them. It also acknowledges
 * the peer's messages. Not thread-safe.
 */
public final class Outbox {

    private final TreeMap<Long, WireMessage> kept = new TreeMap<>();
    private final int partSize;
    private long last;
    private long next = 1;
    private @Nullable FrameCutter cutter;
    private long taken;
    private long takenSaid;

    public Outbox(int partSize) {
        this.partSize = partSize;
    }

    public void add(WireMessage wireMessage) {
        last++;
        kept.put(last, wireMessage);
    }

    /** The oldest message that was not taken, or the next number when all were. */
    public long oldest() {
        return last + 1 - kept.size();
    }

    public boolean isEmpty() {
        return kept.isEmpty();
    }

    /** Whether every message has been handed to the present connection. */
    public boolean isSent() {
        return next > last && taken == takenSaid;
    }

    public void resume(long received) {
        if (received < oldest() - 1 || received > last) {
            throw new IllegalArgumentException(
                    "the last message received must be " + (oldest() - 1) + " to " + last + ", was " + received);
        }
        next = received + 1;
        cutter = null;
        takenSaid = 0;
    }

    public void wasTaken(long number) {
        if (number >= next) {
            throw new IllegalArgumentException(
                    "messages up to " + (next - 1) + " were sent, taken were said to be " + number);
        }
        kept.headMap(number, true).clear();
    }

    public void say(long takenNow) {
        taken = Math.max(taken, takenNow);
    }

    /** The peer counts from 1 again. */
    public void sayNothing() {
        taken = 0;
        takenSaid = 0;
    }

    /**
     * The next frame for the present connection. An acknowledgement follows the messages that answer it: a process that
     * ends in between has taken nothing.
     */
    public Optional<Frame> next() {
        if (cutter == null && next <= last) {
            cutter = new FrameCutter(next, Objects.requireNonNull(kept.get(next)), partSize);
        }
        if (cutter == null) {
            if (taken > takenSaid) {
                takenSaid = taken;
                return Optional.of(new Frame.Taken(taken));
            }
            return Optional.empty();
        }
        Frame frame = cutter.next();
        if (!cutter.hasNext()) {
            cutter = null;
            next++;
        }
        return Optional.of(frame);
    }

    /** Hands frames to the present connection as long as it takes them. */
    public void pump(BooleanSupplier isReady, Consumer<Frame> connection, LinkMeter meter) {
        while (isReady.getAsBoolean()) {
            Optional<Frame> frame = next();
            if (frame.isEmpty()) {
                return;
            }
            if (frame.get() instanceof Frame.Opening opening) {
                meter.sent(opening.payloadSize());
            }
            connection.accept(frame.get());
        }
    }

    /** Cuts one message into frames, without a copy of its payload. Not thread-safe. */
    public static final class FrameCutter {

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

        /** The next frame: an opening, then parts. */
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
}
