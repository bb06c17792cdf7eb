// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.message;

import io.hedgerow.secureagg.internal.key.Octets;

/** A released share. The list of survivors decides of which of the owner's two secrets it is. */
public record ReleasedShare(int owner, Octets share) {
    void writeTo(MessageWriter out) {
        out.u32(owner).octets(share);
    }

    static ReleasedShare readFrom(MessageReader in) {
        return new ReleasedShare(in.site(), in.octets(32));
    }
}
