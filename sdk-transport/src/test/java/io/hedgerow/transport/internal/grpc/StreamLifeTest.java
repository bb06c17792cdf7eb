// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.grpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.transport.channel.RefusedException.Refusal;
import io.hedgerow.transport.channel.SiteLink;
import io.hedgerow.transport.channel.SiteLink.Hindrance;
import io.hedgerow.transport.channel.UnreachableException;
import io.hedgerow.transport.internal.grpc.RefusalTest.RawClient;
import io.hedgerow.transport.internal.grpc.coordinator.CoordinatorOptions;
import io.hedgerow.transport.internal.grpc.coordinator.GrpcCoordinator;
import io.hedgerow.transport.internal.grpc.site.GrpcSite;
import io.hedgerow.transport.internal.grpc.site.SiteOptions;
import io.hedgerow.transport.internal.link.WireTls;
import io.hedgerow.transport.internal.wire.Frame;
import java.lang.reflect.Proxy;
import java.math.BigInteger;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.X509KeyManager;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A stream ends at the coordinator, whatever the site does, and with it what a certificate was good for. */
@Tag("slow")
@Timeout(60)
class StreamLifeTest {

    private static CoordinatorOptions shortLived(CoordinatorOptions options) {
        return options.with(Wires.streamsOf(Duration.ofMillis(300)));
    }

    @Test
    void streamThatItsSiteDoesNotEnd_isEnded_andMayComeAgain() throws Exception {
        try (GrpcCoordinator coordinator = Wires.start(shortLived(Wires.coordinatorOptions("a")), List.of());
                RawClient client = new RawClient("a", coordinator.port())) {
            RawStream first = client.open().send(RawStream.hello("x"));
            assertTrue(first.await() instanceof Frame.Welcome);
            Refusal refusal = first.awaitRefusal();
            assertEquals(Refusal.STREAM_OVER, refusal);
            assertTrue(refusal.retriable());
            RawStream second = client.open().send(RawStream.hello("x"));
            assertTrue(second.await() instanceof Frame.Welcome);
            second.cancel();
        }
    }

    @Test
    void siteWhoseCertificateWasRevokedMeanwhile_doesNotComeBack() throws Exception {
        AtomicBoolean revoked = new AtomicBoolean();
        CoordinatorOptions base = Wires.coordinatorOptions("a");
        CoordinatorOptions options = CoordinatorOptions.of(
                base.pin(),
                base.sites(),
                new WireTls(base.tls().key(), new Revoking(base.tls().trust(), revoked)),
                base.naming());
        try (GrpcCoordinator coordinator = Wires.start(shortLived(options), List.of());
                RawClient client = new RawClient("a", coordinator.port())) {
            RawStream first = client.open().send(RawStream.hello("x"));
            assertTrue(first.await() instanceof Frame.Welcome);
            revoked.set(true);
            first.awaitRefusal(); // its life may be over first, or its certificate be judged
            assertEquals(
                    Refusal.UNAUTHENTICATED,
                    client.open().send(RawStream.hello("x")).awaitRefusal(),
                    "on the connection that is still there");
        }
    }

    /** Long before the stream's own end. */
    @Test
    void liveStreamOfARevokedCertificate_ends_andThoseWhoWaitLearnWhy() throws Exception {
        AtomicBoolean revoked = new AtomicBoolean();
        CoordinatorOptions base = Wires.coordinatorOptions("a");
        CoordinatorOptions options = CoordinatorOptions.of(
                        base.pin(),
                        base.sites(),
                        new WireTls(base.tls().key(), new Revoking(base.tls().trust(), revoked)),
                        base.naming())
                .with(Wires.streamsOf(Duration.ofSeconds(12)));
        try (GrpcCoordinator coordinator = Wires.start(options, List.of());
                RawClient client = new RawClient("a", coordinator.port())) {
            RawStream first = client.open().send(RawStream.hello("x"));
            assertTrue(first.await() instanceof Frame.Welcome);
            revoked.set(true);
            assertEquals(Refusal.UNAUTHENTICATED, first.awaitRefusal());
            while (coordinator.links().get(0).hindrance().isEmpty()) {
                Thread.sleep(20); // the other end may hear first
            }
            SiteLink link = coordinator.links().get(0);
            assertFalse(link.online());
            assertEquals(Hindrance.Kind.CERTIFICATE, link.hindrance().get().kind());
        }
    }

