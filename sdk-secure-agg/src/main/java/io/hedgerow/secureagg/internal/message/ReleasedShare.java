// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.message;

import io.hedgerow.secureagg.internal.key.Octets;

/**
 * One released share. Of which secret follows from who is in the sum.
 *
 * @param owner whose secret it is of
 */
public record ReleasedShare(int owner, Octets share) {
    void writeTo(MessageWriter out) {
        out.u32(owner).octets(share);
    }

    static ReleasedShare readFrom(MessageReader in) {
        return new ReleasedShare(in.site(), in.octets(32));
    }
}
