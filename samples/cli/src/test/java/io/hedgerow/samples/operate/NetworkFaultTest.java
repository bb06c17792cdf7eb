// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.operate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.network.FaultyNetwork.Tampering;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Networks that are slow, break in the middle of messages, and stall for a while, between processes. */
@Tag("slow")
@Timeout(300)
class NetworkFaultTest {

    /** Bytes of a first connection: fewer than a handshake, which has 3000 on Java 17 and less than 2500 on Java 25. */
    private static final long FIRST = 1500;

    private static final int DEADLINE = 120;

    @TempDir
    Path temp;

    @Test
    void slowCutAndStalledNetworks_changeNothing() throws Exception {
        try (TestFederation federation = TestFederation.plain(temp.resolve("study"), 4, 0, DEADLINE)) {
            federation.network("site-1").delayEachRead(5_000_000);
            // the first ends in its handshake, which takes about 3 kB; later ones live longer, so that the study ends
            federation.network("site-2").cutAfter(n -> n == 0 ? FIRST : 3000 + 600L * n);
            federation.network("site-3").stallUp(true);
            federation.network("site-4").stallDown(true);
            // there before any site dials: connections that lead nowhere would count, too
            Child coordinator = federation.coordinator();
            List<Child> sites = federation.everySite();
            coordinator.awaitOutput("site site-1 is connected");
            federation.network("site-3").stallUp(false);
            coordinator.awaitOutput("site site-3 is connected");
            federation.network("site-4").cut();
            federation.network("site-4").stallDown(false);
            coordinator.ends(0);
            for (Child site : sites) {
                site.ends(0);
            }
            assertEquals(federation.networkInProcess(), federation.networkFile());
            for (String site : federation.sites()) {
                federation.requireNothingComputedTwice(site, true);
                assertEquals(TestFederation.ROUNDS, federation.egress(site).messages(), site);
            }
            assertTrue(federation.network("site-2").cuts() > 0, "the network must have broken");
        }
    }

    /**
     * Bytes that come twice or in another order cannot be mistaken for messages: TLS ends the connection, and the site
     * dials again.
     */
    @Test
    void duplicatedAndReorderedBytes_changeNothing() throws Exception {
        try (TestFederation federation = TestFederation.plain(temp.resolve("study"), 4, 0, DEADLINE)) {
            // a connection that brings the study forward carries more than this first one may
            federation.network("site-1").tamperAfter(Tampering.DUPLICATED, n -> n == 0 ? FIRST : 3000 + 600L * n);
            federation.network("site-2").tamperAfter(Tampering.REORDERED, n -> n == 0 ? FIRST : 3000 + 600L * n);
            // in the handshake of the first two connections
            federation.network("site-3").tamperAfter(Tampering.DUPLICATED, n -> n < 2 ? 100 : Long.MAX_VALUE);
            federation.network("site-4").tamperAfter(Tampering.REORDERED, n -> n < 2 ? 100 : Long.MAX_VALUE);
            Child coordinator = federation.coordinator();
            List<Child> sites = federation.everySite();
            coordinator.ends(0);
            for (Child site : sites) {
                site.ends(0);
            }
            assertEquals(federation.networkInProcess(), federation.networkFile());
            for (String site : federation.sites()) {
                federation.requireNothingComputedTwice(site, true);
                assertEquals(TestFederation.ROUNDS, federation.egress(site).messages(), site);
                assertTrue(federation.network(site).tampered() > 0, "the network of " + site + " must have tampered");
                assertTrue(federation.network(site).attempts() > 1, site + " must have dialled again");
            }
        }
    }
}