    @Test
    void siteThatLearnsThatItsCoordinatorWasRevoked_leaves() throws Exception {
        AtomicBoolean revoked = new AtomicBoolean();
        SiteOptions base = Wires.siteOptions("a", 1);
        X509TrustManager trust = base.tls().trust();
        X509TrustManager revoking = new X509TrustManager() {
            @Override
            public void checkClientTrusted(X509Certificate[] chain, String authType) throws CertificateException {
                trust.checkClientTrusted(chain, authType);
            }

            @Override
            public void checkServerTrusted(X509Certificate[] chain, String authType) throws CertificateException {
                if (revoked.get()) {
                    throw new CertificateException("was revoked");
                }
                trust.checkServerTrusted(chain, authType);
            }

            @Override
            public X509Certificate[] getAcceptedIssuers() {
                return trust.getAcceptedIssuers();
            }
        };
        try (GrpcCoordinator coordinator = Wires.coordinator("a")) {
            SiteOptions options = SiteOptions.of(
                            Wires.PIN,
                            "127.0.0.1",
                            coordinator.port(),
                            new WireTls(base.tls().key(), revoking))
                    .with(Wires.QUICK)
                    .with(Wires.streamsOf(Duration.ofSeconds(12)));
            try (GrpcSite site = new GrpcSite(options, 0)) {
                coordinator.broadcast(Wires.task(0));
                assertEquals(Wires.task(0), site.receive());
                revoked.set(true);
                UnreachableException e = assertThrows(UnreachableException.class, site::receive);
                assertTrue(e.refused(), e.getMessage());
                assertTrue(e.getMessage().contains("was revoked"), e.getMessage());
            }
        }
    }

    /** The site's own renewal and the coordinator's end of a stream may meet; messages arrive once all the same. */
    @Test
    void ordinarySite_goesOnOverManyStreams() throws Exception {
        try (GrpcCoordinator coordinator = Wires.start(shortLived(Wires.coordinatorOptions("a")), List.of());
                GrpcSite site = Wires.site("a", coordinator.port())) {
            for (int round = 0; coordinator.links().get(0).connections() < 4; round++) {
                coordinator.broadcast(Wires.task(round));
                assertEquals(Wires.task(round), site.receive());
                site.send(NetworkFaultTest.update(round, new byte[1000]));
                assertEquals(
                        round,
                        coordinator
                                .awaitReply(Duration.ofSeconds(30))
                                .orElseThrow()
                                .round());
            }
        }
    }

    /** Each stream of a site is a connection of its own, with a handshake that no earlier one shortens. */
    @Test
    void certificateThatWasRenewed_isShownWithTheNextStream() throws Exception {
        AtomicReference<X509KeyManager> current =
                new AtomicReference<>(Wires.AUTHORITY.site("a").key());
        X509KeyManager renewable = (X509KeyManager) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {X509KeyManager.class},
                (proxy, method, words) -> method.invoke(current.get(), words));
        Set<BigInteger> shown = ConcurrentHashMap.newKeySet();
        CoordinatorOptions base = Wires.coordinatorOptions("a");
        CoordinatorOptions options = CoordinatorOptions.of(base.pin(), base.sites(), base.tls(), chain -> {
            shown.add(chain[0].getSerialNumber());
            return TestAuthority.name(chain);
        });
        try (GrpcCoordinator coordinator = Wires.start(shortLived(options), List.of())) {
            SiteOptions dialling = SiteOptions.of(
                            Wires.PIN,
                            "127.0.0.1",
                            coordinator.port(),
                            new WireTls(renewable, Wires.AUTHORITY.site("a").trust()))
                    .with(Wires.QUICK);
            try (GrpcSite site = new GrpcSite(dialling, 0)) {
                for (int round = 0; shown.size() < 2; round++) {
                    coordinator.broadcast(Wires.task(round));
                    assertEquals(Wires.task(round), site.receive());
                    if (round == 0) {
                        assertEquals(1, shown.size());
                        current.set(Wires.AUTHORITY.site("a").key());
                    }
                }
            }
        }
    }

    /** Trusts as before until the certificates are revoked. */
    private record Revoking(X509TrustManager trust, AtomicBoolean revoked) implements X509TrustManager {

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String authType) throws CertificateException {
            if (revoked.get()) {
                throw new CertificateException("was revoked");
            }
            trust.checkClientTrusted(chain, authType);
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String authType) throws CertificateException {
            trust.checkServerTrusted(chain, authType);
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return trust.getAcceptedIssuers();
        }
    }
}
