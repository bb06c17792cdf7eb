// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli.study;

import io.hedgerow.core.federation.JournalException;
import io.hedgerow.dp.ledger.LedgerHistory;
import io.hedgerow.samples.ledger.MessagePaymentCheck;
import io.hedgerow.samples.output.ExitCode;
import io.hedgerow.samples.output.FactList;
import io.hedgerow.transport.internal.egress.EgressLog;
import io.hedgerow.transport.internal.egress.EgressTotals;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** Sums up an egress log, after verifying it. */
final class EgressRecord {

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
                    .fact("problem", String.valueOf(e.getMessage()))
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
                            "problem", "no line has the hash of --anchor: lines were cut off, or it is of another log")
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
