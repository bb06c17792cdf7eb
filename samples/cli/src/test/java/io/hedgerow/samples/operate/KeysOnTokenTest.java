// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.operate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.internal.file.Sha256;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.samples.enrol.SignedDocuments;
import io.hedgerow.secureagg.internal.key.Octets;
import io.hedgerow.secureagg.internal.key.SigningIdentity;
import io.hedgerow.transport.identity.DocumentSignatures;
import io.hedgerow.transport.identity.IdentityDirectory;
import io.hedgerow.transport.identity.IdentityException;
import io.hedgerow.transport.identity.IdentityException.Reason;
import io.hedgerow.transport.identity.MessageSigner;
import io.hedgerow.transport.identity.PublicSigningKey;
import io.hedgerow.transport.identity.RosterDocument;
import io.hedgerow.transport.internal.certificate.CertificateRequest;
import io.hedgerow.transport.internal.certificate.Certificates;
import io.hedgerow.transport.internal.certificate.CertifiedName;
import io.hedgerow.transport.internal.certificate.SiteKey;
import io.hedgerow.transport.internal.key.P256;
import io.hedgerow.transport.internal.key.SigningKey;
import io.hedgerow.transport.internal.key.TokenFile;
import io.hedgerow.transport.internal.key.TokenKey;
import io.hedgerow.transport.node.Membership;
import io.hedgerow.transport.node.SignedPlan;
import io.hedgerow.transport.node.Site;
import io.hedgerow.transport.node.StudyEnd;
import io.hedgerow.transport.node.internal.PlannedMasks;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.Provider;
import java.security.Security;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Keys on a token, by SoftHSM where it is installed; the tests are skipped where it is not. */
@Tag("slow")
@Timeout(300)
class KeysOnTokenTest extends OnTokenTest {

    private static final int DEADLINE = 120;

    private IdentityDirectory directory(String name, String description) throws IOException {
        return directory(name, IdentityDirectory::token, description);
    }

    private static IdentityException refused(IdentityDirectory directory, Reason reason, String... words) {
        TokenKey description = TokenKey.read(directory.token());
        return says(assertThrows(IdentityException.class, description::load), reason, words);
    }

    @Test
    void request_makesAKeyThatCannotLeaveTheToken_andFindsItAgain() throws IOException {
        IdentityDirectory directory = directory("north", token.description("north-tls", pin));
        CertificateRequest first = SiteKey.create(directory, CertifiedName.site("north"), List.of());
        assertFalse(Files.exists(directory.key()), "no key in a file");
        PrivateKey key = TokenKey.read(directory.token()).load();
        assertNull(key.getEncoded(), "a key that leaves the token is no key of a token");
        assertTrue(P256.match(key, first.key()));
        assertEquals(first.key(), SiteKey.renew(directory).key(), "the same key is certified again");
        assertEquals(
                first.key(),
                SiteKey.create(directory, CertifiedName.site("north"), List.of())
                        .key(),
                "a key that is there is never replaced");
        String objects = token.tool("--list-objects", "--type", "privkey");
        String id = HexFormat.of().formatHex("north-tls".getBytes(StandardCharsets.US_ASCII));
        assertTrue(
                objects.matches("(?s).*" + id + "\\s+Usage:[^\n]*\\s+Access: +sensitive,[^\n]* never extractable.*"),
                objects);
    }

    @Test
    void load_withoutSuchAKey_saysWhichLabel() throws IOException {
        refused(
                directory("none", token.description("nothing", pin)),
                Reason.MISSING,
                "label nothing",
                "`enrol request`",
                "tls.token");
    }

    @Test
    void load_ofAnRsaKey_isRefused() throws Exception {
        IdentityDirectory directory = directory("rsa", token.description("rsa-key", pin));
        refused(directory, Reason.MISSING, "rsa-key"); // loads the provider
        TokenFile described = TokenKey.read(directory.token()).described();
        String place = described.library() + "\n" + described.place();
        Provider provider = Security.getProvider("SunPKCS11-hedgerow-"
                + Sha256.hex(place.getBytes(StandardCharsets.UTF_8)).substring(0, 8));
        KeyStore objects = KeyStore.getInstance("PKCS11", provider);
        objects.load(null, SoftHsm.PIN.toCharArray());
        KeyPair signer = P256.generate();
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA", provider);
        generator.initialize(2048);
        KeyPair rsa = generator.generateKeyPair();
        Instant now = Instant.now();
        X509Certificate certificate =
                Certificates.root("rsa", signer.getPrivate(), rsa.getPublic(), now, now.plusSeconds(60));
        objects.setKeyEntry("rsa-key", rsa.getPrivate(), null, new Certificate[] {certificate});
        refused(directory, Reason.UNREADABLE, "must be an EC key on P-256, is RSA", "rsa-key");
    }

