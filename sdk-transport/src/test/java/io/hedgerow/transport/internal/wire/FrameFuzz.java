// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.wire;

import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.SiteReply;
import io.hedgerow.core.protocol.StudyState;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.transport.channel.SiteLink.Hindrance;
import io.hedgerow.transport.channel.SiteLink.ReportedSpending;
import io.hedgerow.transport.channel.SiteLink.SelfReport;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Bytes that are nearly frames: valid ones with a few changes, pieces of two, or noise. The valid ones are one of every
 * kind, and golden files hold their bytes.
 */
public final class FrameFuzz {

    public static final List<Frame> SITE = List.of(
            new Frame.Hello(
                    List.of(1),
                    "in-process",
                    Payload.copyOf(new byte[] {1, 2, 3}),
                    "one",
                    "two",
                    3,
                    2,
                    4,
                    SelfReport.none().with(new ReportedSpending(1.5, 1e-8)),
                    1,
                    Optional.empty()),
            new Frame.Opening(1, new MessageHeader.OfUpdate(0, "test"), 6, ByteBuffer.wrap(new byte[] {1, 2, 3})),
            new Frame.Opening(2, new MessageHeader.OfAnswer(1, -9), 2, ByteBuffer.wrap(new byte[] {1, 2})),
            new Frame.Opening(
                    3,
                    new MessageHeader.OfFailure(
                            1, SiteReply.Failure.Kind.REFUSED, Optional.empty(), SiteReply.Failure.Prospect.UNSAID),
                    0,
                    ByteBuffer.allocate(0)),
            new Frame.Part(ByteBuffer.wrap(new byte[] {4, 5, 6})),
            new Frame.Taken(7));

    public static final List<Frame> COORDINATOR = List.of(
            new Frame.Welcome(1, "two", 3, true, 2, 1),
            new Frame.Opening(
                    1,
                    new MessageHeader.OfTask(5, 0.5, Set.of(new SiteId("a"), new SiteId("b"))),
                    4,
                    ByteBuffer.wrap(new byte[] {1, 2, 3})),
            new Frame.Opening(2, new MessageHeader.OfOutcome(StudyState.DIVERGED), 1, ByteBuffer.wrap(new byte[] {1})),
            new Frame.Opening(3, new MessageHeader.OfQuestion(6, Long.MIN_VALUE), 0, ByteBuffer.allocate(0)),
            new Frame.Part(ByteBuffer.wrap(new byte[] {4, 5, 6})),
            new Frame.Taken(7),
            new Frame.Notice(List.of(
                    new Hindrance(new SiteId("a"), Hindrance.Kind.HOME_LOST),
                    new Hindrance(new SiteId("b"), Hindrance.Kind.EXCLUDED))));

    private final SplittableRandom random;

    public FrameFuzz(long seed) {
        random = new SplittableRandom(seed);
    }

    public byte[] next(List<byte[]> valid) {
        byte[] one = valid.get(random.nextInt(valid.size())).clone();
        switch (random.nextInt(4)) {
            case 0 -> {
                byte[] noise = new byte[random.nextInt(200)];
                random.nextBytes(noise);
                return noise;
            }
            case 1 -> {
                byte[] two = valid.get(random.nextInt(valid.size()));
                byte[] both = Arrays.copyOf(one, random.nextInt(one.length + 1) + two.length);
                System.arraycopy(two, 0, both, both.length - two.length, two.length);
                return both;
            }
            case 2 -> {
                return Arrays.copyOf(one, random.nextInt(one.length + 1));
            }
            default -> {
                for (int change = random.nextInt(4); change >= 0 && one.length > 0; change--) {
                    one[random.nextInt(one.length)] = (byte) random.nextInt();
                }
                return one;
            }
        }
    }
}
