// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.message;

import io.hedgerow.secureagg.internal.key.Octets;
import io.hedgerow.secureagg.internal.key.Transcript;
import java.util.List;

/** The messages that begin a session, in the order in which they are sent. */
public sealed interface SessionMessage extends Message {

    /** The coordinator invites to a session, with a fresh nonce and the hashes of policy and roster. */
    record SessionOffer(Octets nonce, Octets policyHash, Octets rosterHash, Octets signature)
            implements SessionMessage {
        /** The value that the coordinator signs: H("offer", nonce, policyHash, rosterHash), 32 bytes. */
        public Octets digest() {
            return Transcript.of("offer")
                    .octets(nonce)
                    .octets(policyHash)
                    .octets(rosterHash)
                    .hash();
        }

        void writeTo(MessageWriter out) {
            out.octets(nonce).octets(policyHash).octets(rosterHash).octets(signature);
        }

        static SessionOffer readFrom(MessageReader in) {
            return new SessionOffer(in.octets(32), in.hash(), in.hash(), in.signature());
        }
    }

    /** A site accepts an offer with a fresh nonce. */
    record SiteNonce(Octets offer, int site, Octets nonce, Octets signature) implements SessionMessage {
        /** The value that the site signs: H("nonce", offer, u, nonce), 32 bytes. */
        public Octets digest() {
            return Transcript.of("nonce").octets(offer).u32(site).octets(nonce).hash();
        }

        void writeTo(MessageWriter out) {
            out.octets(offer).u32(site).octets(nonce).octets(signature);
        }

        static SiteNonce readFrom(MessageReader in) {
            return new SiteNonce(in.hash(), in.site(), in.octets(32), in.signature());
        }
    }

    /** The coordinator names the participants by the nonces of every site that accepted, ascending. */
    record SessionStart(Octets offer, List<SiteNonce> nonces) implements SessionMessage {
        public SessionStart {
            nonces = List.copyOf(nonces);
        }

        void writeTo(MessageWriter out) {
            out.octets(offer).list(nonces, item -> item.writeTo(out));
        }

        static SessionStart readFrom(MessageReader in) {
            return new SessionStart(in.hash(), in.list(Integer.BYTES, () -> SiteNonce.readFrom(in)));
        }
    }

    /** A site's keys for one session: X_u, and EK_u of the hybrid suite, or empty. */
    record Hello(
            Octets sid, Octets rosterHash, int site, Octets agreementKey, Octets encapsulationKey, Octets signature)
            implements SessionMessage {
        /** The value that the site signs: H("hello", sid, rosterHash, u, X_u, EK_u), 32 bytes. */
        public Octets digest() {
            return Transcript.of("hello")
                    .octets(sid)
                    .octets(rosterHash)
                    .u32(site)
                    .octets(agreementKey)
                    .octets(encapsulationKey)
                    .hash();
        }

        void writeTo(MessageWriter out) {
            out.octets(sid)
                    .octets(rosterHash)
                    .u32(site)
                    .octets(agreementKey)
                    .octets(encapsulationKey)
                    .octets(signature);
        }

        static Hello readFrom(MessageReader in) {
            return new Hello(in.hash(), in.hash(), in.site(), in.octets(32), in.octets(), in.signature());
        }
    }

    /** A KEM ciphertext CT_ij from site i to site j with a larger number. */
    record Encapsulated(Octets sid, int from, int to, Octets ciphertext, Octets signature) implements SessionMessage {
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
}
