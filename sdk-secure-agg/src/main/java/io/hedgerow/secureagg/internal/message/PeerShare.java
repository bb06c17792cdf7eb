// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.message;

import io.hedgerow.secureagg.internal.key.Octets;
import io.hedgerow.secureagg.internal.key.Transcript;

/**
 * A site's part for one peer in a slot: shares in a box, the wrapped pair seed, commitments.
 *
 * @param peer the peer v
 * @param box shares of b_u and k_u under e_{u→v}
 * @param wrap pair seed under k_u
 * @param pairCommitment to the pair seed, cs
 * @param selfShareCommitment to the share of b_u, cB
 * @param wrapShareCommitment to the share of k_u, cK
 */
public record PeerShare(
        int peer,
        Octets box,
        Octets wrap,
        Octets pairCommitment,
        Octets selfShareCommitment,
        Octets wrapShareCommitment) {
    void addTo(Transcript digest) {
        digest.u32(peer).octets(box).octets(wrap).octets(pairCommitment);
        digest.octets(selfShareCommitment).octets(wrapShareCommitment);
    }

    void writeTo(MessageWriter out) {
        out.u32(peer)
                .octets(box)
                .octets(wrap)
                .octets(pairCommitment)
                .octets(selfShareCommitment)
                .octets(wrapShareCommitment);
    }

    static PeerShare readFrom(MessageReader in) {
        return new PeerShare(in.site(), in.octets(80), in.octets(32), in.hash(), in.hash(), in.hash());
    }
}
