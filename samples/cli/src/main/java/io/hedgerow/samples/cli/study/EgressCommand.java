// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli.study;

import io.hedgerow.core.federation.JournalException;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.dp.ledger.LedgerHistory;
import io.hedgerow.samples.cli.command.GivenOptions;
import io.hedgerow.samples.cli.command.GivenOptions.OptionsOfAction;
import io.hedgerow.samples.cli.command.SubCommand;
import io.hedgerow.samples.ledger.MessagePaymentCheck;
import io.hedgerow.samples.output.CommandContext;
import io.hedgerow.samples.output.ExitCode;
import io.hedgerow.samples.output.FactList;
import io.hedgerow.samples.output.Result;
import io.hedgerow.transport.internal.approval.ApprovalQueue;
import io.hedgerow.transport.internal.approval.EgressApproval.EgressDecision;
import io.hedgerow.transport.internal.approval.EgressApproval.EgressDecision.Outcome;
import io.hedgerow.transport.internal.approval.EgressApproval.EgressMessage;
import io.hedgerow.transport.internal.egress.EgressLog;
import io.hedgerow.transport.internal.egress.EgressLog.EgressTotals;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "egress",
        description = {
            "Approve or refuse the messages that a site holds; verify the log of what left.",
            "",
            "A site holds its messages when its rules say holdAndApprove: true. A decision is made once, about exactly"
                    + " these bytes to exactly this peer. Without one in time the message does not leave.",
            "",
            "verify: reads egress.log of a site's --home from the first line to the last, says what left in all, "
                    + "and ends with exit code 5 if the log was changed, or does not continue from --anchor. With "
                    + "--ledger every update must name the record of the site's ledger that paid for it. Stop the "
                    + "site first."
        })
public final class EgressCommand extends SubCommand {

    public enum Action implements OptionsOfAction {
        LIST("--queue"),
        APPROVE("--queue", "--message", "--reason"),
        REFUSE("--queue", "--message", "--reason"),
        VERIFY("--log", "--anchor", "--ledger");

        private final String options;

        Action(String... options) {
            this.options = String.join(" ", options);
        }

        @Override
        public List<String> options() {
            return List.of(options.split(" "));
        }
    }

    @Parameters(index = "0", paramLabel = "ACTION", description = "One of: ${COMPLETION-CANDIDATES}.")
    private Action action = Action.LIST;

    @Option(
            names = "--queue",
            paramLabel = "DIR",
            description = "list, approve, refuse: the directory in which the site holds its messages.")
    private @Nullable Path queue;

    @Option(names = "--log", paramLabel = "FILE", description = "verify: the site's egress log.")
    private @Nullable Path log;

    @Option(
            names = "--anchor",
            paramLabel = "HASH",
            description = "verify: the head that an earlier verify printed; a log that was cut or replaced lacks it.")
    private @Nullable String anchor;

    @Option(
            names = "--ledger",
            paramLabel = "DIR",
            description = "verify: the site's ledger, in which what left must have been paid for.")
    private @Nullable Path ledger;

    @Option(
            names = "--message",
            paramLabel = "ID",
            description = "approve, refuse: which message; its first 8 digits suffice when no other begins with them.")
    private @Nullable String message;

    @Option(names = "--reason", paramLabel = "TEXT", description = "approve, refuse: one line for the site's own log.")
    private String reason = "no reason given";

    @Override
    public List<Example> examples() {
        return List.of(
                new Example("What waits", "egress list --queue held"),
                new Example("Let a message leave", "egress approve --queue held --message 5f2c1f0f"),
                new Example("See what left, and that the log was not changed", "egress verify --log state/egress.log"),
                new Example(
                        "And that the ledger paid for it",
                        "egress verify --log state/egress.log --ledger state/ledger"),
                new Example("Do not", "egress refuse --queue held --message 5f2c1f0f --reason unplanned"));
    }

