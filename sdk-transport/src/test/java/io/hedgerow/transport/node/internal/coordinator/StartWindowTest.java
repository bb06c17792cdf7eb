// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node.internal.coordinator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.transport.channel.SiteLink;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StartWindowTest {

    private static final SiteLink.Traffic NOTHING = new SiteLink.Traffic(0, 0, 0, 0, 0, 0);

    private long now;

    private long waited(Duration window, int here, long joinedAtMillis) throws InterruptedException {
        now = 0;
        StartWindow start = new StartWindow(window, () -> now, time -> now += time * 1_000_000);
        start.await(() -> links(here + (now >= joinedAtMillis * 1_000_000 ? 1 : 0)), () -> 3);
        return now / 1_000_000;
    }

    /** Of three sites, of which so many hold a stream. */
    private static List<SiteLink> links(int online) {
        return IntStream.range(0, 3)
                .mapToObj(k ->
                        new SiteLink(new SiteId("site-" + k), k < online, 1, Instant.EPOCH, NOTHING, Optional.empty()))
                .toList();
    }

    @Test
    void endsWithTheLastSite_orWithTheWindow() throws InterruptedException {
        assertEquals(0, waited(Duration.ofHours(1), 2, 0), "all are there");
        assertEquals(500, waited(Duration.ofHours(1), 2, 450), "the next look after the last one came");
        long without = waited(Duration.ofSeconds(2), 1, 0);
        assertTrue(without >= 2000 && without <= 2001, "one never comes: " + without);
        assertEquals(0, waited(Duration.ZERO, 0, 0), "no window");
    }
}
