// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.message;

import io.hedgerow.secureagg.internal.key.Octets;
import io.hedgerow.secureagg.internal.key.Transcript;
import java.util.List;
import java.util.Optional;

/**
 * A site's shares for all peers of a slot.
 *
 * @param ctx the slot with its cohort
 * @param site the sender u
 * @param peers one entry for every other site of U1, in ascending order
 * @param ownShareCommitment to the share of b_u that the sender keeps
 * @param selfCommitment to b_u, cb
 * @param wrapCommitment to k_u, ck
 */
public record ShareMessage(
        Octets ctx,
        int site,
        List<PeerShare> peers,
        Octets ownShareCommitment,
        Octets selfCommitment,
        Octets wrapCommitment,
        Octets signature)
        implements Message {
    public ShareMessage {
        peers = List.copyOf(peers);
    }

    /**
     * The value that the site signs: H("share", ctx, u, every entry's fields, the own share's commitment, cb, ck), 32
     * bytes.
     */
    public Octets digest() {
        return digestOf(this);
    }

    private static Octets digestOf(ShareMessage message) {
        Transcript digest = Transcript.of("share").octets(message.ctx).u32(message.site);
        message.peers.forEach(peer -> peer.addTo(digest));
        return digest.octets(message.ownShareCommitment)
                .octets(message.selfCommitment)
                .octets(message.wrapCommitment)
                .hash();
    }

    public Optional<PeerShare> entry(int peer) {
        return peers.stream().filter(entry -> entry.peer() == peer).findFirst();
    }

    void writeTo(MessageWriter out) {
        out.octets(ctx)
                .u32(site)
                .list(peers, item -> item.writeTo(out))
                .octets(ownShareCommitment)
                .octets(selfCommitment)
                .octets(wrapCommitment)
                .octets(signature);
    }

    static ShareMessage readFrom(MessageReader in) {
        return new ShareMessage(
                in.hash(),
                in.site(),
                in.list(Integer.BYTES, () -> PeerShare.readFrom(in)),
                in.hash(),
                in.hash(),
                in.hash(),
                in.signature());
    }
}
