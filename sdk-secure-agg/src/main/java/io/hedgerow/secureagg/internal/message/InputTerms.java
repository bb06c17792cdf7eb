// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.message;

import io.hedgerow.secureagg.internal.key.Octets;
import io.hedgerow.secureagg.internal.key.Transcript;

/**
 * The terms of a sum in a slot: what is summed, and why.
 *
 * @param modelHash of what the coordinator sent before, from which the input is computed
 * @param specHash of the statistic, its lanes and the data version
 */
public record InputTerms(int purposeCode, Octets modelHash, Octets specHash, long round) {
    /** The inputHash: H("input", every field), 32 bytes. */
    public Octets digest() {
        return Transcript.of("input")
                .u32(purposeCode)
                .octets(modelHash)
                .octets(specHash)
                .u64(round)
                .hash();
    }

    void writeTo(MessageWriter out) {
        out.u32(purposeCode).octets(modelHash).octets(specHash).u64(round);
    }

    static InputTerms readFrom(MessageReader in) {
        return new InputTerms(in.u32(), in.hash(), in.hash(), in.u64());
    }
}
