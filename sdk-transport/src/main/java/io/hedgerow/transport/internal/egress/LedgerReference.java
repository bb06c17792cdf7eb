// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.egress;

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
            throw new IllegalArgumentException("hash must be 64 lower-case hexadecimal digits, was \"" + hash + "\"");
        }
    }
}
