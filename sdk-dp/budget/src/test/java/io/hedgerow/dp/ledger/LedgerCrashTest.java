// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process that is killed at any point never has released more than its ledger shows, and the ledger goes on. It shows
 * at most one reservation more: the one that was being released.
 */
@Tag("slow")
@DisabledOnOs(OS.WINDOWS) // processes are ended differently there
class LedgerCrashTest {

    private static final String RELEASED = "released ";

    @TempDir
    Path temp;

    @Test
    void ledger_ofAKilledProcess_showsAllThatWasReleased() throws IOException {
        killAndReopen(8); // PowerLossTest loses every write that was not forced, one by one
    }

    @Test
    @Tag("long")
    void ledger_ofAProcessKilledManyTimes_showsAllThatWasReleased() throws IOException {
        killAndReopen(300);
    }

    private void killAndReopen(int runs) throws IOException {
        Random random = new Random(20_260_101);
        long released = 0;
        long ahead = 0;
        for (int run = 0; run < runs; run++) {
            released = runUntilKilled(random, released);
            LedgerHistory history = LedgerHistory.read(temp);
            long shown = history.requests().size();
            assertTrue(shown >= released, "run " + run + ": released " + released + ", the ledger shows " + shown);
            assertTrue(shown <= released + 1, "run " + run + ": released " + released + ", the ledger shows " + shown);
            ahead += shown - released;
            released = shown;
        }
        try (AccountedLedger ledger = LedgerFixtures.open(temp)) {
            assertEquals(released, ledger.spent().mechanisms().getOrDefault("pure", 0L));
            assertEquals(released * 0x1p-40, ledger.spent().spentEpsilon());
        }
        assertTrue(released > runs, "the runs reserved something");
        assertTrue(runs < 100 || ahead > 0, "some runs were killed between recording and releasing");
    }

    /** What was released in all, by what the process said before it died. */
    private long runUntilKilled(Random random, long before) throws IOException {
        long released = before;
        int lines = random.nextInt(10);
        try (ReservingProcess process = ReservingProcess.start(temp)) {
            assertEquals("opened " + before, process.next());
            for (int k = 0; k < lines; k++) {
                released = released(process.next());
            }
            long until = System.nanoTime() + random.nextInt(4_000_000); // anywhere in the next reservation
            while (System.nanoTime() < until) {
                Thread.onSpinWait();
            }
            process.kill();
            for (String line = process.next(); line != null; line = process.next()) {
                released = released(line);
            }
        }
        return released;
    }

    private static long released(String line) {
        assertTrue(line.startsWith(RELEASED), line);
        return Long.parseLong(line.substring(RELEASED.length()));
    }
}
