// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.message;

import io.hedgerow.secureagg.internal.key.Octets;
import io.hedgerow.secureagg.internal.key.Transcript;

/**
 * The coordinator opens a slot.
 *
 * @param slot never used before in the session
 * @param sites n, most sites that take part
 * @param threshold t
 * @param minCohort fewest sites in a sum
 */
public record RoundOpen(
        Octets sid, long slot, int sites, int threshold, int minCohort, Octets policyHash, Octets signature)
        implements Message {
    /**
     * The value that the coordinator signs, and the name of the slot: H("open", sid, slot, n, t, minCohort,
     * policyHash), 32 bytes.
     */
    public Octets digest() {
        return Transcript.of("open")
                .octets(sid)
                .u64(slot)
                .u32(sites)
                .u32(threshold)
                .u32(minCohort)
                .octets(policyHash)
                .hash();
    }

    void writeTo(MessageWriter out) {
        out.octets(sid)
                .u64(slot)
                .u32(sites)
                .u32(threshold)
                .u32(minCohort)
                .octets(policyHash)
                .octets(signature);
    }

    static RoundOpen readFrom(MessageReader in) {
        return new RoundOpen(in.hash(), in.u64(), in.u32(), in.u32(), in.u32(), in.hash(), in.signature());
    }
}
