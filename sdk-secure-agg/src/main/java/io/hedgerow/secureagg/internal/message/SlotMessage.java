// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.message;

import io.hedgerow.secureagg.internal.key.Octets;
import io.hedgerow.secureagg.internal.key.Transcript;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/** The messages that begin a slot, in the order in which they are sent: who takes part, and shares of their secrets. */
public sealed interface SlotMessage extends Message {

    /**
     * The coordinator opens a slot.
     *
     * @param slot never used before in the session
     * @param sites n, most sites that take part
     * @param threshold t
     * @param minCohort fewest sites in a sum
     */
    record RoundOpen(
            Octets sid, long slot, int sites, int threshold, int minCohort, Octets policyHash, Octets signature)
            implements SlotMessage {
        /**
         * The value that the coordinator signs, and the name of the slot: H("open", sid, slot, n, t, minCohort,
         * policyHash), 32 bytes.
         */
        public Octets digest() {
            return Transcript.of("open")
                    .octets(sid)
                    .u64(slot)
                    .u32(sites)
                    .u32(threshold)
                    .u32(minCohort)
                    .octets(policyHash)
                    .hash();
        }

        void writeTo(MessageWriter out) {
            out.octets(sid)
                    .u64(slot)
                    .u32(sites)
                    .u32(threshold)
                    .u32(minCohort)
                    .octets(policyHash)
                    .octets(signature);
        }

        static RoundOpen readFrom(MessageReader in) {
            return new RoundOpen(
                    in.hash(),
                    in.ordinal("a slot"),
                    in.count("a slot's sites"),
                    in.count("a threshold"),
                    in.count("a cohort"),
                    in.hash(),
                    in.signature());
        }
    }

    /** A site u takes part in a slot, with a fresh nonce N_u. */
    record Advertise(Octets open, int site, Octets nonce, Octets signature) implements SlotMessage {
        /** The value that the site signs: H("advertise", open, u, N_u), 32 bytes. */
        public Octets digest() {
            return Transcript.of("advertise")
                    .octets(open)
                    .u32(site)
                    .octets(nonce)
                    .hash();
        }

        void writeTo(MessageWriter out) {
            out.octets(open).u32(site).octets(nonce).octets(signature);
        }

        static Advertise readFrom(MessageReader in) {
            return new Advertise(in.hash(), in.site(), in.octets(32), in.signature());
        }
    }

    /** U1: the sites that take part in a slot, in ascending order. */
    record CohortList(Octets open, List<Advertise> advertised) implements SlotMessage {
        public CohortList {
            advertised = List.copyOf(advertised);
        }

        /** The context of the slot: ctx = H("ctx", open, u ‖ N_u in ascending order of u), 32 bytes. */
        public Octets context() {
            Transcript context = Transcript.of("ctx").octets(open);
            for (Advertise one : advertised) {
                byte[] entry = new byte[Integer.BYTES + one.nonce().size()];
                ByteBuffer.wrap(entry).putInt(one.site());
                one.nonce().copyTo(0, entry, Integer.BYTES, one.nonce().size());
                context.bytes(entry);
            }
            return context.hash();
        }

        public List<Integer> sites() {
            return advertised.stream().map(Advertise::site).toList();
        }

        void writeTo(MessageWriter out) {
            out.octets(open).list(advertised, item -> item.writeTo(out));
        }

        static CohortList readFrom(MessageReader in) {
            return new CohortList(in.hash(), in.list(Integer.BYTES, () -> Advertise.readFrom(in)));
        }
    }

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
    record ShareMessage(
            Octets ctx,
            int site,
            List<PeerShare> peers,
            Octets ownShareCommitment,
            Octets selfCommitment,
            Octets wrapCommitment,
            Octets signature)
            implements SlotMessage {
        public ShareMessage {
            peers = List.copyOf(peers);
        }

        /** The value that the site signs: H("share", ctx, u, entries' fields, own share's commitment, cb, ck). */
        public Octets digest() {
            Transcript digest = Transcript.of("share").octets(ctx).u32(site);
            peers.forEach(peer -> peer.addTo(digest));
            return digest.octets(ownShareCommitment)
                    .octets(selfCommitment)
                    .octets(wrapCommitment)
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
    record PeerShare(
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

    /**
     * A site's complaint that an encrypted box does not match its sender's commitments; the site aborts the slot. It
     * proves nothing: either of the two may lie, and so both are named.
     *
     * @param ctx the slot with its cohort
     * @param accuser who received the box
     * @param accused who sealed it, if it came as sealed
     */
    record BadBox(Octets ctx, int accuser, int accused) implements SlotMessage {
        void writeTo(MessageWriter out) {
            out.octets(ctx).u32(accuser).u32(accused);
        }

        static BadBox readFrom(MessageReader in) {
            BadBox read = new BadBox(in.hash(), in.site(), in.site());
            if (read.accuser == read.accused) {
                throw in.malformed("a box must be of another site");
            }
            return read;
        }
    }
}
