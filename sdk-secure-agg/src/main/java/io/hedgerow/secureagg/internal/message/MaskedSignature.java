// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.message;

import io.hedgerow.secureagg.internal.key.Octets;
import io.hedgerow.secureagg.internal.key.Transcript;

/**
 * A site's signature that it sent its masked input, with the SHA-256 of the masked lanes, or empty when inputs are not
 * signed.
 */
public record MaskedSignature(int site, Octets inputDigest, Octets signature) {
    /**
     * The value that the site signs: H("masked", ctx2, u), 32 bytes, with the digest of the lanes as one more field
     * when inputs are signed.
     */
    public Octets digest(Octets ctx2) {
        Transcript digest = Transcript.of("masked").octets(ctx2).u32(site);
        return (inputDigest.size() == 0 ? digest : digest.octets(inputDigest)).hash();
    }

    void writeTo(MessageWriter out) {
        out.u32(site).octets(inputDigest).octets(signature);
    }

    static MaskedSignature readFrom(MessageReader in) {
        return new MaskedSignature(in.site(), in.octets(), in.signature());
    }
}
