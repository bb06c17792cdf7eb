package io.hedgerow.secureagg.message;

import io.hedgerow.secureagg.key.Octets;
import io.hedgerow.secureagg.key.Transcript;

/**
 * What is to be summed in a slot, and why.
 *
 * @param purposeCode code of the purpose
 * @param modelHash of what the coordinator sent before, from which the input is computed
 * @param specHash of the statistic, its lanes and the data version
 * @param round of the application
 * @param attempt at this value, from 0
 * @param noiseHash of the agreed noise; of nothing without noise
 * @param previousReceipt last receipt of the session
 */
public record InputTerms(
        int purposeCode,
        Octets modelHash,
        Octets specHash,
        long round,
        int attempt,
        Octets noiseHash,
        Octets previousReceipt) {
    /**
     * inputHash: H("input", every field).
     *
     * @return 32 bytes
     */
    public Octets digest() {
        return Transcript.of("input")
                .u32(purposeCode)
                .octets(modelHash)
                .octets(specHash)
                .u64(round)
                .u32(attempt)
                .octets(noiseHash)
                .octets(previousReceipt)
                .hash();
    }

    void writeTo(MessageWriter out) {
        out.u32(purposeCode);
        out.octets(modelHash);
        out.octets(specHash);
        out.u64(round);
        out.u32(attempt);
        out.octets(noiseHash);
        out.octets(previousReceipt);
    }

    static InputTerms readFrom(MessageReader in) {
        return new InputTerms(in.u32(), in.hash(), in.hash(), in.u64(), in.u32(), in.hash(), in.hash());
    }
}
