// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.message;

import io.hedgerow.secureagg.internal.key.Octets;
import io.hedgerow.secureagg.internal.key.Transcript;

/** A KEM ciphertext CT_ij from site i to site j with a larger number. */
public record Encapsulated(Octets sid, int from, int to, Octets ciphertext, Octets signature) implements Message {
    /** The value that the sender signs: H("kem", sid, i, j, CT_ij), 32 bytes. */
    public Octets digest() {
        return Transcript.of("kem")
                .octets(sid)
                .u32(from)
                .u32(to)
                .octets(ciphertext)
                .hash();
    }

    void writeTo(MessageWriter out) {
        out.octets(sid).u32(from).u32(to).octets(ciphertext).octets(signature);
    }

    static Encapsulated readFrom(MessageReader in) {
        return new Encapsulated(in.hash(), in.site(), in.site(), in.octets(1088), in.signature());
    }
}
