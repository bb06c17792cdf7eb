// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.key;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.transport.identity.DocumentDigest;
import io.hedgerow.transport.identity.DocumentSignatures;
import io.hedgerow.transport.identity.IdentityDirectory;
import io.hedgerow.transport.identity.IdentityException;
import io.hedgerow.transport.identity.IdentityException.Reason;
import io.hedgerow.transport.identity.Officers;
import io.hedgerow.transport.identity.PublicSigningKey;
import io.hedgerow.transport.identity.RosterDocument;
import io.hedgerow.transport.internal.certificate.CertifiedName;
import io.hedgerow.transport.internal.certificate.SiteKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyFactory;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

class SigningTest {

    @TempDir
    Path temp;

    private SigningKey first;
    private SigningKey second;
    private RosterDocument roster;

    @BeforeEach
    void makeKeys() {
        first = SigningKey.create(temp.resolve("first.key"));
        second = SigningKey.create(temp.resolve("second.key"));
        roster = new RosterDocument(
                SigningKey.create(temp.resolve("hub.key")).publicKey(),
                List.of(
                        new RosterDocument.Member(
                                new SiteId("north"),
                                SigningKey.create(temp.resolve("north.key")).publicKey()),
                        new RosterDocument.Member(
                                new SiteId("5e3"),
                                SigningKey.create(temp.resolve("south.key")).publicKey())));
    }

    private static IdentityException fails(Reason reason, Executable action) {
        IdentityException failure = assertThrows(IdentityException.class, action);
        assertEquals(reason, failure.reason(), failure.toString());
        return failure;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void key_isReadByThePlatformToo() throws Exception {
        byte[] message = bytes("message");
        byte[] pkcs8 = Pem.readSecret(temp.resolve("first.key"), "");
        Signature platform = Signature.getInstance("Ed25519");
        platform.initSign(KeyFactory.getInstance("Ed25519").generatePrivate(new PKCS8EncodedKeySpec(pkcs8)));
        platform.update(message);
        assertTrue(first.publicKey().verifies(message, platform.sign()));
        byte[] spki = HexFormat.of()
                .parseHex("302a300506032b6570032100" + first.publicKey().hex());
        platform.initVerify(KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(spki)));
        platform.update(message);
        assertTrue(platform.verify(first.sign(message)));
        assertFalse(first.publicKey().verifies(bytes("massage"), first.sign(message)));
        assertFalse(first.publicKey().verifies(message, new byte[3]));
    }

    @Test
    void key_isForItsOwnerAlone_andNeverOverwritten() throws IOException {
        Path file = temp.resolve("first.key");
        assertEquals(first.publicKey(), SigningKey.load(file).publicKey());
        fails(Reason.EXISTS, () -> SigningKey.create(file));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        fails(Reason.PERMISSIONS, () -> SigningKey.load(file));
        fails(Reason.MISSING, () -> SigningKey.load(temp.resolve("none.key")));
        SiteKey.create(new IdentityDirectory(temp.resolve("tls")), CertifiedName.site("x"), List.of());
        fails(Reason.UNREADABLE, () -> SigningKey.load(temp.resolve("tls/tls.key")));
        assertFalse(first.toString().contains(HexFormat.of().formatHex(Files.readAllBytes(file))));
    }

    @Test
    void publicKey_ofSmallOrderOrWrongForm_isRefused() {
        String one = "01" + "00".repeat(31);
        assertThrows(IllegalArgumentException.class, () -> new PublicSigningKey(one));
        assertThrows(IllegalArgumentException.class, () -> new PublicSigningKey("ff".repeat(32)));
        assertThrows(IllegalArgumentException.class, () -> new PublicSigningKey("00"));
    }

    @Test
    void roster_isAcceptedWhenEnoughOfficersSigned() {
        RosterDocument read = RosterDocument.parse("roster.yaml", bytes(roster.text()));
        assertEquals(roster, read);
        Officers both = new Officers(List.of(first.publicKey(), second.publicKey()), 2);
        Officers either = new Officers(List.of(first.publicKey(), second.publicKey()), 1);
        DocumentSignatures one = first.addTo(DocumentSignatures.none(roster.digest()));
        Path file = temp.resolve("roster.yaml.sig");
        second.addTo(one).write(file);

        read.require(both, DocumentSignatures.read(file, RosterDocument.KIND));
        read.require(either, one);
        assertTrue(fails(Reason.SIGNATURES, () -> read.require(both, one))
                .getMessage()
                .contains("was signed by 1"));
        fails(Reason.SIGNATURES, () -> read.require(both, first.addTo(one)));
        fails(Reason.SIGNATURES, () -> read.require(either, DocumentSignatures.none(roster.digest())));
        DocumentSignatures stranger =
                SigningKey.create(temp.resolve("stranger.key")).addTo(DocumentSignatures.none(roster.digest()));
        fails(Reason.SIGNATURES, () -> read.require(either, stranger));
    }

    @Test
    void changedRoster_isRefused() {
        Officers officer = new Officers(List.of(first.publicKey()), 1);
        DocumentSignatures signatures = first.addTo(DocumentSignatures.none(roster.digest()));
        RosterDocument other = new RosterDocument(
                roster.coordinator(),
                List.of(roster.members().get(1), roster.members().get(0)));
        IdentityException failure = fails(Reason.SIGNATURES, () -> other.require(officer, signatures));
        assertTrue(failure.getMessage().contains("changed after it was signed"), failure.getMessage());
        // The digest in a file is not believed either.
        DocumentSignatures forged = DocumentSignatures.parse(
                "forged.sig",
                bytes(signatures
                        .text()
                        .replace(roster.digest().hex(), other.digest().hex())),
                RosterDocument.KIND);
        assertTrue(fails(Reason.SIGNATURES, () -> other.require(officer, forged))
                .getMessage()
                .contains("signed by 0"));
    }

    @Test
    void signatureOfOneKindOfDocument_isNoneOfAnother() {
        DocumentDigest plan = new DocumentDigest("study-plan", roster.digest().hex());
        String asRoster = first.addTo(DocumentSignatures.none(plan)).text().replace("study-plan", "roster");
        DocumentSignatures moved = DocumentSignatures.parse("moved.sig", bytes(asRoster), RosterDocument.KIND);
        assertEquals(List.of(), moved.signers());
        fails(Reason.UNREADABLE, () -> DocumentSignatures.parse("x.sig", bytes(asRoster), "study-plan"));
    }

    @Test
    void coordinatorAsOfficer_isRefused() {
        SigningKey hub = SigningKey.load(temp.resolve("hub.key"));
        DocumentSignatures signatures = hub.addTo(DocumentSignatures.none(roster.digest()));
        Officers officers = new Officers(List.of(hub.publicKey()), 1);
        fails(Reason.SIGNATURES, () -> roster.require(officers, signatures));
    }

    @Test
    void badRosters_areRefusedWithTheirLine() {
        String good = roster.text();
        for (String bad : List.of(
                "",
                "[",
                good.replace("format: 1", "format: 2"),
                good.replace("members:", "member:"),
                good.replace("'north'", "'no rth'"),
                good.replace("'north'", "'5e3'"),
                good.replace(
                        roster.coordinator().hex(),
                        roster.members().get(0).key().hex()),
                good.replace(roster.coordinator().hex(), "12"),
                good + "---\n",
                good + "members: []\n")) {
            IdentityException failure = fails(Reason.UNREADABLE, () -> RosterDocument.parse("roster.yaml", bytes(bad)));
            assertTrue(failure.getMessage().startsWith("roster.yaml:"), failure.getMessage());
        }
    }
}
