// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.certificate;

import io.hedgerow.core.internal.file.Sha256;
import io.hedgerow.transport.identity.IdentityException;
import io.hedgerow.transport.identity.IdentityException.Reason;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Objects;

/**
 * A SHA-256 digest that two people compare over the telephone: all 64 digits, in groups of four. A shortened one is not
 * accepted: an attacker can find another key for the first few digits. Immutable and thread-safe.
 *
 * @param hex 64 lower-case hexadecimal digits
 */
public record Fingerprint(String hex) {
    public Fingerprint {
        if (!Objects.requireNonNull(hex, "hex").matches("[0-9a-f]{64}")) {
            throw new IllegalArgumentException(
                    "a fingerprint must have 64 lower-case hexadecimal digits, had " + hex.length() + " characters");
        }
    }

    public static Fingerprint of(byte[] bytes) {
        return new Fingerprint(HexFormat.of().formatHex(Sha256.of(bytes)));
    }

    /** Reads 64 hexadecimal digits; letter case, spaces, colons and dashes between them do not count. */
    public static Fingerprint parse(String text) {
        String digits = text.toLowerCase(Locale.ROOT).replaceAll("[\\s:-]", "");
        if (!digits.matches("[0-9a-f]{64}")) {
            throw new IllegalArgumentException("a fingerprint must be all 16 groups of four hexadecimal digits, had "
                    + digits.length() + " characters in groups");
        }
        return new Fingerprint(digits);
    }

    /** Requires the fingerprint that the other side told on another way than the file came. */
    public void require(Fingerprint told, String what) {
        if (!hex.equals(told.hex)) {
            throw new IdentityException(
                    Reason.FINGERPRINT,
                    what + " has the fingerprint " + grouped() + ", expected was " + told.grouped()
                            + ": it is not the one that its owner has; do not use it, and ask how it got here");
        }
    }

    /** Sixteen groups of four digits, for people. */
    public String grouped() {
        return hex.replaceAll("(.{4})(?!$)", "$1 ");
    }

    @Override
    public String toString() {
        return grouped();
    }
}
