// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.wire;

import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.transport.channel.SiteLink.Hindrance;
import io.hedgerow.transport.channel.SiteLink.SelfReport;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/** One unit of the stream between a site and its coordinator. */
public sealed interface Frame {

    int LONGEST_NAME = 1000;

    /** The most sites of one notice. */
    int MOST_HINDERED = 32;

    /**
     * A site's first frame.
     *
     * @param versions of the protocol which the site speaks
     * @param study the study's name
     * @param planDigest of the plan which the site has pinned; opaque
     * @param siteIncarnation made anew by every process of the site
     * @param coordinatorIncarnation of the last welcome; empty before the first
     * @param received the last message received from that incarnation; at least 0
     * @param tasksTaken how many tasks the site has taken over; at least 0
     * @param oldestReply number of the oldest reply which no coordinator has taken; at least 1
     * @param reported what the site says of itself; not verified
     * @param revision of the study's method at the site; from 1
     * @param hindrance the reason why the site's process ends without an answer: its last word, in a probe; empty while
     *     it is well
     */
    record Hello(
            List<Integer> versions,
            String study,
            Payload planDigest,
            String siteIncarnation,
            String coordinatorIncarnation,
            long received,
            int tasksTaken,
            long oldestReply,
            SelfReport reported,
            int revision,
            Optional<Hindrance.Kind> hindrance)
            implements Frame {

        public Hello saying(Hindrance.Kind why) {
            return new Hello(
                    versions,
                    study,
                    planDigest,
                    siteIncarnation,
                    coordinatorIncarnation,
                    received,
                    tasksTaken,
                    oldestReply,
                    reported,
                    revision,
                    Optional.of(why));
        }

        public Hello {
            if (study.length() > LONGEST_NAME
                    || planDigest.size() > LONGEST_NAME
                    || siteIncarnation.isEmpty()
                    || siteIncarnation.length() > LONGEST_NAME
                    || coordinatorIncarnation.length() > LONGEST_NAME
                    || versions.size() > LONGEST_NAME) {
                throw new IllegalArgumentException("a hello must have a siteIncarnation, and none of its fields may be "
                        + "longer than " + LONGEST_NAME);
            }
            versions = List.copyOf(versions);
            if (received < 0 || tasksTaken < 0 || oldestReply < 1 || revision < 1) {
                throw new IllegalArgumentException(
                        "received and tasksTaken must be at least 0, oldestReply and revision at least 1, were "
                                + received + ", " + tasksTaken + ", " + oldestReply + " and " + revision);
            }
        }
    }

    /**
     * The coordinator's first frame.
     *
     * @param version of the protocol which both speak from here
     * @param coordinatorIncarnation made anew by every process of the coordinator; a hello has it again
     * @param received the last reply received from this incarnation of the site; at least 0
     * @param resumed whether messages go on where the hello says; otherwise they are counted from 1 again
     * @param roundsOver rounds below this are over: their tasks are only to be taken note of
     * @param revision of the study's method at the coordinator; from 1
     */
    record Welcome(
            int version, String coordinatorIncarnation, long received, boolean resumed, int roundsOver, int revision)
            implements Frame {
        public Welcome {
            if (coordinatorIncarnation.isEmpty() || coordinatorIncarnation.length() > LONGEST_NAME) {
                throw new IllegalArgumentException("a welcome must have a coordinatorIncarnation of at most "
                        + LONGEST_NAME + ", its length was " + coordinatorIncarnation.length());
            }
            if (received < 0 || roundsOver < 0 || revision < 1) {
                throw new IllegalArgumentException(
                        "received and roundsOver must be at least 0 and revision at least 1, were " + received + ", "
                                + roundsOver + " and " + revision);
            }
        }
    }

    /**
     * A message and the start of its payload.
     *
     * @param number of the message, from 1
     * @param header the message without its payload
     * @param payloadSize bytes of the whole payload
     * @param part its first bytes
     */
    record Opening(long number, MessageHeader header, long payloadSize, ByteBuffer part) implements Frame {
        public Opening {
            part = part.asReadOnlyBuffer();
            if (number < 1 || payloadSize < 0 || part.remaining() > payloadSize) {
                throw new IllegalArgumentException(
                        "number must be at least 1 and the payload not smaller than its part, " + "were " + number
                                + ", " + payloadSize + " and " + part.remaining());
            }
        }
    }

    /** The next part of a payload, at least one byte. */
    record Part(ByteBuffer part) implements Frame {
        public Part {
            part = part.asReadOnlyBuffer();
            if (!part.hasRemaining()) {
                throw new IllegalArgumentException("part must have at least one byte, had none");
            }
        }
    }

    /** Acknowledges all messages up to a number, so that the sender may drop them. */
    record Taken(long number) implements Frame {
        public Taken {
            if (number < 0) {
                throw new IllegalArgumentException("number must be at least 0, was " + number);
            }
        }
    }

    /** The coordinator's notice of sites that keep the study waiting. It has no number; the newest one counts. */
    record Notice(List<Hindrance> hindrances) implements Frame {

        /** Refuses more sites than a notice can have, before they are read. */
        static void requireFew(int sites) {
            if (sites > MOST_HINDERED) {
                throw new IllegalArgumentException(
                        "a notice must have at most " + MOST_HINDERED + " sites, had " + sites);
            }
        }

        public Notice {
            requireFew(hindrances.size());
            hindrances = List.copyOf(hindrances);
        }
    }

    /** Malformed bytes; the reason says what was expected, without their content. */
    record Unreadable(String reason) implements Frame {}
}
