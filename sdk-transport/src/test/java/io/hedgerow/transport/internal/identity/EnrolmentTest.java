// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.identity;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.transport.identity.IdentityDirectory;
import io.hedgerow.transport.identity.IdentityException;
import io.hedgerow.transport.identity.IdentityException.Reason;
import io.hedgerow.transport.internal.certificate.CertificateRequest;
import io.hedgerow.transport.internal.certificate.CertifiedName;
import io.hedgerow.transport.internal.certificate.CertifiedName.Role;
import io.hedgerow.transport.internal.certificate.Fingerprint;
import io.hedgerow.transport.internal.certificate.SiteKey;
import io.hedgerow.transport.internal.identity.CertificateAuthority.IssuedCertificate;
import io.hedgerow.transport.internal.key.P256;
import io.hedgerow.transport.internal.key.Pem;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.ExtensionsGenerator;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.pkcs.jcajce.JcaPKCS10CertificationRequestBuilder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class EnrolmentTest {

    @TempDir
    Path temp;

    private Consortium consortium;
    private IdentityDirectory north;

    @BeforeEach
    void enrol() {
        consortium = new Consortium(temp);
        north = consortium.site("north");
    }

    private static IdentityException fails(Reason reason, Executable action) {
        IdentityException failure = assertThrows(IdentityException.class, action);
        assertEquals(reason, failure.reason(), failure.toString());
        assertEquals(1, failure.getMessage().lines().count(), failure.getMessage());
        return failure;
    }

    private TlsMaterial load(IdentityDirectory directory) {
        return TlsMaterial.load(directory, Role.SITE, TrustSettings.forSite(directory, consortium.clock));
    }

    @Test
    void certificate_namesTheSiteAndNothingElse() throws Exception {
        X509Certificate certificate = load(north).certificate();
        assertEquals(List.of(List.of(6, "hedgerow:site:north")), List.copyOf(certificate.getSubjectAlternativeNames()));
        assertEquals(List.of("1.3.6.1.5.5.7.3.2"), certificate.getExtendedKeyUsage());
        assertEquals(-1, certificate.getBasicConstraints());
        assertEquals(consortium.now.plus(Duration.ofDays(365)), load(north).until());
        assertEquals(CertifiedName.site("north"), load(north).name());
    }

    @Test
    void keys_areForTheirOwnerAlone_andNeverOverwritten() throws IOException {
        for (Path key : List.of(north.key(), temp.resolve("authority/authority.key"))) {
            assertEquals(PosixFilePermissions.fromString("rw-------"), Files.getPosixFilePermissions(key));
        }
        byte[] before = Files.readAllBytes(north.key());
        fails(Reason.EXISTS, () -> SiteKey.create(north, CertifiedName.site("north"), List.of()));
        fails(Reason.EXISTS, () -> CertificateAuthority.init(temp.resolve("authority"), "again", consortium.clock));
        assertArrayEquals(before, Files.readAllBytes(north.key()));
        assertFalse(load(north).toString().contains("PRIVATE"));
    }

    @Test
    void keyThatOthersMayRead_isRefused() throws IOException {
        Files.setPosixFilePermissions(north.key(), PosixFilePermissions.fromString("rw-r-----"));
        IdentityException failure = fails(Reason.PERMISSIONS, () -> load(north));
        assertTrue(failure.getMessage().contains("chmod 600"), failure.getMessage());
    }

    @Test
    void missingAndDamagedFiles_areNamed() throws IOException {
        for (Path file : List.of(north.key(), north.certificate(), north.authority())) {
            byte[] good = Files.readAllBytes(file);
            Files.delete(file);
            assertTrue(fails(Reason.MISSING, () -> load(north)).getMessage().startsWith(file + ": no such file: "));
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            Files.writeString(file, "-----BEGIN NONSENSE-----\nAAAA\n-----END NONSENSE-----\n");
            assertTrue(fails(Reason.UNREADABLE, () -> load(north)).getMessage().startsWith(file.toString()));
            Files.write(file, good);
        }
        load(north);
    }

    @Test
    void keyOfAnotherCertificate_isRefused() throws IOException {
        IdentityDirectory south = consortium.site("south");
        Files.copy(south.key(), north.key(), StandardCopyOption.REPLACE_EXISTING);
        Files.setPosixFilePermissions(north.key(), PosixFilePermissions.fromString("rw-------"));
        fails(Reason.KEY_MISMATCH, () -> load(north));
    }

    @Test
    void certificateOutsideOfItsTime_isRefused() {
        consortium.now = consortium.now.minus(Duration.ofHours(1));
        fails(Reason.NOT_YET_VALID, () -> load(north));
        consortium.now = consortium.now.plus(Duration.ofDays(365)).plus(Duration.ofHours(2));
        fails(Reason.EXPIRED, () -> load(north));
    }

    @Test
    void certificateOfAnotherNameOrRole_isRefused() {
        TrustSettings trust = TrustSettings.forSite(north, consortium.clock);
        fails(Reason.WRONG_NAME, () -> TlsMaterial.load(north, CertifiedName.site("south"), trust));
        fails(Reason.WRONG_ROLE, () -> TlsMaterial.load(north, Role.COORDINATOR, trust));
        fails(Reason.NO_CERTIFICATE, () -> trust.require(List.of(), Role.SITE));
    }

    @Test
    void request_isSignedOnlyWithItsFingerprint() {
        IdentityDirectory south = consortium.directory("south");
        CertificateRequest request = SiteKey.create(south, CertifiedName.site("south"), List.of());
        String grouped = request.fingerprint().grouped();
        assertTrue(grouped.matches("([0-9a-f]{4} ){15}[0-9a-f]{4}"), grouped);
        String wrong = (grouped.charAt(0) == '0' ? '1' : '0') + grouped.substring(1);
        fails(
                Reason.FINGERPRINT,
                () -> consortium.authority.sign(
                        request, Fingerprint.parse(wrong), CertificateAuthority.USUAL_VALIDITY, false));
        assertEquals(1, consortium.authority.issued().size());
        assertThrows(IllegalArgumentException.class, () -> Fingerprint.parse(grouped.substring(0, 39)));
        consortium.authority.sign(
                request, Fingerprint.parse(grouped.replace(" ", ":")), CertificateAuthority.USUAL_VALIDITY, false);
        assertEquals(2, consortium.authority.issued().size());
    }

    @Test
    void renewal_keepsKeyAndName_andBothCertificatesAreGood() {
        X509Certificate before = load(north).certificate();
        consortium.now = consortium.now.plus(Duration.ofDays(300));
        SiteKey.renew(north);
        consortium.sign(north, CertificateAuthority.USUAL_VALIDITY);
        X509Certificate after = load(north).certificate();
        assertEquals(before.getPublicKey(), after.getPublicKey());
        assertFalse(before.getSerialNumber().equals(after.getSerialNumber()));
        TrustSettings trust = TrustSettings.forSite(north, consortium.clock);
        assertEquals(trust.require(List.of(before), Role.SITE), trust.require(List.of(after), Role.SITE));
    }

    @Test
    void nameOfSomebodyElse_isNotSigned() {
        CertificateRequest thief =
                SiteKey.create(consortium.directory("thief"), CertifiedName.site("north"), List.of());
        IdentityException failure = fails(
                Reason.WRONG_NAME,
                () -> consortium.authority.sign(
                        thief, thief.fingerprint(), CertificateAuthority.USUAL_VALIDITY, false));
        assertTrue(failure.getMessage().contains("--new-key"), failure.getMessage());
        consortium.authority.sign(thief, thief.fingerprint(), CertificateAuthority.USUAL_VALIDITY, true);
    }

    @Test
    void revocation_isRecordedAndForEver() {
        IssuedCertificate issued = consortium.authority.issued().get(0);
        assertFalse(issued.revoked());
        consortium.authority.revoke(issued.certificate().getSerialNumber());
        consortium.authority.revoke(issued.certificate().getSerialNumber());
        consortium.authority.refreshList();
        CertificateAuthority again = CertificateAuthority.open(
                temp.resolve("authority"),
                () -> {
                    throw new AssertionError("no passphrase was set");
                },
                consortium.clock);
        assertTrue(again.issued().get(0).revoked());
        assertEquals(consortium.authority.fingerprint(), again.fingerprint());
        consortium.publishRevocations(north);
        fails(Reason.REVOKED, () -> load(north));
        fails(Reason.MISSING, () -> consortium.authority.revoke(BigInteger.TEN));
    }

    @Test
    void olderOrOutdatedRevocationList_isRefused() throws IOException {
        IdentityDirectory hub = consortium.coordinator("hub", "localhost");
        byte[] older = Files.readAllBytes(hub.revocations());
        X509Certificate certificate = load(north).certificate();
        consortium.authority.refreshList();
        consortium.publishRevocations(hub);
        TrustSettings trust = TrustSettings.forCoordinator(hub, consortium.clock);
        trust.require(List.of(certificate), Role.SITE);
        Files.write(temp.resolve("older"), older);
        Files.move(temp.resolve("older"), hub.revocations(), StandardCopyOption.REPLACE_EXISTING);
        fails(Reason.STALE_REVOCATIONS, () -> trust.require(List.of(certificate), Role.SITE));
        Files.delete(hub.revocations());
        fails(Reason.MISSING, () -> trust.require(List.of(certificate), Role.SITE));
        fails(Reason.MISSING, () -> TrustSettings.forCoordinator(hub, consortium.clock));
        consortium.publishRevocations(hub);
        trust.require(List.of(certificate), Role.SITE);
        consortium.now = consortium.now.plus(Duration.ofDays(367));
        fails(Reason.STALE_REVOCATIONS, () -> TrustSettings.forCoordinator(hub, consortium.clock));
    }

    @Test
    void install_checksEverythingBeforeItWrites() throws IOException {
        Path authority = temp.resolve("authority/authority.pem");
        IdentityDirectory south = consortium.directory("south");
        CertificateRequest request = SiteKey.create(south, CertifiedName.site("south"), List.of());
        consortium.authority.sign(request, request.fingerprint(), CertificateAuthority.USUAL_VALIDITY, false);
        Fingerprint told = consortium.authority.fingerprint();
        fails(
                Reason.FINGERPRINT,
                () -> Enrolment.install(
                        south, north.certificate(), authority, request.fingerprint(), consortium.clock));
        fails(
                Reason.WRONG_NAME,
                () -> Enrolment.install(south, north.certificate(), authority, told, consortium.clock));
        assertFalse(Files.exists(south.authority()));
        assertFalse(Files.exists(south.certificate()));
        Consortium other = new Consortium(temp.resolve("other"));
        fails(
                Reason.EXISTS,
                () -> Enrolment.install(
                        north,
                        north.certificate(),
                        temp.resolve("other/authority/authority.pem"),
                        other.authority.fingerprint(),
                        other.clock));
    }

    @Test
    void requestForMore_isNotSigned() throws Exception {
        KeyPair p256 = P256.generate();
        refused("must ask for alternative names", request(p256, "CN=x", null, true));
        refused("no other extension", request(p256, "CN=x", "hedgerow:site:x", true));
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(384);
        refused("not on P-256", request(generator.generateKeyPair(), "CN=x", "hedgerow:site:x", false));
        refused("something else", request(p256, "CN=x", "https://example.org", false));
        assertThrows(
                IllegalArgumentException.class,
                () -> SiteKey.create(consortium.directory("a"), CertifiedName.site("a"), List.of("localhost")));
        assertThrows(
                IllegalArgumentException.class,
                () -> SiteKey.create(consortium.directory("b"), CertifiedName.coordinator("b"), List.of()));
        assertThrows(
                IllegalArgumentException.class,
                () -> SiteKey.create(consortium.directory("c"), CertifiedName.coordinator("c"), List.of("*.org")));
    }

    private void refused(String part, byte[] request) {
        Path file = temp.resolve("strange.csr");
        Pem.replace(file, CertificateRequest.TYPE, request);
        IdentityException failure = assertThrows(IdentityException.class, () -> CertificateRequest.read(file));
        assertEquals(Reason.BAD_REQUEST, failure.reason());
        assertTrue(failure.getMessage().contains(part), failure.getMessage());
    }

    private static byte[] request(KeyPair pair, String subject, String uri, boolean authority) throws Exception {
        ExtensionsGenerator extensions = new ExtensionsGenerator();
        if (uri != null) {
            extensions.addExtension(
                    Extension.subjectAlternativeName,
                    false,
                    new org.bouncycastle.asn1.x509.GeneralNames(new org.bouncycastle.asn1.x509.GeneralName(
                            org.bouncycastle.asn1.x509.GeneralName.uniformResourceIdentifier, uri)));
        }
        if (authority) {
            extensions.addExtension(Extension.basicConstraints, true, new BasicConstraints(true));
        }
        return new JcaPKCS10CertificationRequestBuilder(new X500Name(subject), pair.getPublic())
                .addAttribute(PKCSObjectIdentifiers.pkcs_9_at_extensionRequest, extensions.generate())
                .build(new JcaContentSignerBuilder("SHA256withECDSA").build(pair.getPrivate()))
                .getEncoded();
    }

    @Test
    void changedRequest_isNotSigned() throws IOException {
        byte[] encoded = Pem.read(north.request(), CertificateRequest.TYPE, "");
        int at = new String(encoded, java.nio.charset.StandardCharsets.ISO_8859_1).lastIndexOf("hedgerow:site:north");
        encoded[at + 14] = 's';
        Pem.replace(north.request(), CertificateRequest.TYPE, encoded);
        IdentityException failure = fails(Reason.BAD_REQUEST, () -> CertificateRequest.read(north.request()));
        assertTrue(failure.getMessage().contains("not signed with its own key"), failure.getMessage());
    }
}
