// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.message;

import io.hedgerow.secureagg.internal.key.Octets;
import io.hedgerow.secureagg.internal.key.Transcript;

/** A site accepts an offer with a fresh nonce. */
public record SiteNonce(Octets offer, int site, Octets nonce, Octets signature) implements Message {
    /** The value that the site signs: H("nonce", offer, u, nonce), 32 bytes. */
    public Octets digest() {
        return Transcript.of("nonce").octets(offer).u32(site).octets(nonce).hash();
    }

    void writeTo(MessageWriter out) {
        out.octets(offer).u32(site).octets(nonce).octets(signature);
    }

    static SiteNonce readFrom(MessageReader in) {
        return new SiteNonce(in.hash(), in.site(), in.octets(32), in.signature());
    }
}
