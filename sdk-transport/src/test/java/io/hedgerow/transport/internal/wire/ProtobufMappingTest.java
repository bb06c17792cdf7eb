// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.privacy.PrivacyException;
import io.hedgerow.core.protocol.SiteReply;
import io.hedgerow.core.protocol.SiteReply.Failure.Prospect;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.transport.channel.SiteLink.SelfReport;
import io.hedgerow.v1.CoordinatorFrame;
import io.hedgerow.v1.Hindered;
import io.hedgerow.v1.Notice;
import io.hedgerow.v1.Taken;
import java.nio.ByteBuffer;
import java.util.AbstractList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ProtobufMappingTest {

    private static final List<byte[]> SITE =
            FrameFuzz.SITE.stream().map(ProtobufMapping::siteBytes).toList();
    private static final List<byte[]> COORDINATOR = FrameFuzz.COORDINATOR.stream()
            .map(ProtobufMapping::coordinatorBytes)
            .toList();

    @Test
    void everyFrame_comesBackAsItWas() {
        for (int i = 0; i < FrameFuzz.SITE.size(); i++) {
            assertEquals(FrameFuzz.SITE.get(i), ProtobufMapping.readSite(SITE.get(i)));
        }
        for (int i = 0; i < FrameFuzz.COORDINATOR.size(); i++) {
            assertEquals(FrameFuzz.COORDINATOR.get(i), ProtobufMapping.readCoordinator(COORDINATOR.get(i)));
        }
        Frame.Hello hello = (Frame.Hello) FrameFuzz.SITE.get(0);
        assertEquals(hello, ProtobufMapping.readHello(ProtobufMapping.helloBytes(hello)));
        Frame.Welcome welcome = (Frame.Welcome) FrameFuzz.COORDINATOR.get(0);
        assertEquals(welcome, ProtobufMapping.readWelcome(ProtobufMapping.welcomeBytes(welcome)));
    }

    @Test
    void reasonOfARefusal_comesBackAsItWas() {
        for (PrivacyException.Reason reason : PrivacyException.Reason.values()) {
            Frame.Opening refused = new Frame.Opening(
                    3,
                    new MessageHeader.OfFailure(
                            1, SiteReply.Failure.Kind.REFUSED, Optional.of(reason), Prospect.UNSAID),
                    0,
                    ByteBuffer.allocate(0));
            assertEquals(refused, ProtobufMapping.readSite(ProtobufMapping.siteBytes(refused)));
        }
    }

    @Test
    void framesOfTheOtherEnd_areNotWritten() {
        assertThrows(IllegalArgumentException.class, () -> ProtobufMapping.siteBytes(FrameFuzz.COORDINATOR.get(0)));
        assertThrows(IllegalArgumentException.class, () -> ProtobufMapping.coordinatorBytes(FrameFuzz.SITE.get(0)));
        assertThrows(IllegalArgumentException.class, () -> ProtobufMapping.siteBytes(FrameFuzz.COORDINATOR.get(1)));
        assertThrows(IllegalArgumentException.class, () -> ProtobufMapping.coordinatorBytes(FrameFuzz.SITE.get(1)));
    }

    @Test
    void emptyFrame_isUnreadable() {
        assertTrue(ProtobufMapping.readSite(new byte[0]) instanceof Frame.Unreadable);
        assertTrue(ProtobufMapping.readCoordinator(new byte[0]) instanceof Frame.Unreadable);
        assertTrue(ProtobufMapping.readHello(new byte[0]) instanceof Frame.Unreadable);
    }

    @Test
    void anyBytes_becomeAFrame() {
        fuzz(20_000);
    }

    @Test
    @Tag("long")
    void veryManyBytes_becomeAFrame() {
        fuzz(1_000_000);
    }

    private static void fuzz(int cases) {
        FrameFuzz fuzz = new FrameFuzz(1);
        int unreadable = 0;
        for (int i = 0; i < cases; i++) {
            Frame site = ProtobufMapping.readSite(fuzz.next(SITE));
            Frame coordinator = ProtobufMapping.readCoordinator(fuzz.next(COORDINATOR));
            assertNotNull(site);
            assertNotNull(coordinator);
            unreadable += site instanceof Frame.Unreadable ? 1 : 0;
        }
        assertTrue(unreadable > cases / 10 && unreadable < cases, "unreadable " + unreadable);
    }

    /** A list as long as a frame allows has millions of entries, each an object. */
    private static final class TooLong<T> extends AbstractList<T> {
        @Override
        public T get(int index) {
            throw new AssertionError("entries of a list that is too long must not be read");
        }

        @Override
        public Object[] toArray() {
            throw new AssertionError("a list that is too long must not be copied");
        }

        @Override
        public int size() {
            return Integer.MAX_VALUE;
        }
    }

    @Test
    void listsThatAreTooLong_areRefusedBeforeTheyAreCopied() {
        assertThrows(IllegalArgumentException.class, () -> new Frame.Notice(new TooLong<>()));
        assertThrows(
                IllegalArgumentException.class,
                () -> new Frame.Hello(
                        new TooLong<>(),
                        "study",
                        Payload.empty(),
                        "one",
                        "",
                        0,
                        0,
                        1,
                        SelfReport.none(),
                        1,
                        Optional.empty()));
        Notice.Builder notice = Notice.newBuilder();
        for (int k = 0; k <= Frame.MOST_HINDERED; k++) {
            notice.addSites(Hindered.newBuilder().setSite(""));
        }
        byte[] bytes = CoordinatorFrame.newBuilder()
                .setTaken(Taken.newBuilder().setNotice(notice))
                .build()
                .toByteArray();
        assertEquals(
                new Frame.Unreadable("a notice must have at most 32 sites, had 33"),
                ProtobufMapping.readCoordinator(bytes));
    }
}
