// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.egress;

import io.hedgerow.transport.internal.file.JsonLine;
import java.time.Instant;
import java.util.Optional;

/**
 * One message that leaves a site.
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
            throw new IllegalArgumentException("type must be 1 to 40 letters a to z or dashes, was \"" + type + "\"");
        }
        if (round < 0 || bytes < 0) {
            throw new IllegalArgumentException("round and bytes must be at least 0, were " + round + " and " + bytes);
        }
        if (!sha256.matches("[0-9a-f]{64}")) {
            throw new IllegalArgumentException(
                    "sha256 must be 64 lower-case hexadecimal digits, was \"" + sha256 + "\"");
        }
    }

    /**
     * Whether it carries a value computed from data, noisy or masked as it may be: an update. A ledger must have paid
     * for it, unless its study promises nothing. Answers are the steps of secure aggregation, such as keys and shares
     * of masks; a failure is its kind.
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
     * The ledger record that paid for what a message was computed from.
     *
     * @param sequence the record's number in the ledger; at least 0
     * @param hash the record's hash: 64 lower-case hexadecimal digits
     */
    public record LedgerReference(long sequence, String hash) {
        public LedgerReference {
            if (sequence < 0) {
                throw new IllegalArgumentException("sequence must be at least 0, was " + sequence);
            }
            if (!hash.matches("[0-9a-f]{64}")) {
                throw new IllegalArgumentException(
                        "hash must be 64 lower-case hexadecimal digits, was \"" + hash + "\"");
            }
        }
    }
}
