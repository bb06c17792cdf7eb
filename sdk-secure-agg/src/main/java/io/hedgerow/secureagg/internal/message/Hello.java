// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.message;

import io.hedgerow.secureagg.internal.key.Octets;
import io.hedgerow.secureagg.internal.key.Transcript;

/** A site's keys for one session: X_u, and EK_u of the hybrid suite, or empty. */
public record Hello(
        Octets sid, Octets rosterHash, int site, Octets agreementKey, Octets encapsulationKey, Octets signature)
        implements Message {
    /** The value that the site signs: H("hello", sid, rosterHash, u, X_u, EK_u), 32 bytes. */
    public Octets digest() {
        return Transcript.of("hello")
                .octets(sid)
                .octets(rosterHash)
                .u32(site)
                .octets(agreementKey)
                .octets(encapsulationKey)
                .hash();
    }

    void writeTo(MessageWriter out) {
        out.octets(sid)
                .octets(rosterHash)
                .u32(site)
                .octets(agreementKey)
                .octets(encapsulationKey)
                .octets(signature);
    }

    static Hello readFrom(MessageReader in) {
        return new Hello(in.hash(), in.hash(), in.site(), in.octets(32), in.octets(), in.signature());
    }
}
