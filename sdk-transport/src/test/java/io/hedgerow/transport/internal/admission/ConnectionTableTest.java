// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.admission;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.netty.shaded.io.netty.buffer.ByteBuf;
import io.grpc.netty.shaded.io.netty.buffer.Unpooled;
import io.grpc.netty.shaded.io.netty.channel.embedded.EmbeddedChannel;
import io.hedgerow.transport.internal.egress.SecurityEvent;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ConnectionTableTest {

    private static final int HANDSHAKES = 6;
    private static final int HANDSHAKES_OF_ADDRESS = 4;

    private final List<SecurityEvent> events = new ArrayList<>();
    private final ConnectionTable entrance = new ConnectionTable(
            new ConnectionLimits(12, 8, HANDSHAKES, HANDSHAKES_OF_ADDRESS, 2),
            new RefusalNotes(events::add, "study"),
            () -> this.nanos);
    private long nanos;
    private int port = 1000;

    private record Visit(EmbeddedChannel channel, Optional<ConnectionTable.Guest> guest) {}

    private Visit from(String address) throws Exception {
        EmbeddedChannel channel = new EmbeddedChannel();
        return new Visit(
                channel, entrance.enter(channel, new InetSocketAddress(InetAddress.getByName(address), port++)));
    }

    private List<Visit> from(String address, int count) throws Exception {
        List<Visit> visits = new ArrayList<>();
        for (int k = 0; k < count; k++) {
            visits.add(from(address));
        }
        return visits;
    }

    private Visit named(String address, String name) throws Exception {
        Visit visit = from(address);
        entrance.named(visit.guest().orElseThrow(), name);
        return visit;
    }

    private static long open(List<Visit> visits) {
        return visits.stream().filter(one -> one.channel().isOpen()).count();
    }

    @Test
    void floodFromOneAddress_drivesOutItsOwnOldest_andNobodyElse() throws Exception {
        Visit site = named("192.0.2.1", "north");
        Visit other = from("192.0.2.2");
        List<Visit> flood = from("192.0.2.9", 50);
        assertEquals(HANDSHAKES_OF_ADDRESS, open(flood));
        assertEquals(HANDSHAKES_OF_ADDRESS, open(flood.subList(46, 50)), "the newest are left");
        assertTrue(site.channel().isOpen() && other.channel().isOpen());
        assertEquals(46, events.size());
        assertEquals(SecurityEvent.Kind.CONNECTION_REFUSED, events.get(0).kind());
        assertEquals("unknown at /192.0.2.9:1002", events.get(0).peer());
    }

    @Test
    void floodFromManyAddresses_makesRoomForASite_fromTheBusiestAddress() throws Exception {
        List<Visit> flood = from("192.0.2.8", 4);
        flood.addAll(from("192.0.2.9", 2));
        Visit site = named("192.0.2.1", "north");
        assertTrue(site.channel().isOpen());
        assertFalse(flood.get(0).channel().isOpen());
        assertEquals(5, open(flood));
    }

    @Test
    void whenAllHaveCertificates_theNextIsRefused_andComesInWhenOneLeaves() throws Exception {
        List<Visit> sites = new ArrayList<>();
        for (int k = 0; k < 12; k++) {
            sites.add(named("192.0.2." + (1 + k / 6), "site-" + k));
        }
        assertEquals(12, open(sites));
        assertTrue(from("192.0.2.3").guest().isEmpty());
        assertTrue(sites.get(0).channel().close().isSuccess());
        assertTrue(from("192.0.2.3").guest().isPresent());
    }

    @Test
    void oneAddress_hasNoMoreThanItsShare_alsoWithCertificates() throws Exception {
        for (int k = 0; k < 8; k++) {
            named("192.0.2.1", "site-" + k);
        }
        assertTrue(from("192.0.2.1").guest().isEmpty());
        assertTrue(from("192.0.2.2").guest().isPresent());
    }

    @Test
    void addressesOfOneNetworkOfVersionSix_countAsOne() throws Exception {
        List<Visit> flood = new ArrayList<>();
        for (int k = 1; k <= 5; k++) {
            flood.add(from("2001:db8::" + k));
        }
        assertEquals(HANDSHAKES_OF_ADDRESS, open(flood));
        assertTrue(from("2001:db8:0:1::1").channel().isOpen());
        assertEquals(HANDSHAKES_OF_ADDRESS, open(flood));
    }

    @Test
    void oneCertificate_hasAFewConnections_andTheNewestStay() throws Exception {
        List<Visit> same = new ArrayList<>();
        for (int k = 0; k < 5; k++) {
            same.add(named("192.0.2." + k, "north"));
        }
        assertEquals(2, open(same));
        assertTrue(same.get(4).channel().isOpen());
    }

    @Test
    void limits_keepDescriptorsForTheStudy() {
        ConnectionLimits few = ConnectionLimits.of(3, OptionalLong.of(200));
        assertEquals(200 - ConnectionLimits.RESERVE, few.connections());
        assertEquals(few.connections() / 2, few.handshakes());
        ConnectionLimits unknown = ConnectionLimits.of(3, OptionalLong.empty());
        assertEquals(1012, unknown.connections());
        assertEquals(unknown, ConnectionLimits.of(3, OptionalLong.of(1_000_000)));
        assertTrue(ConnectionLimits.of(1000, OptionalLong.empty()).connectionsOfAddress() >= 2000);
    }

    @Test
    void tooFewDescriptorsForTheSites_areRefusedWithWhatToDo() {
        IllegalArgumentException e =
                assertThrows(IllegalArgumentException.class, () -> ConnectionLimits.of(30, OptionalLong.of(100)));
        assertTrue(e.getMessage().contains("132") && e.getMessage().contains("ulimit -n"), e.getMessage());
        assertEquals(68, ConnectionLimits.of(30, OptionalLong.of(132)).connections());
    }

    @Test
    void freeDescriptors_areFewerThanTheProcessMayHave() {
        long free = ConnectionLimits.freeDescriptors().orElseThrow();
        assertTrue(free > 0, "free descriptors were " + free);
    }

    /** 200 in a minute are few; of what comes after, one is noted. */
    @Test
    void callsOfOneName_closeAllItsConnectionsForAMinute_andAreNotedOnce() throws Exception {
        Visit first = named("192.0.2.1", "north");
        Visit second = named("192.0.2.2", "north");
        Visit other = named("192.0.2.3", "south");
        for (int k = 0; k < 200; k++) {
            entrance.called((k % 2 == 0 ? first : second).guest().orElseThrow());
        }
        assertTrue(first.channel().isOpen() && second.channel().isOpen() && events.isEmpty());
        for (int k = 0; k < 50; k++) {
            entrance.called(first.guest().orElseThrow());
        }
        assertFalse(first.channel().isOpen() || second.channel().isOpen());
        assertTrue(other.channel().isOpen());
        assertFalse(named("192.0.2.1", "north").channel().isOpen());
        assertEquals(1, events.size(), events.toString());
        nanos += 61_000_000_000L;
        assertTrue(named("192.0.2.1", "north").channel().isOpen());
        assertEquals(1, events.size(), events.toString());
    }

    /** Frames in pieces of any size; only calls and resets count, and not the preface or bytes of a payload. */
    @Test
    void callsAndResets_areCountedInPiecesOfAnySize() {
        for (int size = 1; size < 40; size++) {
            int[] counted = {0};
            EmbeddedChannel channel = new EmbeddedChannel(new CallCount(() -> counted[0]++));
            ByteBuf all = Unpooled.buffer();
            all.writeBytes("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            int[] types = {4, 1, 0, 1, 3, 8, 6, 3, 1, 7};
            for (int type : types) {
                byte[] payload = new byte[type == 0 ? 300 : type];
                Arrays.fill(payload, (byte) 1);
                all.writeMedium(payload.length)
                        .writeByte(type)
                        .writeByte(0)
                        .writeInt(5)
                        .writeBytes(payload);
            }
            while (all.isReadable()) {
                channel.writeInbound(all.readRetainedSlice(Math.min(size, all.readableBytes())));
            }
            assertEquals(5, counted[0], "in pieces of " + size);
            channel.finishAndReleaseAll();
        }
    }
}
