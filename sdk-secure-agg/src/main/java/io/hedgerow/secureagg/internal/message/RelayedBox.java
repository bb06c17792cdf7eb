// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.message;

import io.hedgerow.secureagg.internal.key.Octets;

/** A box as the coordinator passes it on, with the commitments cB and cK of the sender to its shares. */
public record RelayedBox(int from, Octets box, Octets selfShareCommitment, Octets wrapShareCommitment) {
    void writeTo(MessageWriter out) {
        out.u32(from).octets(box).octets(selfShareCommitment).octets(wrapShareCommitment);
    }

    static RelayedBox readFrom(MessageReader in) {
        return new RelayedBox(in.site(), in.octets(80), in.hash(), in.hash());
    }
}
