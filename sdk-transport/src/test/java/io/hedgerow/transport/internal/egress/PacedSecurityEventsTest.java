// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.egress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.transport.internal.egress.SecurityEvent.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PacedSecurityEventsTest {

    private static final Instant START = Instant.parse("2030-01-02T03:04:05Z");

    private final List<SecurityEvent> written = new ArrayList<>();
    private Instant now = START;
    private final PacedSecurityEvents paced =
            new PacedSecurityEvents(written::add, 3, Duration.ofMinutes(1), () -> now);

    private void happen(Kind kind, int times) {
        for (int k = 0; k < times; k++) {
            paced.happened(new SecurityEvent(kind, "peer " + k, "study", "detail"));
        }
    }

    @Test
    void flood_isCounted_andHidesNoOtherKind() {
        happen(Kind.WRONG_CERTIFICATE, 1000);
        happen(Kind.REPLAY, 1);
        assertEquals(4, written.size());
        assertEquals(Kind.REPLAY, written.get(3).kind());
        now = START.plusSeconds(60);
        happen(Kind.REPLAY, 1);
        assertEquals(6, written.size());
        SecurityEvent left = written.get(4);
        assertEquals(Kind.WRONG_CERTIFICATE, left.kind());
        assertTrue(left.detail().startsWith("997 more of this kind since " + START), left.detail());
    }

    @Test
    void fewEvents_areAllWritten_alsoWhenTheClockGoesBack() {
        for (int k = 0; k < 10; k++) {
            now = START.minusSeconds(60L * k);
            happen(Kind.CONNECTION_REFUSED, 3);
        }
        assertEquals(30, written.size());
    }

    @Test
    void limitsThatAreNone_areRefused() {
        assertThrows(
                IllegalArgumentException.class,
                () -> new PacedSecurityEvents(written::add, 0, Duration.ofMinutes(1), () -> now));
        assertThrows(
                IllegalArgumentException.class,
                () -> new PacedSecurityEvents(written::add, 1, Duration.ZERO, () -> now));
    }
}
