// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.identity;

import io.hedgerow.transport.identity.IdentityException.Reason;
import java.util.HashSet;
import java.util.List;

/**
 * The officers that a site trusts to sign plans and rosters, and how many of them must sign. The coordinator must not
 * be among them: a coordinator that writes the roster can make up sites. Immutable and thread-safe.
 *
 * @param keys their public keys, all different
 * @param threshold how many of them must sign; from 1 to all
 */
public record Officers(List<PublicSigningKey> keys, int threshold) {
    public Officers {
        keys = List.copyOf(keys);
        if (keys.isEmpty() || new HashSet<>(keys).size() != keys.size()) {
            throw new IllegalArgumentException("officers must have at least one key, and none twice, were "
                    + keys.stream().map(PublicSigningKey::hex).toList());
        }
        if (!(threshold >= 1 && threshold <= keys.size())) {
            throw new IllegalArgumentException(
                    "threshold must be from 1 to the " + keys.size() + " officers, was " + threshold);
        }
    }

    /**
     * Requires that enough officers signed a document.
     *
     * @param digest of the document, computed from the document itself
     * @param signatures that came with it
     * @throws IdentityException when they signed something else, or too few did
     */
    public void require(DocumentDigest digest, DocumentSignatures signatures) {
        if (!signatures.digest().equals(digest)) {
            throw new IdentityException(
                    Reason.SIGNATURES,
                    "the signatures are of the " + signatures.digest().kind() + " " + signatures.digest() + ", this "
                            + digest.kind() + " is " + digest
                            + ": it was changed after it was signed, or the files do not belong together; have it "
                            + "signed anew");
        }
        long good = signatures.signers().stream().filter(keys::contains).count();
        if (good < threshold) {
            throw new IdentityException(
                    Reason.SIGNATURES,
                    "the " + digest.kind() + " must be signed by " + threshold + " of " + keys.size()
                            + " officers, was signed by " + good + ": have more officers sign " + digest
                            + ", and compare their keys with those in the rules");
        }
    }
}
