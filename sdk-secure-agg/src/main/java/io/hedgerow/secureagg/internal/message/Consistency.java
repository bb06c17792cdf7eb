// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.message;

import io.hedgerow.secureagg.internal.key.Octets;

/** A site u confirms who is in the sum. */
public record Consistency(Octets cons, int site, Octets signature) implements Message {
    void writeTo(MessageWriter out) {
        out.octets(cons).u32(site).octets(signature);
    }

    static Consistency readFrom(MessageReader in) {
        return new Consistency(in.hash(), in.site(), in.signature());
    }
}
