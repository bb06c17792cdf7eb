// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.ledger;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.privacy.LedgerException;
import io.hedgerow.dp.ledger.LedgerHistory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The ledgers of a directory: its own, or those of the directories in it, such as one per site. */
public final class LedgerFolder {

    public record Sound(String directory, LedgerHistory history) {}

    private final List<Sound> sound = new ArrayList<>();
    private final List<DamagedLedger> damaged = new ArrayList<>();

    private LedgerFolder() {}

    /** Reads and verifies all ledgers. Locks and changes nothing. */
    public static LedgerFolder read(Path directory) throws IOException {
        LedgerFolder folder = new LedgerFolder();
        for (Path ledger : ledgers(directory)) {
            try {
                folder.sound.add(new Sound(ledger.toString(), LedgerHistory.read(ledger)));
            } catch (LedgerException e) {
                folder.damaged.add(new DamagedLedger(ledger.toString(), Words.reason(e)));
            }
        }
        return folder;
    }

    private static List<Path> ledgers(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            throw new DataException(directory + ": must be a directory with a ledger, is none");
        }
        if (LedgerHistory.isIn(directory)) {
            return List.of(directory);
        }
        try (Stream<Path> inside = Files.list(directory)) {
            List<Path> ledgers = inside.filter(LedgerHistory::isIn).sorted().toList();
            if (ledgers.isEmpty()) {
                throw new DataException(directory + ": holds no ledger, and no directory in it does");
            }
            return ledgers;
        }
    }

    public List<Sound> sound() {
        return List.copyOf(sound);
    }

    public List<DamagedLedger> damaged() {
        return List.copyOf(damaged);
    }

    /** A ledger that failed verification, with the error in one line. */
    public record DamagedLedger(String directory, String problem) {}
}
