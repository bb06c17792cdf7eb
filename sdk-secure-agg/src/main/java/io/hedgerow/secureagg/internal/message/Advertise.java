// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.message;

import io.hedgerow.secureagg.internal.key.Octets;
import io.hedgerow.secureagg.internal.key.Transcript;

/** A site u takes part in a slot, with a fresh nonce N_u. */
public record Advertise(Octets open, int site, Octets nonce, Octets signature) implements Message {
    /** The value that the site signs: H("advertise", open, u, N_u), 32 bytes. */
    public Octets digest() {
        return Transcript.of("advertise").octets(open).u32(site).octets(nonce).hash();
    }

    void writeTo(MessageWriter out) {
        out.octets(open).u32(site).octets(nonce).octets(signature);
    }

    static Advertise readFrom(MessageReader in) {
        return new Advertise(in.hash(), in.site(), in.octets(32), in.signature());
    }
}
