// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.link;

import java.time.Duration;

/**
 * Limits and times of one end of the wire. Both ends of a study use the same message limit.
 *
 * @param partSize bytes of payload in one frame; 1 to 4 MiB
 * @param messageLimit bytes of payload in one message; at least 1
 * @param window messages that may wait to be taken before the sender is held up; at least 1
 * @param callTimeout deadline of a connection attempt and of every unary call
 * @param streamLife after this long a site ends its stream and opens another one; a coordinator ends streams that stay
 *     a sixtieth longer. Each end judges the other's certificate again every sixtieth of it
 * @param keepAlive silence after which the other end is asked for a sign of life
 * @param keepAliveTimeout how long to wait for that sign
 */
public record WireSettings(
        int partSize,
        int messageLimit,
        int window,
        Duration callTimeout,
        Duration streamLife,
        Duration keepAlive,
        Duration keepAliveTimeout) {

    private static final int MIB = 1 << 20;

    /** The most bytes of payload in one message of any study. */
    public static final int LARGEST_MESSAGE = 256 * MIB;

    private static final int WINDOW = 16;
    private static final Duration SHORTEST = Duration.ofMillis(200);

    /** The bytes that may wait to be taken from one site, as long as two messages are less. */
    private static final int WAITING_BYTES = 16 * MIB;

    public WireSettings {
        if (partSize < 1 || partSize > 4 * MIB) {
            throw new IllegalArgumentException("partSize must be 1 to " + 4 * MIB + " bytes, was " + partSize);
        }
        if (messageLimit < 1) {
            throw new IllegalArgumentException("messageLimit must be at least 1 byte, was " + messageLimit);
        }
        if (window < 1) {
            throw new IllegalArgumentException("window must be at least 1 message, was " + window);
        }
        requirePositive("callTimeout", callTimeout);
        requirePositive("streamLife", streamLife);
        requirePositive("keepAlive", keepAlive);
        requirePositive("keepAliveTimeout", keepAliveTimeout);
    }

    /** The time after which a certificate that is good no longer ends a stream at the latest: usually a minute. */
    public Duration betweenJudgements() {
        Duration part = streamLife.dividedBy(60);
        return part.compareTo(SHORTEST) < 0 ? SHORTEST : part;
    }

    /**
     * Settings for networks between institutions: parts of 256 KiB, messages up to 256 MiB, 16 waiting messages, 20 s
     * per call, streams of an hour, a sign of life every 20 s.
     */
    public static WireSettings standard() {
        return new WireSettings(
                MIB / 4,
                LARGEST_MESSAGE,
                WINDOW,
                Duration.ofSeconds(20),
                Duration.ofHours(1),
                Duration.ofSeconds(20),
                Duration.ofSeconds(20));
    }

    /**
     * Standard settings of a study with a known largest message: a larger one is refused, and a site that sends without
     * end takes no more memory than 16 MiB or two messages.
     */
    public static WireSettings of(long largest) {
        if (!(largest >= 1 && largest <= LARGEST_MESSAGE)) {
            throw new IllegalArgumentException(
                    "a message must have 1 to " + LARGEST_MESSAGE + " bytes, the largest had " + largest);
        }
        int window = (int) Math.max(2, Math.min(WINDOW, WAITING_BYTES / largest));
        return standard().withMessageLimit((int) largest).withWindow(window);
    }

    public WireSettings withMessageLimit(int bytes) {
        return new WireSettings(partSize, bytes, window, callTimeout, streamLife, keepAlive, keepAliveTimeout);
    }

    public WireSettings withWindow(int messages) {
        return new WireSettings(partSize, messageLimit, messages, callTimeout, streamLife, keepAlive, keepAliveTimeout);
    }

    public WireSettings withCallTimeout(Duration timeout) {
        return new WireSettings(partSize, messageLimit, window, timeout, streamLife, keepAlive, keepAliveTimeout);
    }

    /** The bytes of a frame: one part, and the rest of an opening, which names the sites of a round. */
    public int frameLimit() {
        return partSize + MIB;
    }

    private static void requirePositive(String name, Duration value) {
        if (value.isZero() || value.isNegative()) {
            throw new IllegalArgumentException(name + " must be > 0, was " + value);
        }
    }
}
