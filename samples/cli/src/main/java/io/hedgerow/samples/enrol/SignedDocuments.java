// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.enrol;

import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.samples.output.FactList;
import io.hedgerow.transport.identity.DocumentDigest;
import io.hedgerow.transport.identity.DocumentSignatures;
import io.hedgerow.transport.identity.IdentityException;
import io.hedgerow.transport.identity.IdentityException.Reason;
import io.hedgerow.transport.identity.Officers;
import io.hedgerow.transport.identity.PublicSigningKey;
import io.hedgerow.transport.identity.RosterDocument;
import io.hedgerow.transport.identity.RosterDocument.Member;
import io.hedgerow.transport.internal.key.Passphrase;
import io.hedgerow.transport.internal.key.SigningKey;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Signs and verifies documents whose signatures are in a file beside them. */
public final class SignedDocuments {

    private SignedDocuments() {}

    /** Adds a signature with a key that is not encrypted. */
    public static FactList sign(DocumentDigest digest, Path key, Path file) {
        return sign(digest, key, () -> Passphrase.once(Passphrase.none().get()), file);
    }

    public static FactList sign(DocumentDigest digest, Path key, Supplier<Passphrase> passphrase, Path file) {
        DocumentSignatures before = DocumentSignatures.none(digest);
        if (Files.exists(file)) {
            before = DocumentSignatures.read(file, digest.kind());
            if (!before.digest().equals(digest)) {
                throw new IdentityException(
                        Reason.SIGNATURES,
                        file + ": holds signatures of another " + digest.kind()
                                + ": if the document was changed on purpose, remove this file and sign anew");
            }
        }
        try (SigningKey signing = SigningKey.load(key, passphrase)) {
            DocumentSignatures after = signing.addTo(before);
            after.write(file);
            return new FactList()
                    .fact("digest", digest.toString())
                    .fact("signatures", file.toString())
                    .fact("signers", names(after));
        }
    }

    public static FactList verify(DocumentDigest digest, Officers officers, Path file) {
        DocumentSignatures signatures = DocumentSignatures.read(file, digest.kind());
        officers.require(digest, signatures);
        return new FactList()
                .fact("digest", digest.toString())
                .fact("threshold", officers.threshold())
                .fact("signers", names(signatures));
    }

    /** Requires enough signatures of a roster, and that its coordinator is no officer. */
    public static FactList verify(RosterDocument roster, Officers officers, Path file) {
        roster.require(officers, DocumentSignatures.read(file, RosterDocument.KIND));
        return verify(roster.digest(), officers, file);
    }

    private static List<String> names(DocumentSignatures signatures) {
        return signatures.signers().stream().map(PublicSigningKey::hex).toList();
    }

    public static Optional<Officers> officers(List<String> keys, Optional<Integer> threshold) {
        if (keys.isEmpty()) {
            if (threshold.isPresent()) {
                throw new IllegalArgumentException(
                        "--threshold must come with --officer, which is missing: give --officer KEY for each officer");
            }
            return Optional.empty();
        }
        return Optional.of(
                new Officers(keys.stream().map(PublicSigningKey::new).toList(), threshold.orElse(keys.size())));
    }

    /** Writes a roster of members, NAME=KEY each, in order. */
    public static FactList writeRoster(Path file, String coordinator, List<String> members) {
        List<Member> all = new ArrayList<>();
        for (String member : members) {
            int at = member.indexOf('=');
            if (at < 0) {
                throw new IllegalArgumentException("--member must be NAME=KEY, was \"" + member + "\"");
            }
            all.add(new Member(new SiteId(member.substring(0, at)), new PublicSigningKey(member.substring(at + 1))));
        }
        RosterDocument roster = new RosterDocument(new PublicSigningKey(coordinator), all);
        roster.write(file);
        return describe(roster).fact("roster", file.toString());
    }

    public static FactList describe(RosterDocument roster) {
        return new FactList()
                .fact("digest", roster.digest().toString())
                .fact("coordinator", roster.coordinator().hex())
                .fact(
                        "members",
                        roster.members().stream()
                                .map(one -> one.site().value() + " " + one.key().hex())
                                .toList());
    }
}
