// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.link;

import io.hedgerow.transport.internal.wire.Frame;
import io.hedgerow.transport.internal.wire.FrameCutter;
import io.hedgerow.transport.internal.wire.WireMessage;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Numbered messages to one peer, kept until the peer has taken them, whatever connections come and go. Also says what
 * was taken of the peer's. Not thread-safe.
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

    /** The oldest message that was not taken; one after the last when all were. */
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

    /** A new connection, over which the peer says what it has received. */
    public void resume(long received) {
        if (received < oldest() - 1 || received > last) {
            throw new IllegalArgumentException(
                    "the last message received must be " + (oldest() - 1) + " to " + last + ", was " + received);
        }
        next = received + 1;
        cutter = null;
        takenSaid = 0;
    }

    /** The peer has taken messages. */
    public void wasTaken(long number) {
        if (number >= next) {
            throw new IllegalArgumentException(
                    "messages up to " + (next - 1) + " were sent, taken were said to be " + number);
        }
        kept.headMap(number, true).clear();
    }

    /** This end has taken the peer's messages up to a number. */
    public void say(long takenNow) {
        taken = Math.max(taken, takenNow);
    }

    /** The peer counts from 1 again. */
    public void sayNothing() {
        taken = 0;
        takenSaid = 0;
    }

    /**
     * What to send next on the present connection. That something was taken is said behind the messages that answer it:
     * who ends in between has taken nothing.
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
}
