// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.operate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * A site of a masked study leaves in whatever way, and is started again at once: its new process is asked what the old
 * one left open. The deadline is longer than anything here is waited for, so that a round that waits for it fails.
 */
@Tag("slow")
@Timeout(600)
@DisabledOnOs(OS.WINDOWS) // there are no such signals
class SiteLeftTest {

    private static final int DEADLINE = 900;
    private static final String SITE = "site-1";

    @TempDir
    Path temp;

    private static long sent(TestFederation federation) throws IOException {
        Path log = federation.home(SITE).egress();
        return Files.exists(log) ? Files.readAllLines(log).size() - 1 : 0;
    }

    private static void signal(String name, Child child) throws Exception {
        Process sending = new ProcessBuilder(
                        "kill", "-" + name, String.valueOf(child.process().pid()))
                .inheritIO()
                .start();
        assertEquals(0, sending.waitFor(), "kill -" + name);
    }

    private static void awaitSent(TestFederation federation, Child site, long messages) throws Exception {
        while (sent(federation) < messages) {
            assertTrue(site.process().isAlive(), site.errors());
            Thread.sleep(1); // a file that another process writes cannot be waited for
        }
    }

    /** Four messages for each round: keys, shares, the update and its part in the opening. */
    private void left(String signal, long... messages) throws Exception {
        try (TestFederation federation = TestFederation.masked(temp.resolve(signal), 3, 0, DEADLINE)) {
            List<Child> others = List.of(federation.site("site-2"), federation.site("site-3"));
            Child site = federation.siteProcess(SITE);
            Child coordinator = federation.coordinator();
            for (long after : messages) {
                awaitSent(federation, site, after);
                signal(signal, site);
                if (signal.equals("STOP")) {
                    // a second process takes over from one that says nothing
                    Child stopped = site;
                    site = federation.siteProcess(SITE);
                    signal("KILL", stopped);
                } else {
                    site.process().waitFor();
                    site = federation.siteProcess(SITE);
                }
            }
            coordinator.ends(0);
            List<Child> all = new ArrayList<>(others);
            all.add(site);
            for (Child one : all) {
                one.ends(0);
            }
            assertEquals("rounds-completed", federation.state());
            assertEquals(federation.networkInProcess(), federation.networkFile());
        }
    }

    @Test
    void askedToEnd_andStartedAgain_theRoundDoesNotWaitForItsDeadline() throws Exception {
        left("TERM", 5, 13);
    }

    @Test
    @Tag("long")
    void askedToEndOrKilledAtOtherMessages_andStartedAgain_noRoundWaitsForItsDeadline() throws Exception {
        left("KILL", 2, 6, 12);
        left("INT", 3, 7, 15);
        left("STOP", 4, 10);
    }
}
