// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.network;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.hedgerow.core.network.FaultyNetwork.Tampering;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What it does to bytes, seen from both ends. */
@Timeout(60)
class FaultyNetworkTest {

    /** Nothing is to come: a right test takes this long, and a wrong one fails however long it is. */
    private static final int NOTHING_COMES_MILLIS = 100;

    private ServerSocket server;
    private FaultyNetwork network;

    @BeforeEach
    void open() throws IOException {
        server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        network = FaultyNetwork.to(server.getLocalPort());
    }

    @AfterEach
    void close() throws IOException {
        network.close();
        server.close();
    }

    private Socket dial() throws IOException {
        return new Socket(InetAddress.getLoopbackAddress(), network.port());
    }

    private static void send(Socket from, String text) throws IOException {
        from.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static String receive(Socket at, int length) throws IOException {
        return new String(at.getInputStream().readNBytes(length), StandardCharsets.US_ASCII);
    }

    private static void requireNothing(Socket at) throws IOException {
        at.setSoTimeout(NOTHING_COMES_MILLIS);
        assertThrows(SocketTimeoutException.class, () -> at.getInputStream().read());
        at.setSoTimeout(0);
    }

    @Test
    void soundNetwork_carriesBothWays_andCounts() throws IOException {
        try (Socket site = dial();
                Socket coordinator = server.accept()) {
            send(site, "hello");
            assertEquals("hello", receive(coordinator, 5));
            send(coordinator, "welcome");
            assertEquals("welcome", receive(site, 7));
            assertEquals(12, network.carried());
            assertEquals(0, network.tampered());
        }
    }

    @Test
    void tampering_duplicatesReordersOrChangesOneBit_untilItEnds() throws IOException {
        try (Socket site = dial();
                Socket coordinator = server.accept()) {
            network.tamper(Optional.of(Tampering.DUPLICATED));
            send(site, "abcd");
            assertEquals("abcdabcd", receive(coordinator, 8));
            network.tamper(Optional.of(Tampering.REORDERED));
            send(site, "abcd");
            assertEquals("cdab", receive(coordinator, 4));
            network.tamper(Optional.of(Tampering.CORRUPTED));
            send(coordinator, "abcd");
            byte[] changed = site.getInputStream().readNBytes(4);
            assertArrayEquals(new byte[] {'a', 'b', 'c' ^ 1, 'd'}, changed);
            assertEquals(3, network.tampered());
            network.tamper(Optional.empty());
            send(site, "abcd");
            assertEquals("abcd", receive(coordinator, 4));
        }
    }

    @Test
    void halfOpenNetwork_acceptsAndCarriesNothing_alsoAfterwards_andLeadsNewConnectionsOn() throws IOException {
        network.halfOpen(true);
        try (Socket lost = dial()) {
            send(lost, "hello");
            requireNothing(lost);
            network.halfOpen(false);
            try (Socket site = dial();
                    Socket coordinator = server.accept()) {
                send(site, "again");
                assertEquals("again", receive(coordinator, 5));
                requireNothing(coordinator);
            }
            assertEquals(1, network.swallowed());
            assertEquals(5, network.carried());
            network.cut();
            assertEquals(-1, lost.getInputStream().read());
        }
    }

    @Test
    void stalledDirection_holdsBytesUp_andTheOtherGoesOn() throws IOException {
        network.stallUp(true);
        try (Socket site = dial();
                Socket coordinator = server.accept()) {
            send(site, "later");
            send(coordinator, "now");
            assertEquals("now", receive(site, 3));
            requireNothing(coordinator);
            network.stallUp(false);
            assertEquals("later", receive(coordinator, 5));
        }
    }

    @Test
    void cut_endsBothEnds_andTheNextConnectionIsSound() throws IOException {
        try (Socket site = dial();
                Socket coordinator = server.accept()) {
            send(site, "hello");
            assertEquals("hello", receive(coordinator, 5));
            network.cut();
            assertEquals(-1, site.getInputStream().read());
            assertEquals(-1, coordinator.getInputStream().read());
        }
        try (Socket site = dial();
                Socket coordinator = server.accept()) {
            send(site, "again");
            assertEquals("again", receive(coordinator, 5));
        }
        assertEquals(1, network.cuts());
    }
}
