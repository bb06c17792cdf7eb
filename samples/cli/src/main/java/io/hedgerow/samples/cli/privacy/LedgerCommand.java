// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli.privacy;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.privacy.LedgerException;
import io.hedgerow.dp.ledger.LedgerHistory;
import io.hedgerow.dp.ledger.SitePolicy;
import io.hedgerow.samples.cli.command.SubCommand;
import io.hedgerow.samples.ledger.LedgerExport;
import io.hedgerow.samples.ledger.LedgerFolder;
import io.hedgerow.samples.ledger.LedgerFolder.DamagedLedger;
import io.hedgerow.samples.ledger.LedgerTable;
import io.hedgerow.samples.output.CommandContext;
import io.hedgerow.samples.output.ExitCode;
import io.hedgerow.samples.output.Result;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "ledger",
        description = {
            "Read privacy ledgers: what was spent (show), whether they were changed (verify), every record "
                    + "(export).",
            "",
            "acknowledge replaces a lost lock file, or lets another anchor be begun where the one of --anchors is "
                    + "lost, if the ledger continues from the hash that you kept elsewhere. Until then a ledger "
                    + "without its lock file stays closed: its end may have been cut off.",
            "",
            "The other actions neither lock nor change anything, so a site may be writing meanwhile. A damaged "
                    + "ledger ends the command with exit code 5."
        })
public final class LedgerCommand extends SubCommand {

    enum Action {
        SHOW,
        VERIFY,
        EXPORT,
        ACKNOWLEDGE
    }

    @Parameters(index = "0", paramLabel = "ACTION", description = "One of: ${COMPLETION-CANDIDATES}.")
    private Action action = Action.SHOW;

    @Option(
            names = "--ledger",
            required = true,
            paramLabel = "DIR",
            description = "The directory of a ledger, or one that holds such directories, for example one per site.")
    private Path ledger = Path.of(".");

    @Option(
            names = "--anchor",
            paramLabel = "HASH",
            description =
                    "With verify and acknowledge: the head that was reported earlier. A ledger that does not continue"
                            + " from it was shortened, rewritten or replaced by an older copy.")
    private @Nullable String anchor;

    @Override
    public List<Example> examples() {
        return List.of(
                new Example("What was spent, and what is left", "ledger show --ledger ledgers"),
                new Example(
                        "Whether it is the ledger that an auditor saw",
                        "ledger verify --ledger ledgers/north --anchor "
                                + "5f2c1f0f7c9f0e6b1f7f3f3f4b8e2b6a0d9c8b7a6f5e4d3c2b1a09f8e7d6c5b4"),
                new Example(
                        "Open it again after its lock file was lost",
                        "ledger acknowledge --ledger ledgers/north --anchor "
                                + "5f2c1f0f7c9f0e6b1f7f3f3f4b8e2b6a0d9c8b7a6f5e4d3c2b1a09f8e7d6c5b4"),
                new Example("Every record, for a spreadsheet", "ledger export --ledger ledgers/north"));
    }

    @Override
    public Result run(CommandContext context) throws IOException {
        if (anchor != null && action != Action.VERIFY && action != Action.ACKNOWLEDGE) {
            throw new IllegalArgumentException("--anchor goes with the actions verify and acknowledge, was given with "
                    + Words.dashed(action) + ": leave it out");
        }
        if (anchor == null && action == Action.ACKNOWLEDGE) {
            throw new IllegalArgumentException(
                    "acknowledge needs --anchor HASH: the head of the ledger that was written down elsewhere");
        }
        if (anchor != null && !anchor.matches("[0-9a-f]{64}")) {
            throw new IllegalArgumentException(
                    "--anchor must be 64 lower-case hexadecimal digits, was \"" + anchor + "\"");
        }
        if (action == Action.ACKNOWLEDGE) {
            LedgerHistory.acknowledge(ledger, Objects.requireNonNull(anchor));
        }
        LedgerFolder folder = LedgerFolder.read(ledger);
        return switch (action) {
            case SHOW -> LedgerTable.of(folder);
            case VERIFY, ACKNOWLEDGE -> LedgerVerification.of(folder, Optional.ofNullable(anchor));
            case EXPORT -> {
                folder.damaged().forEach(damage -> context.note(damage.problem()));
                yield LedgerExport.of(folder);
            }
        };
    }

    /** {@code ledger verify}: whether ledgers are sound, and continue from an anchor. */
    private record LedgerVerification(List<Verified> sound, List<DamagedLedger> damaged) implements Result {
        LedgerVerification {
            sound = List.copyOf(sound);
            damaged = List.copyOf(damaged);
        }

        record Verified(String directory, long records, long incompleteBytes, String head) {}

        /** Compares with an anchor, the hash of a record that was reported earlier. */
        static LedgerVerification of(LedgerFolder folder, Optional<String> anchor) {
            if (anchor.isPresent() && folder.sound().size() + folder.damaged().size() > 1) {
                throw new DataException(
                        "an anchor is of one ledger: give --ledger the directory of that ledger, it holds "
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
                            "ledger " + ledger.directory()
                                    + " does not continue from the anchor: records were removed or"
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

        /** Whether the ledger is older than its anchor elsewhere; empty where it remembers none, or that is missing. */
        private static Optional<String> older(LedgerFolder.Sound ledger) {
            try {
                LedgerHistory.requireAnchored(
                        Path.of(ledger.directory()),
                        ledger.history().terms().dataset(),
                        SitePolicy.Anchors.WARN,
                        Optional.empty());
                return Optional.empty();
            } catch (LedgerException e) {
                return Optional.of(Words.reason(e));
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
}
