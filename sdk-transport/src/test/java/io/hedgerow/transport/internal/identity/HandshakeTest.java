// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.identity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.transport.identity.IdentityDirectory;
import io.hedgerow.transport.identity.IdentityException;
import io.hedgerow.transport.identity.IdentityException.Reason;
import io.hedgerow.transport.internal.certificate.CertifiedName;
import io.hedgerow.transport.internal.certificate.CertifiedName.Role;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSession;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real TLS 1.3 over loopback, with real certificates. */
@Tag("slow")
class HandshakeTest {

    @TempDir
    Path temp;

    private Consortium consortium;
    private IdentityDirectory hub;
    private IdentityDirectory north;

    @BeforeEach
    void enrol() {
        consortium = new Consortium(temp.resolve("trial"));
        hub = consortium.coordinator("hub", "localhost", "127.0.0.1", "::1");
        north = consortium.site("north");
    }

    private SSLContext server() {
        TrustSettings trust = TrustSettings.forCoordinator(hub, consortium.clock);
        return TlsMaterial.load(hub, Role.COORDINATOR, trust).context(trust.trustSites());
    }

    private SSLContext client(Consortium owner, IdentityDirectory directory, String host) {
        return client(owner, directory, host, "hub");
    }

    private SSLContext client(Consortium owner, IdentityDirectory directory, String host, String coordinator) {
        TrustSettings trust = TrustSettings.forSite(directory, owner.clock);
        return TlsMaterial.load(directory, Role.SITE, trust).context(trust.trustCoordinator(host, coordinator));
    }

    private static Reason reason(java.util.Optional<Exception> failure, Role peer) {
        return HandshakeFailure.explain(failure.orElseThrow(), peer)
                .orElseThrow()
                .reason();
    }

    /** Whose certificate a connection has, as the coordinator judges it now. */
    private CertifiedName judged(Handshake handshake) throws Exception {
        X509Certificate shown =
                (X509Certificate) handshake.atServer().orElseThrow().getPeerCertificates()[0];
        return TrustSettings.forCoordinator(hub, consortium.clock)
                .require(List.of(shown, consortium.authority.root()), Role.SITE);
    }

    @Test
    void enrolledSite_isKnownByItsCertificate() throws Exception {
        for (String host : List.of("localhost", "LOCALHOST", "127.0.0.1", "::1", "[0:0:0:0:0:0:0:1]")) {
            Handshake handshake = Handshake.of(server(), client(consortium, north, host));
            assertEquals("TLSv1.3", handshake.protocol(), handshake.toString());
            assertEquals(CertifiedName.site("north"), judged(handshake));
        }
    }

    @Test
    void siteOfAnotherAuthority_isRefusedByBothEnds() throws Exception {
        Consortium other = new Consortium(temp.resolve("other"));
        IdentityDirectory stranger = other.site("north");
        // The stranger itself refuses the coordinator.
        Handshake refusing = Handshake.of(server(), client(other, stranger, "localhost"));
        assertEquals(Reason.WRONG_AUTHORITY, reason(refusing.clientFailure(), Role.COORDINATOR));
        // A stranger that believes anything is refused by the coordinator.
        Handshake refused = Handshake.of(server(), gullible(other, stranger));
        assertEquals(Reason.WRONG_AUTHORITY, reason(refused.serverFailure(), Role.SITE));
        assertEquals(Reason.REFUSED_BY_PEER, reason(refused.clientFailure(), Role.COORDINATOR));
    }

    private static SSLContext gullible(Consortium owner, IdentityDirectory directory) {
        TrustSettings trust = TrustSettings.forSite(directory, owner.clock);
        return TlsMaterial.load(directory, Role.SITE, trust)
                .context(new StudyTrust(Role.COORDINATOR, chain -> {}, owner.authority.root()));
    }

