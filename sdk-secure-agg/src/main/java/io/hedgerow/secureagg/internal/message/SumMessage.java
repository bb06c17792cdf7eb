// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.message;

import io.hedgerow.secureagg.internal.key.Octets;
import io.hedgerow.secureagg.internal.key.Transcript;
import java.util.List;

/**
 * The messages of a sum in a slot, in the order in which they are sent: what is summed, masked inputs, released shares.
 */
public sealed interface SumMessage extends Message {

    /**
     * The terms of a sum in a slot: what is summed, and why.
     *
     * @param modelHash of what the coordinator sent before, from which the input is computed
     * @param specHash of the statistic, its lanes and the data version
     */
    record InputTerms(int purposeCode, Octets modelHash, Octets specHash, long round) {
        /** The inputHash: H("input", every field), 32 bytes. */
        public Octets digest() {
            return Transcript.of("input")
                    .u32(purposeCode)
                    .octets(modelHash)
                    .octets(specHash)
                    .u64(round)
                    .hash();
        }

        void writeTo(MessageWriter out) {
            out.u32(purposeCode).octets(modelHash).octets(specHash).u64(round);
        }

        static InputTerms readFrom(MessageReader in) {
            return new InputTerms(in.u32(), in.hash(), in.hash(), in.ordinal("a round"));
        }
    }

    /** Tells a site what to sum with the sites U2, with boxes from every other site of U2, in ascending order. */
    record RoundInput(Octets ctx, InputTerms terms, List<Integer> sharing, List<RelayedBox> boxes, Octets signature)
            implements SumMessage {
        public RoundInput {
            sharing = List.copyOf(sharing);
            boxes = List.copyOf(boxes);
        }

        /** The value that the coordinator signs: H("roundinput", ctx2), 32 bytes. */
        public Octets digest() {
            return Transcript.of("roundinput").octets(context()).hash();
        }

        /** The context of the sum: ctx2 = H("ctx2", ctx, inputHash, U2 in ascending order), 32 bytes. */
        public Octets context() {
            return Transcript.of("ctx2")
                    .octets(ctx)
                    .octets(terms.digest())
                    .sites(sharing)
                    .hash();
        }

        void writeTo(MessageWriter out) {
            out.octets(ctx);
            terms.writeTo(out);
            out.sites(sharing).list(boxes, item -> item.writeTo(out)).octets(signature);
        }

        static RoundInput readFrom(MessageReader in) {
            return new RoundInput(
                    in.hash(),
                    InputTerms.readFrom(in),
                    in.sites(),
                    in.list(Integer.BYTES, () -> RelayedBox.readFrom(in)),
                    in.signature());
        }
    }

    /** A box as the coordinator passes it on, with the commitments cB and cK of the sender to its shares. */
    record RelayedBox(int from, Octets box, Octets selfShareCommitment, Octets wrapShareCommitment) {
        void writeTo(MessageWriter out) {
            out.u32(from).octets(box).octets(selfShareCommitment).octets(wrapShareCommitment);
        }

        static RelayedBox readFrom(MessageReader in) {
            return new RelayedBox(in.site(), in.octets(80), in.hash(), in.hash());
        }
    }

    /** A site's masked lanes in the context of a sum, 8 bytes for each, little-endian. */
    record MaskedInput(Octets ctx2, Octets lanes, MaskedSignature signed) implements SumMessage {
        void writeTo(MessageWriter out) {
            out.octets(ctx2).octets(lanes);
            signed.writeTo(out);
        }

        static MaskedInput readFrom(MessageReader in) {
            return new MaskedInput(in.hash(), in.lanes(), MaskedSignature.readFrom(in));
        }
    }

    /**
     * A site's signature that it sent its masked input, with the SHA-256 of the masked lanes, or empty when inputs are
     * not signed.
     */
    record MaskedSignature(int site, Octets inputDigest, Octets signature) {
        /**
         * The value that the site signs: H("masked", ctx2, u), 32 bytes, with the digest of the lanes as one more field
         * when inputs are signed.
         */
        public Octets digest(Octets ctx2) {
            Transcript digest = Transcript.of("masked").octets(ctx2).u32(site);
            return (inputDigest.size() == 0 ? digest : digest.octets(inputDigest)).hash();
        }

        void writeTo(MessageWriter out) {
            out.u32(site).octets(inputDigest).octets(signature);
        }

        static MaskedSignature readFrom(MessageReader in) {
            return new MaskedSignature(in.site(), in.optionalHash(), in.signature());
        }
    }

    /** The survivors U3, in ascending order, whose inputs are in the sum. */
    record SurvivorList(Octets ctx2, List<MaskedSignature> survivors, Octets signature) implements SumMessage {
        public SurvivorList {
            survivors = List.copyOf(survivors);
        }

        /** The value that the coordinator signs: H("survivors", cons), 32 bytes. */
        public Octets digest() {
            return Transcript.of("survivors").octets(consistency()).hash();
        }

        /** The value that sites confirm: cons = H("cons", ctx2, U3 in ascending order), 32 bytes. */
        public Octets consistency() {
            return Transcript.of("cons").octets(ctx2).sites(sites()).hash();
        }

        public List<Integer> sites() {
            return survivors.stream().map(MaskedSignature::site).toList();
        }

        void writeTo(MessageWriter out) {
            out.octets(ctx2).list(survivors, item -> item.writeTo(out)).octets(signature);
        }

        static SurvivorList readFrom(MessageReader in) {
            return new SurvivorList(
                    in.hash(), in.list(Integer.BYTES, () -> MaskedSignature.readFrom(in)), in.signature());
        }
    }

    /** A site u confirms who is in the sum. */
    record Consistency(Octets cons, int site, Octets signature) implements SumMessage {
        void writeTo(MessageWriter out) {
            out.octets(cons).u32(site).octets(signature);
        }

        static Consistency readFrom(MessageReader in) {
            return new Consistency(in.hash(), in.site(), in.signature());
        }
    }

    /** Enough sites confirmed the same survivors, in ascending order: the others may release their shares. */
    record UnmaskRequest(Octets cons, List<Consistency> confirmations) implements SumMessage {
        public UnmaskRequest {
            confirmations = List.copyOf(confirmations);
        }

        void writeTo(MessageWriter out) {
            out.octets(cons).list(confirmations, item -> item.writeTo(out));
        }

        static UnmaskRequest readFrom(MessageReader in) {
            return new UnmaskRequest(in.hash(), in.list(Integer.BYTES, () -> Consistency.readFrom(in)));
        }
    }

    /**
     * The shares that a site releases, one for each site of U2, in ascending order: of b for sites in the sum, of k for
     * sites lost before it. Each is checked against its commitment.
     */
    record UnmaskShares(Octets ctx2, int site, List<ReleasedShare> shares) implements SumMessage {
        public UnmaskShares {
            shares = List.copyOf(shares);
        }

        void writeTo(MessageWriter out) {
            out.octets(ctx2).u32(site).list(shares, item -> item.writeTo(out));
        }

        static UnmaskShares readFrom(MessageReader in) {
            return new UnmaskShares(in.hash(), in.site(), in.list(Integer.BYTES, () -> ReleasedShare.readFrom(in)));
        }
    }

    /** A released share. The list of survivors decides of which of the owner's two secrets it is. */
    record ReleasedShare(int owner, Octets share) {
        void writeTo(MessageWriter out) {
            out.u32(owner).octets(share);
        }

        static ReleasedShare readFrom(MessageReader in) {
            return new ReleasedShare(in.site(), in.octets(32));
        }
    }
}