    /** A process that has logged in is not asked again, so this is one of its own. */
    @Test
    void request_withAWrongPin_saysSo_andDoesNotRepeatIt() throws Exception {
        IdentityDirectory directory = directory("wrong", token.description("north-tls", token.pin("111111")));
        List<String> words =
                List.of("enrol", "request", "--dir", directory.path().toString(), "--site", "north");
        Child child = Child.start("enrol", temp.resolve("enrol.out"), -1, "io.hedgerow.samples.cli.Hedgerow", words);
        child.fails(3, "tls.token", "does not accept the PIN of", "CKR_PIN_INCORRECT", "lock after a few");
        assertFalse(child.errors().contains("111111"), child.errors());
        assertFalse(Files.exists(directory.request()));
    }

    @Test
    void wrongPin_isTriedOnce_andAnotherOneAfterIt() throws Exception {
        Path file = token.pin("222222");
        IdentityDirectory directory = directory("once", token.ofSecond("north-tls", file));
        refused(directory, Reason.PASSPHRASE, "does not accept the PIN of", "CKR_PIN_INCORRECT");
        IdentityException again =
                refused(directory, Reason.PASSPHRASE, "which is not tried again", file.toString(), "tls.token");
        assertFalse(again.getMessage().contains("222222"), again::getMessage);
        Files.writeString(file, SoftHsm.SECOND_PIN + "\n");
        refused(directory, Reason.MISSING, "label north-tls");
    }

    @Test
    void load_whereNoTokenIs_saysWhereItLooked() throws IOException {
        String description = token.description("north-tls", pin);
        refused(
                directory("slot", description.replaceFirst("slot: .*", "slotIndex: 99")),
                Reason.TOKEN,
                "slotListIndex=99",
                "pkcs11-tool --module");
        refused(
                directory("library", description.replaceFirst("library: .*", "library: /nowhere/lib.so")),
                Reason.TOKEN,
                "/nowhere/lib.so",
                "does not exist");
    }

    @Test
    void pin_comesFromAFileOfItsOwner_orFromAVariable() throws IOException {
        String description = token.description("north-tls", pin);
        Path open = token.pin(SoftHsm.PIN);
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rw-r--r--"));
        refused(directory("open", token.description("north-tls", open)), Reason.PERMISSIONS, "a PIN must be for");
        refused(
                directory("missing", token.description("north-tls", temp.resolve("no-pin"))),
                Reason.MISSING,
                "write the PIN into it");
        refused(
                directory("unset", description.replaceFirst("pinFile: .*", "pinVariable: HEDGEROW_NO_SUCH_PIN")),
                Reason.PASSPHRASE,
                "HEDGEROW_NO_SUCH_PIN, which is not set");
    }

    @Test
    void description_thatIsWrong_isRefusedWithItsLine() throws IOException {
        String description = token.description("north-tls", pin);
        for (String wrong : List.of(
                description.replaceFirst("library: .*", "library: libsofthsm2.so"),
                description + "slotIndex: 0\n",
                description + "pinVariable: PIN\n",
                description.replaceFirst("label: .*\n", ""),
                description + "pin: 1234\n")) {
            IdentityDirectory directory = directory("wrong", wrong);
            IdentityException thrown =
                    assertThrows(IdentityException.class, () -> TokenKey.read(directory.token()), wrong);
            assertEquals(Reason.UNREADABLE, thrown.reason());
        }
    }

    @Test
    void key_inAFileAndOnAToken_isRefused() throws IOException {
        IdentityDirectory directory = directory("both", token.description("north-tls", pin));
        Files.writeString(directory.key(), "");
        IdentityException thrown = assertThrows(
                IdentityException.class, () -> SiteKey.create(directory, CertifiedName.site("north"), List.of()));
        assertEquals(Reason.EXISTS, thrown.reason());
        assertTrue(thrown.getMessage().contains("remove the one that is not used"), thrown::getMessage);
    }