    @Override
    public Result run(CommandContext context) {
        GivenOptions.requireOnly(spec(), action);
        if (action == Action.VERIFY) {
            return EgressRecord.verify(
                    GivenOptions.required(action, "--log", log),
                    Optional.ofNullable(anchor),
                    Optional.ofNullable(ledger));
        }
        Path directory = GivenOptions.required(action, "--queue", queue);
        if (!Files.isDirectory(directory)) {
            throw new IllegalArgumentException(
                    "--queue must be the directory in which the site holds its messages, was " + directory);
        }
        ApprovalQueue held = new ApprovalQueue(directory);
        if (action == Action.LIST) {
            return new FactList()
                    .fact(
                            "waiting",
                            held.waiting().stream()
                                    .map(one -> row(one.id(), one.message()))
                                    .toList());
        }
        if (reason.isBlank()) {
            throw new IllegalArgumentException("--reason must say why, was blank");
        }
        Outcome outcome = action == Action.APPROVE ? Outcome.APPROVED : Outcome.REFUSED;
        EgressMessage decided =
                held.decide(GivenOptions.required(action, "--message", message), new EgressDecision(outcome, reason));
        return new FactList().fact("outcome", Words.dashed(outcome)).fact("message", row(decided.id(), decided));
    }

    private static Map<String, Object> row(String id, EgressMessage message) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("id", id);
        row.put("study", message.study());
        row.put("round", message.round());
        row.put("type", message.type());
        row.put("bytes", message.size());
        row.put("sha256", message.digest());
        row.put("peer", message.peer());
        row.put("ledgerRecord", message.ledgerRecord().orElse("none"));
        return row;
    }

    /** Sums up an egress log, after verifying it. */
    private static final class EgressRecord {

        private EgressRecord() {}

        static FactList verify(Path log, Optional<String> anchor, Optional<Path> ledger) {
            requireFile(log);
            Optional<MessagePaymentCheck> paid = ledger.map(LedgerHistory::read).map(MessagePaymentCheck::new);
            EgressTotals totals;
            try {
                totals = EgressLog.verify(log, entry -> paid.ifPresent(messages -> messages.accept(entry)));
            } catch (JournalException e) {
                return new FactList()
                        .fact("intact", false)
                        .fact("problem", Words.reason(e))
                        .endingWith(ExitCode.REFUSED);
            }
            boolean continues = anchor.isEmpty() || contains(log, anchor.get());
            FactList sheet = new FactList()
                    .fact("intact", continues)
                    .fact("messages", totals.messages())
                    .fact("bytes", totals.bytes())
                    .fact("bytesByType", totals.bytesByType())
                    .fact("withoutLedger", totals.withoutLedger())
                    .fact("head", totals.head());
            paid.ifPresent(
                    messages -> sheet.fact("paidByLedger", messages.paid()).fact("notPaidByLedger", messages.unpaid()));
            if (!continues) {
                return sheet.fact(
                                "problem",
                                "no line has the hash of --anchor: lines were cut off, or it is of another log")
                        .endingWith(ExitCode.REFUSED);
            }
            return paid.flatMap(MessagePaymentCheck::problem)
                    .map(problem -> sheet.fact("problem", problem).endingWith(ExitCode.REFUSED))
                    .orElse(sheet);
        }

        /** Requires that the log exists: opening would make one, which verifying must not do. */
        private static void requireFile(Path log) {
            if (!Files.isRegularFile(log)) {
                throw new UncheckedIOException(new NoSuchFileException(log.toString()));
            }
        }

        private static boolean contains(Path log, String anchor) {
            if (!anchor.matches("[0-9a-f]{64}")) {
                throw new IllegalArgumentException(
                        "--anchor must be the 64 lower-case hexadecimal digits of a head, was \"" + anchor + "\"");
            }
            try (Stream<String> lines = Files.lines(log)) {
                return lines.anyMatch(line -> line.endsWith("\"hash\":\"" + anchor + "\"}"));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
