// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.ledger;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.privacy.LedgerException;
import io.hedgerow.dp.ledger.LedgerHistory;
import io.hedgerow.dp.ledger.SitePolicy;
import io.hedgerow.samples.ledger.LedgerFolder.DamagedLedger;
import io.hedgerow.samples.output.ExitCode;
import io.hedgerow.samples.output.Result;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * {@code ledger verify}: whether ledgers are sound, and continue from an anchor.
 *
 * @param sound ledgers in which nothing is wrong
 */
public record LedgerVerification(List<Verified> sound, List<DamagedLedger> damaged) implements Result {
    public LedgerVerification {
        sound = List.copyOf(sound);
        damaged = List.copyOf(damaged);
    }

    /**
     * A sound ledger.
     *
     * @param incompleteBytes of a record at its end that was never acknowledged
     */
    public record Verified(String directory, long records, long incompleteBytes, String head) {}

    /**
     * Compares with an anchor.
     *
     * @param folder the ledgers; one ledger when there is an anchor
     * @param anchor hash of a record, reported earlier
     */
    public static LedgerVerification of(LedgerFolder folder, Optional<String> anchor) {
        if (anchor.isPresent() && folder.sound().size() + folder.damaged().size() > 1) {
            throw new DataException("an anchor is of one ledger: give --ledger the directory of that ledger, it holds "
                    + (folder.sound().size() + folder.damaged().size()));
        }
        List<Verified> sound = new ArrayList<>();
        List<DamagedLedger> damaged = new ArrayList<>(folder.damaged());
        for (LedgerFolder.Sound ledger : folder.sound()) {
            Optional<String> older = anchor.isPresent() ? Optional.empty() : older(ledger);
            if (older.isPresent()) {
                damaged.add(new DamagedLedger(ledger.directory(), older.get()));
            } else if (anchor.isPresent() && !ledger.history().continuesFrom(anchor.get())) {
                damaged.add(new DamagedLedger(
                        ledger.directory(),
                        "ledger " + ledger.directory() + " does not continue from the anchor: records were removed or"
                                + " rewritten since, or the anchor is of another ledger"));
            } else {
                sound.add(new Verified(
                        ledger.directory(),
                        ledger.history().entries().size(),
                        ledger.history().incompleteBytes(),
                        ledger.history().spent().head()));
            }
        }
        return new LedgerVerification(sound, damaged);
    }

    /**
     * Whether the ledger is older than the anchor that it remembers to have elsewhere; empty where it remembers none,
     * or the anchor is missing.
     */
    private static Optional<String> older(LedgerFolder.Sound ledger) {
        try {
            LedgerHistory.requireAnchored(
                    Path.of(ledger.directory()),
                    ledger.history().terms().dataset(),
                    SitePolicy.Anchors.WARN,
                    Optional.empty());
            return Optional.empty();
        } catch (LedgerException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    @Override
    public void describe(PrintWriter out) {
        for (Verified ledger : sound) {
            out.println("SOUND   " + ledger.directory() + ": " + Words.count(ledger.records(), "record") + ", head "
                    + ledger.head()
                    + (ledger.incompleteBytes() > 0
                            ? ", and " + Words.count(ledger.incompleteBytes(), "byte")
                                    + " of a record that was never acknowledged"
                            : ""));
        }
        damaged.forEach(damage -> out.println("DAMAGED " + damage.problem()));
    }

    @Override
    public ExitCode exitCode() {
        return damaged.isEmpty() ? ExitCode.OK : ExitCode.REFUSED;
    }
}
