// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.ledger;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Objects;

/**
 * A ledger record with its position in the hash chain.
 *
 * @param sequence 0 for the first record
 * @param time when it was written, by the site's clock
 * @param previous hash of the record before; 64 zeros for the first
 * @param hash SHA-256 of this record, the previous hash included
 * @param record the content
 */
public record LedgerEntry(long sequence, Instant time, String previous, String hash, LedgerRecord record) {
    public LedgerEntry {
        Objects.requireNonNull(time, "time");
        Objects.requireNonNull(previous, "previous");
        Objects.requireNonNull(hash, "hash");
        Objects.requireNonNull(record, "record");
    }

    /**
     * {@return the record as in the ledger's file, without the hash: JSON in one line, see the guide for data stewards}
     */
    public String document() {
        return new String(RecordCodec.write(sequence, previous, time, record), StandardCharsets.UTF_8);
    }
}
