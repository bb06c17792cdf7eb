// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.message;

import io.hedgerow.secureagg.internal.key.Octets;

/** A site's masked lanes in the context of a sum, 8 bytes for each, little-endian. */
public record MaskedInput(Octets ctx2, Octets lanes, MaskedSignature signed) implements Message {
    void writeTo(MessageWriter out) {
        out.octets(ctx2).octets(lanes);
        signed.writeTo(out);
    }

    static MaskedInput readFrom(MessageReader in) {
        return new MaskedInput(in.hash(), in.octets(), MaskedSignature.readFrom(in));
    }
}
