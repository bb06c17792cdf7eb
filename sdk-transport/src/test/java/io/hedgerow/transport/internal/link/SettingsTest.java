// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.Metadata;
import io.grpc.Status;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.transport.channel.RefusedException.Refusal;
import io.hedgerow.transport.internal.grpc.Wires;
import io.hedgerow.transport.internal.grpc.site.SiteOptions.ReconnectPolicy;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SettingsTest {

    @Test
    void pauses_doubleUpToTheLongestAndAreShortenedByAtMostHalf() {
        ReconnectPolicy policy =
                new ReconnectPolicy(Duration.ofSeconds(1), Duration.ofSeconds(10), Duration.ofHours(1));
        assertEquals(Duration.ofSeconds(1), policy.pause(0, 0));
        assertEquals(Duration.ofSeconds(4), policy.pause(2, 0));
        assertEquals(Duration.ofSeconds(10), policy.pause(4, 0));
        assertEquals(Duration.ofSeconds(10), policy.pause(Integer.MAX_VALUE, 0));
        assertEquals(Duration.ofSeconds(2), policy.pause(2, 1));
    }

    @Test
    void valuesOutOfRange_areRefusedInWords() {
        WireSettings standard = WireSettings.standard();
        assertThrows(IllegalArgumentException.class, () -> Wires.partsOf(0));
        assertThrows(IllegalArgumentException.class, () -> Wires.partsOf(5 << 20));
        assertThrows(IllegalArgumentException.class, () -> standard.withMessageLimit(0));
        assertThrows(IllegalArgumentException.class, () -> standard.withWindow(0));
        assertThrows(IllegalArgumentException.class, () -> standard.withCallTimeout(Duration.ZERO));
        assertThrows(IllegalArgumentException.class, () -> Wires.streamsOf(Duration.ofSeconds(-1)));
        Duration second = Duration.ofSeconds(1);
        assertThrows(IllegalArgumentException.class, () -> new ReconnectPolicy(Duration.ZERO, second, second));
        assertThrows(IllegalArgumentException.class, () -> new ReconnectPolicy(second, Duration.ZERO, second));
        assertThrows(IllegalArgumentException.class, () -> new StudyPin("", Payload.empty()));
        assertEquals("none", new StudyPin("s", Payload.empty()).digestStart());
        assertEquals("0000000000000000…", new StudyPin("s", Payload.copyOf(new byte[9])).digestStart());
    }

    @Test
    void refusal_isReadOnlyFromItsOwnTrailerAndStatus() {
        for (Refusal refusal : Refusal.values()) {
            assertEquals(
                    Optional.of(refusal),
                    RefusalStatus.of(RefusalStatus.status(refusal, "why"), RefusalStatus.trailers(refusal)));
        }
        assertEquals(Optional.empty(), RefusalStatus.of(Status.UNKNOWN, RefusalStatus.trailers(Refusal.TOO_LARGE)));
        assertEquals(Optional.empty(), RefusalStatus.of(Status.RESOURCE_EXHAUSTED, new Metadata()));
    }

    @Test
    void foreignText_isShownWithoutControlCharactersAndCutShort() {
        assertEquals("a\\u000a\\u001b[2J\\u202eb", RefusalStatus.shown("a\n\u001b[2J\u202Eb"));
        assertTrue(RefusalStatus.shown("x".repeat(10_000)).length() < 600);
    }

    /** Java itself would print messages before they are encrypted; to see why a handshake fails is fine. */
    @Test
    void debuggingOfTls_thatShowsMessages_isRefusedAtBothEnds() throws Exception {
        for (String shows : new String[] {"all", "", "ssl:record:plaintext", "SSL:PACKET", "ssl,data"}) {
            assertThrows(IllegalArgumentException.class, () -> WireTls.requireNoPlaintext(shows), shows);
        }
        for (String fine : new String[] {null, "ssl", "ssl:handshake", "trustmanager"}) {
            WireTls.requireNoPlaintext(fine);
        }
        WireTls tls = Wires.siteOptions("a", 1).tls();
        String before = System.getProperty("javax.net.debug");
        System.setProperty("javax.net.debug", "plaintext");
        try {
            assertThrows(IllegalArgumentException.class, tls::client);
            assertThrows(IllegalArgumentException.class, tls::server);
        } finally {
            if (before == null) {
                System.clearProperty("javax.net.debug");
            } else {
                System.setProperty("javax.net.debug", before);
            }
        }
    }
}
