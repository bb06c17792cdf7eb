// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.message;

import io.hedgerow.secureagg.internal.key.Octets;
import io.hedgerow.secureagg.internal.key.Transcript;

/**
 * The coordinator invites to a session, with a fresh nonce and the hashes of the policy and the roster that sites must
 * have.
 */
public record SessionOffer(Octets nonce, Octets policyHash, Octets rosterHash, Octets signature) implements Message {
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