    /** Mutual TLS with keys that no file has, at the coordinator and at a site. */
    @Test
    void study_withKeysOnTheToken_givesTheSameNetwork() throws Exception {
        Path folder = Files.createDirectories(temp.resolve("study"));
        for (String end : List.of("coordinator", "site-1")) {
            Path identity = end.equals("coordinator")
                    ? folder.resolve(end)
                    : folder.resolve(end).resolve("identity");
            Files.createDirectories(identity);
            Files.writeString(new IdentityDirectory(identity).token(), token.description(end + "-tls", pin));
        }
        try (TestFederation federation = TestFederation.plain(folder, 3, 0, DEADLINE)) {
            Child coordinator = federation.coordinator();
            List<String> doctor = new ArrayList<>(federation.siteArguments("site-1"));
            doctor.set(doctor.indexOf("join"), "doctor");
            Program checkup = Program.run(doctor);
            assertTrue(checkup.output().contains("the key of connections is on a token"), checkup.output());
            assertEquals(0, checkup.exitCode(), checkup.output());
            List<Child> sites = federation.everySite();
            coordinator.ends(0);
            for (Child site : sites) {
                site.ends(0);
            }
            assertFalse(Files.exists(folder.resolve("coordinator/tls.key")));
            assertFalse(Files.exists(folder.resolve("site-1/identity/tls.key")));
            assertTrue(Files.exists(folder.resolve("site-2/identity/tls.key")));
            assertEquals(federation.networkInProcess(), federation.networkFile());
        }
    }

    /** A masked study in which a site's part is signed with Ed25519 on the token, which only its own tool can do. */
    @Test
    void study_behindMasks_takesSignaturesOfTheToken() throws Exception {
        MessageSigner kept = token.signer("site-1-signing", "77");
        try (TestFederation federation = TestFederation.masked(temp.resolve("masked"), 3, 0, DEADLINE)) {
            IdentityDirectory own =
                    new IdentityDirectory(federation.study().site("site-1").resolve("identity"));
            Files.delete(own.signingKey());
            sign(federation, kept);
            Child coordinator = federation.coordinator();
            List<Child> others = new ArrayList<>(List.of(federation.site("site-2"), federation.site("site-3")));
            SignedPlan plan = SignedPlan.read(
                    federation.study().plan(), federation.study().roster());
            Site site = new Site(
                    new SiteId("site-1"),
                    own,
                    federation.study().site("site-1").resolve("join.yaml"),
                    Optional.of(federation.study().site("site-1").resolve("policy.yaml")),
                    federation.home("site-1"),
                    InstantSource.system());
            String address = "127.0.0.1:" + federation.network("site-1").port();
            try (Membership membership = site.join(plan, TestFederation.rows(3).get(0), address)) {
                StudyEnd end = membership.withSigner(kept).run(event -> {});
                assertEquals("ROUNDS_COMPLETED", end.state().orElseThrow().name());
            }
            coordinator.ends(0);
            for (Child other : others) {
                other.ends(0);
            }
            assertEquals(federation.networkInProcess(), federation.networkFile());
        }
    }

    @Test
    void signature_ofAnotherKey_isNotUsed() {
        try (SigningKey one = SigningKey.create(temp.resolve("one.key"));
                SigningKey other = SigningKey.create(temp.resolve("other.key"))) {
            MessageSigner mistaken = new MessageSigner() {
                @Override
                public PublicSigningKey publicKey() {
                    return one.publicKey();
                }

                @Override
                public byte[] sign(byte[] message) {
                    return other.sign(message);
                }
            };
            SigningIdentity identity = PlannedMasks.identity(mistaken);
            Octets message = Octets.ofHex("00".repeat(32));
            IllegalStateException thrown = assertThrows(IllegalStateException.class, () -> identity.sign(message));
            assertTrue(thrown.getMessage().contains("must verify with the public key"), thrown::getMessage);
            assertEquals(64, PlannedMasks.identity(one).sign(message).size());
        }
    }

    private static void sign(TestFederation federation, MessageSigner kept) throws IOException {
        Path file = federation.study().roster().orElseThrow();
        RosterDocument before = RosterDocument.read(file);
        List<RosterDocument.Member> members = before.members().stream()
                .map(member -> member.site().value().equals("site-1")
                        ? new RosterDocument.Member(member.site(), kept.publicKey())
                        : member)
                .toList();
        RosterDocument roster = new RosterDocument(before.coordinator(), members);
        Files.delete(file);
        Files.delete(DocumentSignatures.beside(file));
        roster.write(file);
        Path officer = file.resolveSibling("officer.key");
        SignedDocuments.sign(roster.digest(), officer, DocumentSignatures.beside(file));
    }
}
