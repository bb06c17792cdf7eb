// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.egress;

import io.hedgerow.core.federation.JournalException;
import io.hedgerow.transport.internal.file.ChainedLines;
import java.io.Closeable;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * Every message that leaves a site, one line of JSON each, on the disk before the message is sent: a message that is
 * not in the log did not leave. A message that is in it may not have left, when the process ended in between; one that
 * was sent again is in it again. Lines are chained by hashes, as those of a ledger: a change inside is found, a cut at
 * the end only by someone who kept a {@linkplain EgressTotals#head hash}.
 *
 * <p>Privacy: sizes, times and digests of what left, and no payload.
 *
 * <p>Thread-safe; one writer per file. Cost: one write and one fsync for each message.
 */
public final class EgressLog implements Closeable {

    private static final String KIND = "hedgerow egress log 1";

    private final ChainedLines lines;
    private EgressTotals totals;

    private EgressLog(ChainedLines lines, EgressTotals totals) {
        this.lines = lines;
        this.totals = totals;
    }

    /**
     * Opens and verifies a log, or makes it with a lock file beside it; locked until it is closed.
     *
     * @throws JournalException when it cannot be opened or made, is in use, is missing or was changed
     */
    public static EgressLog open(Path file) {
        return open(file, entry -> {});
    }

    private static EgressLog open(Path file, Consumer<EgressEntry> reader) {
        EgressTotals[] sum = {EgressTotals.none("")};
        ChainedLines lines = ChainedLines.open(file, KIND, line -> {
            EgressEntry entry = EgressLine.read(line);
            sum[0] = sum[0].plus(entry, "");
            reader.accept(entry);
        });
        EgressTotals read = sum[0];
        return new EgressLog(
                lines,
                new EgressTotals(
                        read.messages(), read.bytes(), read.bytesByType(), read.withoutLedger(), lines.head()));
    }

    /**
     * Verifies a log without a writer.
     *
     * @throws JournalException when it is not as it was written, or is in use
     */
    public static EgressTotals verify(Path file) {
        return verify(file, entry -> {});
    }

    /** The same, and gives every message to the reader, in order; messages before a changed line are given, too. */
    public static EgressTotals verify(Path file, Consumer<EgressEntry> reader) {
        try (EgressLog log = open(file, reader)) {
            return log.totals();
        }
    }

    /**
     * Records a message that is about to leave.
     *
     * @throws JournalException when it could not be recorded durably: the message must not be sent
     */
    public synchronized void append(EgressEntry entry) {
        lines.append(entry.toLine(totals.messages()));
        totals = totals.plus(entry, lines.head());
    }

    public synchronized EgressTotals totals() {
        return totals;
    }

    @Override
    public synchronized void close() {
        lines.close();
    }
}
