// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.identity;

import io.hedgerow.core.internal.file.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Objects;

/**
 * Identifies a document's meaning by the SHA-256 of its canonical form, which comments and white space do not change.
 * Written {@code sha256:} and 64 digits. Immutable.
 *
 * @param kind of the document, such as {@code study-plan}
 * @param hex 64 lower-case hexadecimal digits
 */
public record DocumentDigest(String kind, String hex) {

    private static final String PREFIX = "sha256:";

    public DocumentDigest {
        if (!Objects.requireNonNull(kind, "kind").matches("[a-z-]{1,40}")) {
            throw new IllegalArgumentException("kind must be 1 to 40 lower-case letters and dashes, was " + kind);
        }
        if (!Objects.requireNonNull(hex, "hex").matches("[0-9a-f]{64}")) {
            throw new IllegalArgumentException("a digest must be sha256: and 64 lower-case hexadecimal digits, had "
                    + hex.length() + " characters");
        }
    }

    /**
     * The digest of a canonical form.
     *
     * @param kind of the document
     * @param canonical its canonical form
     */
    public static DocumentDigest of(String kind, String canonical) {
        return new DocumentDigest(
                kind, HexFormat.of().formatHex(Sha256.of(canonical.getBytes(StandardCharsets.UTF_8))));
    }

    /**
     * Reads a digest.
     *
     * @param kind of the document
     * @param text {@code sha256:} and 64 digits
     */
    public static DocumentDigest parse(String kind, String text) {
        return new DocumentDigest(kind, text.startsWith(PREFIX) ? text.substring(PREFIX.length()) : "");
    }

    /**
     * {@return the message that is signed} Its first bytes and its length keep it apart from everything else that the
     * same keys sign.
     */
    public byte[] message() {
        return ("hedgerow document 1\n" + kind + "\n" + this + "\n").getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public String toString() {
        return PREFIX + hex;
    }
}
