package io.hedgerow.dp.ledger;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * What the lock file remembers of its ledger: the hash of the header, and of the record that was last when the ledger was
 * closed. A ledger without either of them is not the one that was here: it is missing, was made anew, was cut, or is an
 * older copy that was brought back without the lock file. What was written while the machine went down counts as not
 * written.
 *
 * @param header hash of the first record, or its beginning
 * @param head hash of a record that was on the disk; empty when no writer has closed the ledger yet
 */
record LedgerMark(String header, Optional<String> head) {

    private static final int HASH = 64;

    static LedgerMark parse(String text) {
        if (text.length() <= HASH) {
            return new LedgerMark(text, Optional.empty());
        }
        String[] parts = text.substring(HASH).split(" ", -1);
        boolean whole = parts.length == 3 && parts[0].isEmpty() && parts[2].equals(check(parts[1]));
        return new LedgerMark(text.substring(0, HASH), whole ? Optional.of(parts[1]) : Optional.empty());
    }

    String text() {
        return header + head.map(hash -> " " + hash + " " + check(hash)).orElse("");
    }

    private static String check(String hash) {
        CRC32C sum = new CRC32C();
        sum.update(hash.getBytes(StandardCharsets.US_ASCII));
        return HexFormat.of().toHexDigits((int) sum.getValue());
    }

    /** Refuses a ledger that lacks the record. The record need not be the last one: a process that was killed marks nothing. */
    void requireContinued(byte[] content, String where) {
        if (head.isPresent() && !new String(content, StandardCharsets.ISO_8859_1).contains(head.get() + "\n")) {
            throw new LedgerTamperedException(
                    "ledger " + where + " was changed or damaged: it does not hold the record that"
                            + " was its last when it was closed, so that it was cut since or is an older copy");
        }
    }
}
