// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.ledger;

import static io.hedgerow.dp.ledger.LedgerFixtures.GAUSSIAN;
import static io.hedgerow.dp.ledger.LedgerFixtures.PURE;
import static io.hedgerow.dp.ledger.LedgerFixtures.plan;
import static io.hedgerow.dp.ledger.LedgerFixtures.request;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Power is lost before and after every call that makes something durable, in the life of a ledger that is made, used,
 * closed and used again. Whatever the disk has lost of what nobody forced, the ledger opens again and shows at least
 * what was acknowledged. A killed process loses nothing but time; see {@link LedgerCrashTest} for real ones.
 */
@Tag("slow")
class PowerLossTest {

    @TempDir
    Path temp;

    private int worlds;

    /** What had been acknowledged when a moment came. */
    private record Known(ForgetfulDisk.Moment moment, int reserved) {}

    private Path world() {
        return temp.resolve("world" + worlds++);
    }

    private List<Known> life(Path directory) throws IOException {
        Files.createDirectories(directory);
        ForgetfulDisk disk = new ForgetfulDisk(directory);
        List<Known> known = new ArrayList<>();
        int reserved = 0;
        for (int opened = 0; opened < 2; opened++) {
            try (AccountedLedger ledger = LedgerFixtures.open(FileLedgerStorage.open(directory, disk))) {
                take(disk, known, reserved);
                if (opened == 0) {
                    ledger.declare(plan("s", 2));
                }
                ledger.reserve(request("s", opened, GAUSSIAN));
                take(disk, known, reserved);
                known.add(new Known(disk.now(), ++reserved));
                ledger.reserve(request("pure", opened, PURE));
                take(disk, known, reserved);
                known.add(new Known(disk.now(), ++reserved));
            }
            take(disk, known, reserved);
            known.add(new Known(disk.now(), reserved));
        }
        return known;
    }

    /** Moments since the last call: before the newest reservation was acknowledged. */
    private static void take(ForgetfulDisk disk, List<Known> known, int reserved) {
        disk.moments().forEach(moment -> known.add(new Known(moment, reserved)));
        disk.moments().clear();
    }

    private static int reservations(Path directory) throws IOException {
        if (!Files.exists(directory.resolve(FileLedgerStorage.FILE))) {
            return 0;
        }
        byte[] content = Files.readAllBytes(directory.resolve(FileLedgerStorage.FILE));
        return (int) LedgerHistory.of(content, "here").entries().stream()
                .filter(entry ->
                        entry.record() instanceof LedgerRecord.Drawn || entry.record() instanceof LedgerRecord.Reserved)
                .count();
    }

    private void requireSound(Path directory, int reserved, String when) throws IOException {
        LedgerFixtures.open(directory).close();
        int found = reservations(directory);
        assertTrue(found >= reserved && found <= reserved + 1, when + ": " + found + " of " + reserved);
    }

    @Test
    void lossOfPower_leavesEverythingThatWasAcknowledged() throws IOException {
        List<Known> known = life(world());
        assertEquals(4, known.get(known.size() - 1).reserved());
        for (int k = 0; k < known.size(); k++) {
            for (ForgetfulDisk.Left left : ForgetfulDisk.Left.values()) {
                Path after = world();
                ForgetfulDisk.write(known.get(k).moment().after(left), after);
                requireSound(after, known.get(k).reserved(), "moment " + k + " of " + known.size() + ", left " + left);
            }
        }
    }

    /** A record that a killed writer has left in memory is either kept or never counted by the next one. */
    @Test
    void lossOfPower_afterAKillAndARestart_leavesWhatTheRestartedProcessSaw() throws IOException {
        List<Known> known = life(world());
        for (int k = 0; k < known.size(); k++) {
            Path restarted = world();
            ForgetfulDisk disk = ForgetfulDisk.afterAKill(known.get(k).moment(), restarted);
            ForgetfulDisk.Moment open;
            int seen;
            try (AccountedLedger ledger = LedgerFixtures.open(FileLedgerStorage.open(restarted, disk))) {
                assertEquals(List.of(), ledger.notices());
                ledger.reserve(request("after", 0, PURE));
                seen = reservations(restarted);
                open = disk.now();
            }
            for (ForgetfulDisk.Moment moment : List.of(open, disk.now())) {
                for (ForgetfulDisk.Left left : ForgetfulDisk.Left.values()) {
                    Path after = world();
                    ForgetfulDisk.write(moment.after(left), after);
                    requireSound(after, seen, "moment " + k + ", left " + left);
                }
            }
        }
    }
}