    @Test
    void expiredSite_isRefused() throws Exception {
        SSLContext before = client(consortium, north, "localhost", "lasting");
        IdentityDirectory longLived = consortium.coordinator("lasting", "localhost");
        consortium.sign(longLived, Duration.ofDays(900));
        consortium.now = consortium.now.plus(Duration.ofDays(366));
        consortium.authority.refreshList();
        consortium.publishRevocations(longLived);
        TrustSettings trust = TrustSettings.forCoordinator(longLived, consortium.clock);
        SSLContext server = TlsMaterial.load(longLived, Role.COORDINATOR, trust).context(trust.trustSites());

        Handshake handshake = Handshake.of(server, before);

        assertEquals(Reason.EXPIRED, reason(handshake.serverFailure(), Role.SITE));
        assertTrue(handshake.clientFailure().isPresent());
        // The site finds out by itself, before it dials.
        consortium.publishRevocations(north);
        IdentityException own = assertThrows(IdentityException.class, () -> client(consortium, north, "localhost"));
        assertEquals(Reason.EXPIRED, own.reason());
    }

    @Test
    void anotherCoordinatorOfTheSameAuthority_isRefused() throws Exception {
        TrustSettings trust = TrustSettings.forSite(north, consortium.clock);
        TlsMaterial own = TlsMaterial.load(north, Role.SITE, trust);
        Handshake right = Handshake.of(server(), own.context(trust.trustCoordinator("localhost", "hub")));
        assertTrue(right.atServer().isPresent(), right.toString());
        Handshake wrong = Handshake.of(server(), own.context(trust.trustCoordinator("localhost", "rim")));
        assertEquals(Reason.WRONG_NAME, reason(wrong.clientFailure(), Role.COORDINATOR));
    }

    @Test
    void revokedSite_isRefusedFromTheNextHandshakeOn() throws Exception {
        SSLContext server = server();
        SSLContext client = client(consortium, north, "localhost");
        Handshake good = Handshake.of(server, client);
        assertTrue(good.atServer().isPresent(), good.toString());

        consortium.authority.issued().stream()
                .filter(one -> one.name().equals(CertifiedName.site("north")))
                .forEach(one -> consortium.authority.revoke(one.certificate().getSerialNumber()));
        consortium.publishRevocations(hub);

        // A new context, as a resumed session shows no certificate.
        Handshake handshake = Handshake.of(server, client(consortium, north, "localhost"));
        assertEquals(Reason.REVOKED, reason(handshake.serverFailure(), Role.SITE));
        IdentityException open = assertThrows(IdentityException.class, () -> judged(good));
        assertEquals(Reason.REVOKED, open.reason());
    }

    @Test
    void renewedCertificates_areShownFromTheNextHandshakeOn() throws Exception {
        SSLContext server = server();
        SSLContext client = client(consortium, north, "localhost");
        X509Certificate hubBefore = shown(Handshake.of(server, client(consortium, north, "localhost")), true);

        consortium.sign(hub, Duration.ofDays(700));
        consortium.sign(north, Duration.ofDays(700));
        // The clock is where the first certificates have expired.
        consortium.now = consortium.now.plus(Duration.ofDays(366));
        consortium.authority.refreshList();
        consortium.publishRevocations(hub);
        consortium.publishRevocations(north);

        Handshake after = Handshake.of(server, client);
        X509Certificate hubNow = shown(after, true);
        assertNotEquals(hubBefore.getSerialNumber(), hubNow.getSerialNumber());
        assertEquals(hubBefore.getPublicKey(), hubNow.getPublicKey());
        shown(after, false).checkValidity(java.util.Date.from(consortium.now));
    }

    private static X509Certificate shown(Handshake handshake, boolean byServer) throws Exception {
        SSLSession session = handshake.atServer().orElseThrow(() -> new AssertionError(handshake.toString()));
        return (X509Certificate) (byServer ? session.getLocalCertificates() : session.getPeerCertificates())[0];
    }

