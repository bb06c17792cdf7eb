// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.ledger;

import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.privacy.LedgerException;
import io.hedgerow.dp.internal.ledger.LedgerLine;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A ledger's content, verified from the first byte to the last: every line matches its hash and names the hash of the
 * line before. Only an incomplete last line is tolerated, because it was never acknowledged.
 *
 * @param entries all complete records, in order; at least the header
 * @param length bytes that they take
 * @param tornBytes bytes of an incomplete record after them; 0 when there is none
 */
record LedgerChain(List<LedgerEntry> entries, long length, long tornBytes) {

    static final String START = "0".repeat(64);

    LedgerChain {
        entries = List.copyOf(entries);
    }

    /**
     * Reads a ledger.
     *
     * @throws LedgerTamperedException when anything else than the end of the last line is wrong
     * @throws LedgerException when it is of another format
     */
    static LedgerChain read(byte[] content, String where) {
        List<LedgerEntry> entries = new ArrayList<>();
        String previous = START;
        int at = 0;
        while (at < content.length) {
            try {
                Optional<LedgerLine.Line> line =
                        LedgerLine.read(content, at, RecordCodec.beginning(entries.size(), previous));
                if (line.isEmpty()) {
                    break;
                }
                if (entries.isEmpty()) {
                    requireReadable(line.get().document(), where);
                }
                LedgerEntry entry =
                        RecordCodec.read(line.get().document(), line.get().hash());
                if (entries.isEmpty() != (entry.record() instanceof LedgerRecord.Header)) {
                    throw new IllegalArgumentException(
                            entries.isEmpty() ? "is no header, and must be one" : "is a second header");
                }
                entries.add(entry);
                previous = entry.hash();
                at = line.get().end();
            } catch (IllegalArgumentException e) {
                throw new LedgerTamperedException("ledger " + where + " was changed or damaged: record "
                        + entries.size() + " (from byte " + at + ") " + Words.reason(e)
                        + "; nothing is opened until a person has compared it with a backup or an anchor");
            }
        }
        if (entries.isEmpty()) {
            // A header is complete before the file gets its name, so this is no crash.
            throw new LedgerTamperedException("ledger " + where + " was changed or damaged: it has no complete header");
        }
        return new LedgerChain(entries, at, content.length - (long) at);
    }

    /** A sound ledger of another release is no damaged one. */
    private static void requireReadable(byte[] header, String where) {
        OptionalLong other = RecordCodec.otherFormat(header);
        if (other.isPresent()) {
            throw new LedgerException("ledger " + where + " is of format " + other.getAsLong()
                    + ", and this release reads and writes format " + RecordCodec.FORMAT
                    + ": go on with the release that wrote it");
        }
    }

    LedgerTerms terms() {
        return ((LedgerRecord.Header) entries.get(0).record()).terms();
    }
}
