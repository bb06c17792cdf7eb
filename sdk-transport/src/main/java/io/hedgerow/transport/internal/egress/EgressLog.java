// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.egress;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.hedgerow.core.federation.JournalException;
import io.hedgerow.transport.internal.egress.EgressLog.EgressEntry.LedgerReference;
import io.hedgerow.transport.internal.file.ChainedLines;
import io.hedgerow.transport.internal.file.JsonLine;
import io.hedgerow.transport.internal.file.PlanText;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Logs every message that leaves a site, as one line of JSON that is on disk before the message is sent. A message that
 * is in it may not have left, when the process ended in between; one that was sent again is in it again. Lines are
 * chained by hashes, as those of a ledger: a change inside is found, a cut at the end only by someone who kept a
 * {@linkplain EgressTotals#head hash}.
 *
 * <p>Privacy: sizes, times and digests of what left, and no payload.
 *
 * <p>Thread-safe; one writer per file. Cost: one write and one fsync for each message.
 */
public final class EgressLog implements Closeable {

    private static final String KIND = "hedgerow egress log 1";

    private final ChainedLines lines;
    private final Set<SentRound> updated;
    private EgressTotals totals;

    private EgressLog(ChainedLines lines, EgressTotals totals, Set<SentRound> updated) {
        this.updated = updated;
        this.lines = lines;
        this.totals = totals;
    }

    /** Opens and verifies a log, or makes it with a lock file beside it; locked until it is closed. */
    public static EgressLog open(Path file) {
        return open(file, entry -> {});
    }

    private static EgressLog open(Path file, Consumer<EgressEntry> reader) {
        EgressTotals[] sum = {EgressTotals.none("")};
        Set<SentRound> updated = new HashSet<>();
        ChainedLines lines = ChainedLines.open(file, KIND, line -> {
            EgressEntry entry = EgressLine.read(line);
            sum[0] = sum[0].plus(entry, "");
            note(updated, entry);
            reader.accept(entry);
        });
        EgressTotals read = sum[0];
        return new EgressLog(
                lines,
                new EgressTotals(read.messages(), read.bytes(), read.bytesByType(), read.withoutLedger(), lines.head()),
                updated);
    }

    private static void note(Set<SentRound> updated, EgressEntry entry) {
        if (entry.carriesData()) {
            updated.add(new SentRound(entry.study(), entry.round()));
        }
    }

    /** A round whose update was logged before it was sent. */
    private record SentRound(String study, int round) {}

    /** Verifies a log without a writer. */
    public static EgressTotals verify(Path file) {
        return verify(file, entry -> {});
    }

    /** The same, and gives every message to the reader, in order; messages before a changed line are given, too. */
    public static EgressTotals verify(Path file, Consumer<EgressEntry> reader) {
        try (EgressLog log = open(file, reader)) {
            return log.totals();
        }
    }

    /** Records a message that is about to leave: if it cannot be recorded durably, it must not be sent. */
    public synchronized void append(EgressEntry entry) {
        lines.append(entry.toLine(totals.messages()));
        note(updated, entry);
        totals = totals.plus(entry, lines.head());
    }

    /** Whether an update of a round of a study left the site, or was about to. */
    public synchronized boolean hasUpdate(String study, int round) {
        return updated.contains(new SentRound(study, round));
    }

    public synchronized EgressTotals totals() {
        return totals;
    }

    @Override
    public synchronized void close() {
        lines.close();
    }

    /** Parses and validates an untrusted line of the log. */
    private static final class EgressLine {

        private static final JsonFactory JSON = new JsonFactory();

        private EgressLine() {}

        /** Ignores unknown fields, which are for other readers. */
        static EgressEntry read(String line) {
            Map<String, String> fields = new HashMap<>();
            try (JsonParser parser = JSON.createParser(line)) {
                if (parser.nextToken() != JsonToken.START_OBJECT) {
                    throw unusable(null);
                }
                while (parser.nextToken() == JsonToken.FIELD_NAME) {
                    String name = parser.currentName();
                    if (!parser.nextToken().isScalarValue()) {
                        throw unusable(null);
                    }
                    fields.put(name, parser.getText());
                }
                return new EgressEntry(
                        Instant.parse(required(fields, "time")),
                        required(fields, "type"),
                        required(fields, "peer"),
                        required(fields, "study"),
                        Integer.parseInt(required(fields, "round")),
                        Long.parseLong(required(fields, "bytes")),
                        required(fields, "sha256"),
                        ledger(fields));
            } catch (IOException | IllegalArgumentException | DateTimeException e) {
                throw unusable(e);
            }
        }

        private static Optional<LedgerReference> ledger(Map<String, String> fields) {
            return fields.containsKey("ledgerRecord")
                    ? Optional.of(new LedgerReference(
                            Long.parseLong(required(fields, "ledgerRecord")), required(fields, "ledgerHash")))
                    : Optional.empty();
        }

        private static String required(Map<String, String> fields, String name) {
            String text = fields.get(name);
            if (text == null) {
                throw new IllegalArgumentException("it has no " + name);
            }
            return text;
        }

        private static JournalException unusable(@Nullable Exception cause) {
            return cause == null
                    ? new JournalException("the egress log has a line that is no message")
                    : new JournalException("the egress log has a line that is no message", cause);
        }
    }

    /**
     * The totals of an egress log.
     *
     * @param messages how many left
     * @param withoutLedger how many are covered by no ledger record
     * @param head hash of the newest line; kept elsewhere, it shows that no line was cut off
     */
    public record EgressTotals(
            long messages, long bytes, Map<String, Long> bytesByType, long withoutLedger, String head) {
        public EgressTotals {
            bytesByType = Map.copyOf(bytesByType);
        }

        static EgressTotals none(String head) {
            return new EgressTotals(0, 0, Map.of(), 0, head);
        }

        EgressTotals plus(EgressEntry entry, String newHead) {
            Map<String, Long> byType = new TreeMap<>(bytesByType);
            byType.merge(entry.type(), entry.bytes(), Math::addExact);
            return new EgressTotals(
                    messages + 1,
                    Math.addExact(bytes, entry.bytes()),
                    byType,
                    withoutLedger + (entry.ledger().isPresent() ? 0 : 1),
                    newHead);
        }
    }

    /**
     * One message that leaves a site, as the log records it.
     *
     * @param time when it was recorded, before it was sent
     * @param type such as {@code update}, {@code answer} or {@code failure}
     * @param sha256 of the payload: 64 lower-case hexadecimal digits
     * @param ledger the record of the reservation that paid for what it was computed from, when there is one; logs of
     *     earlier releases name the ledger's newest record at the time instead
     */
    public record EgressEntry(
            Instant time,
            String type,
            String peer,
            String study,
            int round,
            long bytes,
            String sha256,
            Optional<LedgerReference> ledger) {
        public EgressEntry {
            if (!type.matches("[a-z-]{1,40}")) {
                throw new IllegalArgumentException(
                        "type must be 1 to 40 letters a to z or dashes, was \"" + type + "\"");
            }
            if (round < 0 || bytes < 0) {
                throw new IllegalArgumentException(
                        "round and bytes must be at least 0, were " + round + " and " + bytes);
            }
            PlanText.requireHash("sha256", sha256);
        }

        /**
         * Whether it carries a value computed from data, noisy or masked as it may be: an update. A ledger must have
         * paid for it, unless its study promises nothing. Answers are the steps of secure aggregation, such as keys and
         * shares of masks; a failure is its kind.
         */
        public boolean carriesData() {
            return type.equals("update");
        }

        String toLine(long number) {
            JsonLine line = new JsonLine()
                    .number("number", number)
                    .text("time", time.toString())
                    .text("type", type)
                    .text("peer", peer)
                    .text("study", study)
                    .number("round", round)
                    .number("bytes", bytes)
                    .text("sha256", sha256);
            ledger.ifPresent(
                    record -> line.number("ledgerRecord", record.sequence()).text("ledgerHash", record.hash()));
            return line.open();
        }

        /**
         * Identifies the ledger record whose charge covers a message.
         *
         * @param sequence the record's number in the ledger; at least 0
         * @param hash the record's hash: 64 lower-case hexadecimal digits
         */
        public record LedgerReference(long sequence, String hash) {
            public LedgerReference {
                if (sequence < 0) {
                    throw new IllegalArgumentException("sequence must be at least 0, was " + sequence);
                }
                PlanText.requireHash("hash", hash);
            }
        }
    }
}
