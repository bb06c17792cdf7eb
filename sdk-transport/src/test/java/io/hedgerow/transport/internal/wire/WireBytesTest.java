// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hedgerow.core.internal.file.GoldenFile;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.SiteReply;
import io.hedgerow.core.protocol.SiteReply.Failure.Prospect;
import io.hedgerow.transport.channel.SiteLink.Hindrance;
import io.hedgerow.v1.CoordinatorFrame;
import io.hedgerow.v1.Failure;
import io.hedgerow.v1.Hindered;
import io.hedgerow.v1.Notice;
import io.hedgerow.v1.SiteFrame;
import io.hedgerow.v1.SiteOpening;
import io.hedgerow.v1.Taken;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Frames of every kind, and messages of every kind in them, have the bytes of earlier releases on the wire. */
class WireBytesTest {

    /** By the name of the golden file. */
    static Map<String, Frame> frames() {
        Map<String, Frame> frames = new LinkedHashMap<>();
        FrameFuzz.SITE.forEach(frame -> frames.put("site-" + name(frame), frame));
        FrameFuzz.COORDINATOR.forEach(frame -> frames.put("coordinator-" + name(frame), frame));
        return frames;
    }

    private static String name(Frame frame) {
        return frame instanceof Frame.Opening opening
                ? opening.header().getClass().getSimpleName()
                : frame.getClass().getSimpleName();
    }

    private static GoldenFile golden(String name) throws IOException {
        return GoldenFile.of(WireBytesTest.class, name);
    }

    static byte[] bytes(String name, Frame frame) {
        return name.startsWith("site-") ? ProtobufMapping.siteBytes(frame) : ProtobufMapping.coordinatorBytes(frame);
    }

    private static Frame read(String name, byte[] bytes) {
        return name.startsWith("site-") ? ProtobufMapping.readSite(bytes) : ProtobufMapping.readCoordinator(bytes);
    }

    @Test
    void everyFrame_isWrittenAsEarlierReleasesWroteIt_andReadFromThat() throws IOException {
        assertEquals(13, frames().size());
        for (Map.Entry<String, Frame> one : frames().entrySet()) {
            golden(one.getKey()).requireSame(one.getKey(), bytes(one.getKey(), one.getValue()));
            for (GoldenFile earlier : GoldenFile.ofAllReleases(WireBytesTest.class, one.getKey())) {
                assertEquals(one.getValue(), read(one.getKey(), earlier.bytes()));
            }
        }
    }

    /** Both are also sent outside of a stream of frames. */
    @Test
    void greetings_areWrittenAsEarlierReleasesWroteThem_andReadFromThat() throws IOException {
        Frame.Hello hello = (Frame.Hello) FrameFuzz.SITE.get(0);
        golden("hello").requireSame("hello", ProtobufMapping.helloBytes(hello));
        for (GoldenFile earlier : GoldenFile.ofAllReleases(WireBytesTest.class, "hello")) {
            assertEquals(hello, ProtobufMapping.readHello(earlier.bytes()));
        }
        Frame.Welcome welcome = (Frame.Welcome) FrameFuzz.COORDINATOR.get(0);
        golden("welcome").requireSame("welcome", ProtobufMapping.welcomeBytes(welcome));
        for (GoldenFile earlier : GoldenFile.ofAllReleases(WireBytesTest.class, "welcome")) {
            assertEquals(welcome, ProtobufMapping.readWelcome(earlier.bytes()));
        }
    }

    /** As a probe carries it. */
    @Test
    void lastWordOfASite_isWrittenAsEarlierReleasesWroteIt_andReadFromThat() throws IOException {
        Frame.Hello hello = ((Frame.Hello) FrameFuzz.SITE.get(0)).saying(Hindrance.Kind.NO_ROOM);
        golden("last-word").requireSame("last-word", ProtobufMapping.helloBytes(hello));
        for (GoldenFile earlier : GoldenFile.ofAllReleases(WireBytesTest.class, "last-word")) {
            assertEquals(hello, ProtobufMapping.readHello(earlier.bytes()));
        }
    }

    /** What an earlier release makes of it: that nothing more was taken. */
    @Test
    void notice_isATakenOfNothing_toWhoeverDoesNotKnowIt() throws Exception {
        byte[] bytes = ProtobufMapping.coordinatorBytes(new Frame.Notice(List.of()));
        assertEquals(0, CoordinatorFrame.parseFrom(bytes).getTaken().getNumber());
        byte[] later = CoordinatorFrame.newBuilder()
                .setTaken(Taken.newBuilder()
                        .setNotice(Notice.newBuilder()
                                .addSites(Hindered.newBuilder().setSite("a").setHindranceValue(99))))
                .build()
                .toByteArray();
        assertEquals(
                new Frame.Notice(List.of(new Hindrance(new SiteId("a"), Hindrance.Kind.FAILED))),
                ProtobufMapping.readCoordinator(later));
    }

    /** An earlier release reads a failure, and of a later one a prospect that is not known says nothing. */
    @Test
    void prospectOfAFailure_isOneFieldMore() throws Exception {
        for (Prospect prospect : Prospect.values()) {
            Frame.Opening opening = new Frame.Opening(
                    3,
                    new MessageHeader.OfFailure(1, SiteReply.Failure.Kind.DATA_UNUSABLE, Optional.empty(), prospect),
                    0,
                    ByteBuffer.allocate(0));
            byte[] bytes = ProtobufMapping.siteBytes(opening);
            assertEquals(opening, ProtobufMapping.readSite(bytes));
            assertEquals(
                    Failure.Kind.DATA_UNUSABLE,
                    SiteFrame.parseFrom(bytes).getOpening().getFailure().getKind());
        }
        SiteFrame later = SiteFrame.newBuilder()
                .setOpening(SiteOpening.newBuilder()
                        .setNumber(3)
                        .setFailure(Failure.newBuilder()
                                .setRound(1)
                                .setKind(Failure.Kind.REFUSED)
                                .setProspectValue(99)))
                .build();
        assertEquals(
                new MessageHeader.OfFailure(1, SiteReply.Failure.Kind.REFUSED, Optional.empty(), Prospect.UNSAID),
                ((Frame.Opening) ProtobufMapping.readSite(later.toByteArray())).header());
    }
}