    /** Whoever can write to the file makes nobody else of this end, and a damaged file ends no study. */
    @Test
    void certificateThatIsNotARenewal_isNotShown() throws Exception {
        TrustSettings trust = TrustSettings.forCoordinator(hub, consortium.clock);
        TlsMaterial material = TlsMaterial.load(hub, Role.COORDINATOR, trust);
        X509Certificate own = material.certificate();
        IdentityDirectory rim = consortium.coordinator("rim", "localhost");
        Consortium other = new Consortium(temp.resolve("other"));
        for (Path wrong : List.of(
                rim.certificate(),
                north.certificate(),
                other.coordinator("hub", "localhost").certificate())) {
            Files.copy(wrong, hub.certificate(), StandardCopyOption.REPLACE_EXISTING);
            assertEquals(own, material.certificate(), wrong.toString());
        }
        Files.writeString(hub.certificate(), "half a certifi");
        assertEquals(own, material.certificate());
        Files.delete(hub.certificate());
        assertEquals(own, material.certificate());
        consortium.sign(hub, Duration.ofDays(700));
        assertNotEquals(own, material.certificate(), "what came after is seen");
    }

    @Test
    void coordinatorOfAnotherHost_isRefused() throws Exception {
        for (String host : List.of("hub.example.org", "127.0.0.2", "localhost.example.org")) {
            Handshake handshake = Handshake.of(server(), client(consortium, north, host));
            IdentityException failure = HandshakeFailure.explain(
                            handshake.clientFailure().orElseThrow(), Role.COORDINATOR)
                    .orElseThrow();
            assertEquals(Reason.WRONG_NAME, failure.reason());
            assertTrue(failure.getMessage().contains("localhost, 127.0.0.1"), failure.getMessage());
        }
    }

    @Test
    void siteInTheCoordinatorsPlace_isRefused() throws Exception {
        IdentityDirectory south = consortium.site("south");
        TrustSettings trust = TrustSettings.forSite(south, consortium.clock);
        SSLContext impostor = TlsMaterial.load(south, Role.SITE, trust).context(trust.trustSites());
        Handshake handshake = Handshake.of(impostor, client(consortium, north, "localhost"));
        assertEquals(Reason.WRONG_ROLE, reason(handshake.clientFailure(), Role.COORDINATOR));
    }

    @Test
    void clientWithoutCertificate_isRefused() throws Exception {
        SSLContext anonymous = SSLContext.getInstance("TLSv1.3");
        X509ExtendedTrustManager trust =
                TrustSettings.forSite(north, consortium.clock).trustCoordinator("localhost", "hub");
        anonymous.init(null, new TrustManager[] {trust}, null);
        Handshake handshake = Handshake.of(server(), anonymous);
        assertEquals(Reason.NO_CERTIFICATE, reason(handshake.serverFailure(), Role.SITE));
        assertTrue(handshake.clientFailure().isPresent());
    }

    @Test
    void damagedRevocationList_letsNobodyIn() throws Exception {
        SSLContext server = server();
        java.nio.file.Files.writeString(hub.revocations(), "not a list");
        Handshake handshake = Handshake.of(server, client(consortium, north, "localhost"));
        assertEquals(Reason.UNREADABLE, reason(handshake.serverFailure(), Role.SITE));
    }

    @Test
    void otherFailures_areNotExplained() {
        assertTrue(HandshakeFailure.explain(new java.io.IOException("cut"), Role.SITE)
                .isEmpty());
        assertTrue(HandshakeFailure.explain(
                        new javax.net.ssl.SSLException("Received fatal alert: protocol_version"), Role.SITE)
                .isEmpty());
        assertEquals(
                Reason.REVOKED,
                HandshakeFailure.explain(
                                new javax.net.ssl.SSLException("Received fatal alert: certificate_revoked"),
                                Role.COORDINATOR)
                        .orElseThrow()
                        .reason());
    }
}
