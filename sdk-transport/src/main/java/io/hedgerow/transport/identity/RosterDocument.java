// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.identity;

import io.hedgerow.core.internal.file.FileReason;
import io.hedgerow.core.internal.file.PrivateFiles;
import io.hedgerow.core.internal.text.PlainName;
import io.hedgerow.core.internal.yaml.YamlDocument;
import io.hedgerow.core.internal.yaml.YamlNode;
import io.hedgerow.core.internal.yaml.YamlProblem;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.transport.identity.IdentityException.Reason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * The signed list of secure aggregation's participants, each with one public key. The order of members is part of the
 * document: it numbers them. Immutable and thread-safe.
 *
 * @param coordinator its key
 * @param members the sites, 2 to 1000
 */
public record RosterDocument(PublicSigningKey coordinator, List<Member> members) {

    /** The name of a roster in its signatures. */
    public static final String KIND = "roster";

    private static final int LARGEST = 1 << 20;
    private static final int MOST = 1000;

    /**
     * A site with its public key.
     *
     * @param site its name
     * @param key its public key
     */
    public record Member(SiteId site, PublicSigningKey key) {
        public Member {
            Objects.requireNonNull(site, "site");
            Objects.requireNonNull(key, "key");
        }
    }

    public RosterDocument {
        Objects.requireNonNull(coordinator, "coordinator");
        members = List.copyOf(members);
        if (!(members.size() >= 2 && members.size() <= MOST)) {
            throw new IllegalArgumentException("a roster must have 2 to " + MOST + " members, had " + members.size());
        }
        PlainName.requireUnlike(
                "the members of a roster",
                members.stream().map(member -> member.site.value()).toList());
        Set<Object> seen = new HashSet<>(Set.of(coordinator));
        for (Member member : members) {
            if (!seen.add(member.key)) {
                throw new IllegalArgumentException(
                        "keys of a roster must be unique, that of " + member.site.value() + " was not");
            }
        }
    }

    /**
     * Reads a roster.
     *
     * @param file YAML
     * @throws IdentityException when it is none; names line, value and what is allowed
     */
    public static RosterDocument read(Path file) {
        try {
            return parse(file.toString(), YamlDocument.bytes(file, LARGEST));
        } catch (YamlProblem e) {
            throw new IdentityException(Reason.UNREADABLE, e.text(), e);
        }
    }

    /**
     * Reads a roster that arrived.
     *
     * @param name what messages call it
     * @param bytes YAML
     * @throws IdentityException when it is none; names line, value and what is allowed
     */
    public static RosterDocument parse(String name, byte[] bytes) {
        try {
            if (bytes.length > LARGEST) {
                throw new YamlProblem(name + ": must have at most " + LARGEST + " bytes, has " + bytes.length);
            }
            YamlNode root = YamlDocument.parse(name, bytes);
            root.requireOnly("format", "coordinator", "members");
            root.required("format").matching("1", "1, the only format of this version");
            List<Member> members = new ArrayList<>();
            for (YamlNode item : root.required("members").items("a list of names and keys")) {
                item.requireOnly("name", "key");
                YamlNode site = item.required("name");
                members.add(new Member(
                        site.checked(() -> new SiteId(site.text("a site's name"))), key(item.required("key"))));
            }
            PublicSigningKey coordinator = key(root.required("coordinator"));
            return root.checked(() -> new RosterDocument(coordinator, members));
        } catch (YamlProblem e) {
            throw new IdentityException(Reason.UNREADABLE, e.text(), e);
        }
    }

    private static PublicSigningKey key(YamlNode node) {
        return node.checked(() -> new PublicSigningKey(node.text("64 hexadecimal digits")));
    }

    /** {@return the document as YAML, which is also its canonical form} */
    public String text() {
        StringBuilder text = new StringBuilder("format: 1\ncoordinator: " + coordinator + "\nmembers:\n");
        for (Member member : members) {
            // Quoted, as a name may look like a number.
            text.append("  - name: '")
                    .append(member.site.value())
                    .append("'\n    key: ")
                    .append(member.key)
                    .append('\n');
        }
        return text.toString();
    }

    /**
     * Writes the document.
     *
     * @param file must not exist
     * @throws IdentityException when it exists or cannot be written
     */
    public void write(Path file) {
        try {
            PrivateFiles.create(file, text().getBytes(StandardCharsets.UTF_8), false);
        } catch (FileAlreadyExistsException e) {
            throw new IdentityException(
                    Reason.EXISTS, file + ": exists already: choose another file for a new roster", e);
        } catch (IOException e) {
            throw new IdentityException(Reason.UNREADABLE, file + ": cannot be written: " + FileReason.of(e), e);
        }
    }

    /** {@return SHA-256 of {@link #text}, which officers sign} */
    public DocumentDigest digest() {
        return DocumentDigest.of(KIND, text());
    }

    /**
     * Requires that enough officers signed this roster, none of whom is its coordinator.
     *
     * @param officers whom this site pinned
     * @param signatures that came with the roster
     * @throws IdentityException when they did not, or the coordinator is an officer
     */
    public void require(Officers officers, DocumentSignatures signatures) {
        if (officers.keys().contains(coordinator)) {
            throw new IdentityException(
                    Reason.SIGNATURES,
                    "officers must be others than the coordinator, which was one of them: a coordinator that "
                            + "writes the roster could make up sites");
        }
        officers.require(digest(), signatures);
    }
}
