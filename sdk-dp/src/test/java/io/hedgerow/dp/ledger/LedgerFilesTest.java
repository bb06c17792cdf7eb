// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.ledger;

import static io.hedgerow.dp.ledger.LedgerFixtures.PURE;
import static io.hedgerow.dp.ledger.LedgerFixtures.plan;
import static io.hedgerow.dp.ledger.LedgerFixtures.request;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hedgerow.core.internal.file.GoldenFile;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ledgers of earlier releases are read, and later ones are written as they were, byte for byte. */
class LedgerFilesTest {

    @TempDir
    Path temp;

    private static GoldenFile golden(String name) throws IOException {
        return GoldenFile.of(LedgerFilesTest.class, name);
    }

    static void write(Path directory) {
        try (AccountedLedger ledger = LedgerFixtures.open(directory)) {
            ledger.reserve(request("first", 0, PURE));
            ledger.declare(plan("declared", 2));
            ledger.reserve(request("declared", 0, LedgerFixtures.GAUSSIAN));
        }
    }

    @Test
    void ledger_thatIsWritten_hasTheBytesOfEarlierReleases() throws IOException {
        write(temp);
        golden("ledger").requireSame(temp.resolve(FileLedgerStorage.FILE));
        golden("ledger-lock").requireSame(temp.resolve(FileLedgerStorage.LOCK));
    }

    @Test
    void ledger_ofAnEarlierRelease_goesOn() throws IOException {
        golden("ledger").writeTo(temp.resolve(FileLedgerStorage.FILE));
        golden("ledger-lock").writeTo(temp.resolve(FileLedgerStorage.LOCK));
        int before = LedgerHistory.read(temp).entries().size();
        try (AccountedLedger ledger = LedgerFixtures.open(temp)) {
            ledger.reserve(request("declared", 1, LedgerFixtures.GAUSSIAN));
        }
        assertEquals(before + 1, LedgerHistory.read(temp).entries().size());
    }
}
