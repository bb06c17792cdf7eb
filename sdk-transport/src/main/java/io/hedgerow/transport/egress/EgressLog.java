package io.hedgerow.transport.egress;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.hedgerow.core.round.JournalException;
import io.hedgerow.transport.internal.file.ChainedLines;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Every message that leaves a site, one line of JSON each, on the disk before the message is sent: a message that is not in
 * the log did not leave. A message that is in it may not have left, when the process ended in between; one that was sent again
 * is in it again. Lines are chained by hashes, as those of a ledger: what was changed inside is found, what was cut off the end
 * only by somebody who kept a {@linkplain EgressTotals#head hash}.
 *
 * <p>Privacy: sizes, times and digests of what left, and no payload.
 *
 * <p>Thread-safe; one writer per file. Cost: one write and one fdatasync for each message.
 */
public final class EgressLog implements Closeable {

    private static final String KIND = "hedgerow egress log 1";
    private static final JsonFactory JSON = new JsonFactory();

    private final ChainedLines lines;
    private EgressTotals totals;

    private EgressLog(ChainedLines lines, EgressTotals totals) {
        this.lines = lines;
        this.totals = totals;
    }

    /**
     * Opens a log and verifies all of it; makes it when there is none.
     *
     * @param file the log; a lock file stays beside it
     * @return the log, locked until it is closed
     * @throws JournalException when it cannot be opened or made, is in use, is missing or was changed
     */
    public static EgressLog open(Path file) {
        EgressTotals[] sum = {EgressTotals.none("")};
        ChainedLines lines = ChainedLines.open(file, KIND, line -> sum[0] = add(sum[0], line));
        EgressTotals read = sum[0];
        return new EgressLog(
                lines,
                new EgressTotals(
                        read.messages(), read.bytes(), read.bytesByType(), read.withoutLedger(), lines.head()));
    }

    /**
     * Verifies a log that nobody writes to.
     *
     * @param file the log
     * @return what it adds up to
     * @throws JournalException when it is not as it was written, or is in use
     */
    public static EgressTotals verify(Path file) {
        try (EgressLog log = open(file)) {
            return log.totals();
        }
    }

    private static EgressTotals add(EgressTotals before, String line) {
        String type = "";
        long bytes = 0;
        boolean covered = false;
        try (JsonParser parser = JSON.createParser(line)) {
            while (parser.nextToken() != null) {
                if (parser.currentToken() != JsonToken.FIELD_NAME) {
                    continue;
                }
                String name = parser.currentName();
                parser.nextToken();
                switch (name) {
                    case "type" -> type = parser.getText();
                    case "bytes" -> bytes = parser.getLongValue();
                    case "ledgerRecord" -> covered = true;
                    default -> {
                        // for the reader
                    }
                }
            }
        } catch (IOException e) {
            throw new JournalException("the egress log has a line that is no JSON", e);
        }
        return before.plus(type, bytes, covered, "");
    }

    /**
     * Records a message that is about to leave.
     *
     * @param entry the message
     * @throws JournalException when it could not be recorded durably: the message must not be sent
     */
    public synchronized void append(EgressEntry entry) {
        lines.append(entry.toLine(totals.messages()));
        totals = totals.plus(entry.type(), entry.bytes(), entry.ledger().isPresent(), lines.head());
    }

    /**
     * What the log adds up to.
     *
     * @return as of now
     */
    public synchronized EgressTotals totals() {
        return totals;
    }

    @Override
    public synchronized void close() {
        lines.close();
    }
}
