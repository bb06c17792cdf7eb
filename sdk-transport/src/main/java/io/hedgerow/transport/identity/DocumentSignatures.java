// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.identity;

import io.hedgerow.core.internal.file.FileReason;
import io.hedgerow.core.internal.file.PrivateFiles;
import io.hedgerow.core.internal.yaml.YamlDocument;
import io.hedgerow.core.internal.yaml.YamlNode;
import io.hedgerow.core.internal.yaml.YamlProblem;
import io.hedgerow.transport.identity.IdentityException.Reason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * The detached signatures of one document, stored in a file beside it. A signature says that a person with this key
 * approved of the document with this digest; whether that person matters is for {@link Officers} to say. Immutable and
 * thread-safe.
 */
public final class DocumentSignatures {

    private static final int LARGEST = 64 << 10;
    private static final int MOST = 100;

    private final DocumentDigest digest;
    private final Map<String, String> signatureByKey;

    private DocumentSignatures(DocumentDigest digest, Map<String, String> signatureByKey) {
        this.digest = Objects.requireNonNull(digest, "digest");
        this.signatureByKey = Map.copyOf(signatureByKey);
    }

    /**
     * {@return the file of a document's signatures: the same name and {@code .sig}}
     *
     * @param document its file
     */
    public static Path beside(Path document) {
        return document.resolveSibling(document.getFileName() + ".sig");
    }

    /**
     * {@return an empty list of signatures of a document}
     *
     * @param digest of the document
     */
    public static DocumentSignatures none(DocumentDigest digest) {
        return new DocumentSignatures(digest, Map.of());
    }

    /**
     * Adds a signature.
     *
     * @param key of who approves
     * @param signature of the digest's message; it is verified where signatures are required, not here
     * @return these and one more
     */
    public DocumentSignatures plus(PublicSigningKey key, byte[] signature) {
        Map<String, String> more = new TreeMap<>(signatureByKey);
        more.put(key.hex(), HexFormat.of().formatHex(signature));
        if (more.size() > MOST) {
            throw new IllegalArgumentException("a document must have at most " + MOST + " signatures");
        }
        return new DocumentSignatures(digest, more);
    }

    /**
     * Reads the file beside a document.
     *
     * @param file YAML
     * @param kind of document that is expected
     * @return the signatures, not verified yet
     * @throws IdentityException when it is no such file
     */
    public static DocumentSignatures read(Path file, String kind) {
        try {
            return parse(file.toString(), YamlDocument.bytes(file, LARGEST), kind);
        } catch (YamlProblem e) {
            throw new IdentityException(Reason.UNREADABLE, e.text(), e);
        }
    }

    /**
     * Reads signatures that arrived with a document.
     *
     * @param name what messages call it
     * @param bytes YAML
     * @param kind of document that is expected
     * @return the signatures, not verified yet
     * @throws IdentityException when it is no such text
     */
    public static DocumentSignatures parse(String name, byte[] bytes, String kind) {
        try {
            if (bytes.length > LARGEST) {
                throw new YamlProblem(name + ": must have at most " + LARGEST + " bytes, has " + bytes.length);
            }
            YamlNode root = YamlDocument.parse(name, bytes);
            root.requireOnly("format", "kind", "digest", "signatures");
            root.required("format").matching("1", "1, the only format of this version");
            root.required("kind").matching(java.util.regex.Pattern.quote(kind), kind);
            String hex = root.required("digest").matching("sha256:[0-9a-f]{64}", "sha256: and 64 digits");
            Map<String, String> signatures = new TreeMap<>();
            List<YamlNode> items = root.required("signatures").items("a list of keys and signatures");
            if (items.size() > MOST) {
                throw root.required("signatures").mustBe("at most " + MOST + " signatures");
            }
            for (YamlNode item : items) {
                item.requireOnly("key", "signature");
                YamlNode key = item.required("key");
                String known = key.checked(() -> new PublicSigningKey(key.text("64 hexadecimal digits")))
                        .hex();
                if (signatures.put(
                                known, item.required("signature").matching("[0-9a-f]{128}", "128 hexadecimal digits"))
                        != null) {
                    throw key.complain("a key must sign once, signed twice");
                }
            }
            return new DocumentSignatures(DocumentDigest.parse(kind, hex), signatures);
        } catch (YamlProblem e) {
            throw new IdentityException(Reason.UNREADABLE, e.text(), e);
        }
    }

    /**
     * Writes the file beside a document.
     *
     * @param file replaced when it is there
     */
    public void write(Path file) {
        try {
            PrivateFiles.replace(file, text().getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new IdentityException(Reason.UNREADABLE, file + ": cannot be written: " + FileReason.of(e), e);
        }
    }

    /** {@return the file's content as YAML} */
    public String text() {
        StringBuilder text =
                new StringBuilder("format: 1\nkind: " + digest.kind() + "\ndigest: " + digest + "\nsignatures:");
        if (signatureByKey.isEmpty()) {
            text.append(" []");
        }
        new TreeMap<>(signatureByKey)
                .forEach((key, signature) -> text.append("\n  - key: ")
                        .append(key)
                        .append("\n    signature: ")
                        .append(signature));
        return text.append("\n").toString();
    }

    /** {@return the digest that was signed} */
    public DocumentDigest digest() {
        return digest;
    }

    /** {@return the keys whose signatures verify, in order} */
    public List<PublicSigningKey> signers() {
        List<PublicSigningKey> good = new ArrayList<>();
        new TreeMap<>(signatureByKey).forEach((hex, signature) -> {
            PublicSigningKey key = new PublicSigningKey(hex);
            if (key.verifies(digest.message(), HexFormat.of().parseHex(signature))) {
                good.add(key);
            }
        });
        return good;
    }

    @Override
    public String toString() {
        return "DocumentSignatures[" + digest + ", " + signatureByKey.size() + "]";
    }
}
