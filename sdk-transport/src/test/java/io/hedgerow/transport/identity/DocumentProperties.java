// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.identity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Whatever arrives as a signed document, the answer is a document or one {@link IdentityException}. */
class DocumentProperties {

    private static final String KEY =
            "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"; // RFC 8032, 7.1
    private static final String OTHER = "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c";
    private static final String HUB = "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025";

    private static final byte[] ROSTER = ("format: 1\ncoordinator: " + HUB + "\nmembers:\n  - name: 'a'\n    key: "
                    + KEY + "\n  - name: 'b'\n    key: " + OTHER + "\n")
            .getBytes(StandardCharsets.UTF_8);

    private static final byte[] SIGNATURES = ("format: 1\nkind: roster\ndigest: sha256:" + "ab".repeat(32)
                    + "\nsignatures:\n  - key: " + KEY + "\n    signature: " + "cd".repeat(64) + "\n")
            .getBytes(StandardCharsets.UTF_8);

    private static byte[] changed(byte[] good, int at, int value) {
        byte[] bytes = good.clone();
        bytes[at % bytes.length] = (byte) value;
        return bytes;
    }

    @Property(tries = 500)
    void changedRoster_isARosterOrRefused(
            @ForAll @IntRange(max = 10_000) int at, @ForAll @IntRange(max = 255) int value) {
        try {
            RosterDocument roster = RosterDocument.parse("roster.yaml", changed(ROSTER, at, value));
            assertEquals(roster, RosterDocument.parse("again", roster.text().getBytes(StandardCharsets.UTF_8)));
        } catch (IdentityException e) {
            assertEquals(1, e.getMessage().lines().count(), e.getMessage());
        }
    }

    @Property(tries = 500)
    void changedSignatures_areNeverGood(
            @ForAll @IntRange(max = 10_000) int at, @ForAll @IntRange(max = 255) int value) {
        try {
            DocumentSignatures read = DocumentSignatures.parse("x.sig", changed(SIGNATURES, at, value), "roster");
            assertEquals(0, read.signers().size());
        } catch (IdentityException e) {
            assertEquals(1, e.getMessage().lines().count(), e.getMessage());
        }
    }

    @Property(tries = 500)
    void anyBytes_areRefused(@ForAll byte[] bytes) {
        assertThrows(IdentityException.class, () -> RosterDocument.parse("roster.yaml", bytes));
        assertThrows(IdentityException.class, () -> DocumentSignatures.parse("x.sig", bytes, "roster"));
    }
}
