// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.ledger;

import io.hedgerow.dp.internal.ledger.LedgerLine;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * The state of a ledger as its lock file remembers it: the hash of the header, and of the record that was last when the
 * ledger was closed. A ledger without either of them is not the one that was here: it is missing, was made anew, was
 * cut, or is an older copy that was restored without the lock file. It is written before the ledger gets its name, so
 * that a ledger whose lock file remembers nothing has lost it: then no one can tell whether its end was cut.
 *
 * <p>All forms begin with the header's hash and are written over each other. A mark that was being written when the
 * machine went down counts as not written.
 *
 * @param header hash of the first record; empty when no ledger was begun here, or no mark remembers it
 * @param making whether the ledger may not have got its name yet
 * @param head hash of a record that was on the disk; empty when no writer has closed the ledger yet
 */
record LedgerMark(String header, boolean making, Optional<String> head) {

    private static final int HASH = 64;
    private static final String MAKING = " making";

    /** A ledger that is about to get its name. */
    static LedgerMark making(String header) {
        return new LedgerMark(header, true, Optional.empty());
    }

    /** A ledger that has its name. */
    static LedgerMark made(String header) {
        return new LedgerMark(header, false, Optional.empty());
    }

    static LedgerMark closed(String header, String head) {
        return new LedgerMark(header, false, Optional.of(head));
    }

    static LedgerMark parse(String text) {
        if (text.length() < HASH) {
            return made("");
        }
        String header = text.substring(0, HASH);
        String rest = text.substring(HASH);
        if (!rest.isEmpty() && MAKING.startsWith(rest)) {
            return making(header);
        }
        String[] parts = rest.split(" ", -1);
        boolean whole = parts.length == 3 && parts[0].isEmpty() && parts[2].equals(check(parts[1]));
        return whole ? closed(header, parts[1]) : made(header);
    }

    String text() {
        String behind = making ? MAKING : " ".repeat(MAKING.length());
        return header + head.map(hash -> " " + hash + " " + check(hash)).orElse(behind);
    }

    private static String check(String hash) {
        CRC32C sum = new CRC32C();
        sum.update(hash.getBytes(StandardCharsets.US_ASCII));
        return HexFormat.of().toHexDigits((int) sum.getValue());
    }

    /** Whether a ledger got its name here. */
    boolean wasMade() {
        return !header.isEmpty() && !making;
    }

    /** Refuses to begin a ledger when one was made. */
    void requireNone(String where) {
        if (wasMade()) {
            throw new LedgerTamperedException("ledger " + where + " is missing, but one was made here: bring it"
                    + " back as it was, never an older copy; without it the budget counts as spent");
        }
    }

    /** Refuses a ledger that is not the one that is remembered, or is not remembered at all. */
    void requireOf(byte[] content, String where) {
        if (header.isEmpty()) {
            throw new LedgerTamperedException("ledger " + where + " has lost its lock file, or its content: no one"
                    + " can tell whether the ledger was cut since. Bring the lock file back, or compare the ledger with"
                    + " its latest anchor and say so: ledger acknowledge --ledger DIRECTORY --anchor HASH");
        }
        if (!LedgerLine.firstHash(content).equals(Optional.of(header))) {
            throw new LedgerTamperedException(
                    "ledger " + where + " was changed or damaged: it does not begin as the one that was made here");
        }
        requireContinued(content, where);
    }

    /**
     * Refuses a ledger that lacks the record. The record need not be the last one: a process that was killed marks
     * nothing.
     */
    void requireContinued(byte[] content, String where) {
        if (head.isPresent() && !new String(content, StandardCharsets.ISO_8859_1).contains(head.get() + "\n")) {
            throw new LedgerTamperedException(
                    "ledger " + where + " was changed or damaged: it does not hold the record that"
                            + " was its last when it was closed, so that it was cut since or is an older copy");
        }
    }
}
