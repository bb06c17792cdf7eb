// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.grpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.transport.channel.RefusedException;
import io.hedgerow.transport.channel.RefusedException.Refusal;
import io.hedgerow.transport.channel.SiteLink.SelfReport;
import io.hedgerow.transport.channel.UnreachableException;
import io.hedgerow.transport.internal.grpc.coordinator.CoordinatorOptions;
import io.hedgerow.transport.internal.grpc.coordinator.GrpcCoordinator;
import io.hedgerow.transport.internal.grpc.site.Admission;
import io.hedgerow.transport.internal.grpc.site.ClientThreads;
import io.hedgerow.transport.internal.grpc.site.Conversation;
import io.hedgerow.transport.internal.grpc.site.GrpcSite;
import io.hedgerow.transport.internal.grpc.site.SiteOptions;
import io.hedgerow.transport.internal.link.FederationMethods;
import io.hedgerow.transport.internal.link.LinkMeter;
import io.hedgerow.transport.internal.link.StudyPin;
import io.hedgerow.transport.internal.link.WireSettings;
import io.hedgerow.transport.internal.link.WireTls;
import io.hedgerow.transport.internal.wire.Frame;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("slow")
@Timeout(60)
class RefusalTest {

    private static RefusedException refused(SiteOptions options) throws Exception {
        try (GrpcSite site = new GrpcSite(options, 0)) {
            return assertThrows(RefusedException.class, site::receive);
        }
    }

    private static UnreachableException untrusted(SiteOptions options) throws Exception {
        try (GrpcSite site = new GrpcSite(options, 0)) {
            UnreachableException e = assertThrows(UnreachableException.class, site::receive);
            assertTrue(e.refused(), e.getMessage());
            return e;
        }
    }

    private static SiteOptions with(SiteOptions options, StudyPin pin) {
        return SiteOptions.of(pin, options.host(), options.port(), options.tls())
                .with(Wires.QUICK);
    }

    private static SiteOptions with(SiteOptions options, WireTls tls) {
        return SiteOptions.of(options.pin(), options.host(), options.port(), tls)
                .with(Wires.QUICK);
    }

    @Test
    void everyRefusal_hasAStatusOfItsOwn() {
        assertEquals(
                Refusal.values().length,
                Arrays.stream(Refusal.values())
                        .map(Refusal::code)
                        .collect(Collectors.toSet())
                        .size());
    }

    @Test
    void siteOfNoStudy_isRefusedByName() throws Exception {
        try (GrpcCoordinator coordinator = Wires.coordinator("a")) {
            RefusedException e = refused(Wires.siteOptions("stranger", coordinator.port()));
            assertEquals(Refusal.UNKNOWN_SITE, e.refusal());
            assertTrue(e.getMessage().contains("stranger") && e.getMessage().contains("operator"), e.getMessage());
        }
    }

    @Test
    void foreignStudyAndOtherPlan_areToldApart() throws Exception {
        try (GrpcCoordinator coordinator = Wires.coordinator("a")) {
            SiteOptions options = Wires.siteOptions("a", coordinator.port());
            RefusedException foreign = refused(with(options, new StudyPin("another", Wires.PIN.planDigest())));
            assertEquals(Refusal.FOREIGN_STUDY, foreign.refusal());
            assertTrue(foreign.getMessage().contains("another"), foreign.getMessage());
            RefusedException other =
                    refused(with(options, new StudyPin(Wires.PIN.study(), Payload.copyOf(new byte[] {9}))));
            assertEquals(Refusal.PLAN_MISMATCH, other.refusal());
            assertTrue(other.getMessage().contains("09") && other.getMessage().contains("010203"), other.getMessage());
        }
    }

    @Test
    void probe_saysWhatJoiningWould() throws Exception {
        try (GrpcCoordinator coordinator = Wires.coordinator("a")) {
            SiteOptions options = Wires.siteOptions("a", coordinator.port());
            Admission.ask(options);
            assertEquals(0, coordinator.links().get(0).connections());
            RefusedException e = assertThrows(
                    RefusedException.class,
                    () -> Admission.ask(with(options, new StudyPin("another", Wires.PIN.planDigest()))));
            assertEquals(Refusal.FOREIGN_STUDY, e.refusal());
        }
    }

    @Test
    void versionsThatDoNotMeet_areBothNamed() throws Exception {
        try (GrpcCoordinator coordinator = Wires.coordinator("a");
                RawClient client = new RawClient("a", coordinator.port())) {
            Frame.Hello hello = RawStream.hello("x");
            RawStream stream = client.open()
                    .send(new Frame.Hello(
                            List.of(7, 8),
                            hello.study(),
                            hello.planDigest(),
                            "x",
                            "",
                            0,
                            0,
                            1,
                            SelfReport.none(),
                            1,
                            Optional.empty()));
            assertEquals(Refusal.VERSION_MISMATCH, stream.awaitRefusal());
            String description = stream.awaitEnd().status().getDescription();
            assertTrue(description.contains("version 1") && description.contains("[7, 8]"), description);
        }
    }

    /** A site of a release that knows no revisions leaves the field out, which is 1; golden files hold such a hello. */
    @Test
    void revisionsOfAMethodThatDiffer_areRefused_byEitherEnd_beforeAnythingIsSent() throws Exception {
        StudyPin newer = new StudyPin(Wires.PIN.study(), Wires.PIN.planDigest(), 2);
        CoordinatorOptions ofToday =
                CoordinatorOptions.of(newer, Wires.sites("a"), Wires.AUTHORITY.coordinator(), TestAuthority::name);
        try (GrpcCoordinator coordinator = Wires.start(ofToday, List.of());
                RawClient old = new RawClient("a", coordinator.port())) {
            RawStream stream = old.open().send(RawStream.hello("x"));
            assertEquals(Refusal.VERSION_MISMATCH, stream.awaitRefusal());
            String said = stream.awaitEnd().status().getDescription();
            assertTrue(said.contains("revision 1 at the site and 2 at the coordinator"), said);
            assertTrue(said.endsWith("the newer one at the site"), said);
            SiteOptions same = with(Wires.siteOptions("a", coordinator.port()), newer);
            assertEquals(0, Admission.ask(same));
        }
        try (GrpcCoordinator old = Wires.coordinator("a")) {
            SiteOptions options = with(Wires.siteOptions("a", old.port()), newer);
            RefusedException asked = assertThrows(RefusedException.class, () -> Admission.ask(options));
            assertEquals(Refusal.VERSION_MISMATCH, asked.refusal());
            assertEquals(Refusal.VERSION_MISMATCH, refused(options).refusal());
        }
    }

    /** A coordinator that is too old to look: it ignores what the site says, and its welcome says nothing. */
    @Test
    void welcomeOfAnotherRevision_endsTheSitesWork() throws Exception {
        StudyPin newer = new StudyPin(Wires.PIN.study(), Wires.PIN.planDigest(), 2);
        Conversation site = new Conversation(with(Wires.siteOptions("a", 1), newer), 0);
        assertEquals(2, site.hello().revision());
        RefusedException refused = assertThrows(
                RefusedException.class,
                () -> site.begin(new Frame.Welcome(FederationMethods.VERSION, "old", 0, false, 0, 1)));
        assertEquals(Refusal.VERSION_MISMATCH, refused.refusal());
        assertTrue(refused.getMessage().endsWith("the newer one at the coordinator"), refused.getMessage());
    }

    @Test
    void streamWithoutHello_isRefused() throws Exception {
        try (GrpcCoordinator coordinator = Wires.coordinator("a");
                RawClient client = new RawClient("a", coordinator.port())) {
            assertEquals(
                    Refusal.MALFORMED, client.open().send(new Frame.Taken(1)).awaitRefusal());
        }
    }

    @Test
    void silentStream_isEnded() throws Exception {
        CoordinatorOptions options = Wires.coordinatorOptions("a")
                .with(WireSettings.standard().withCallTimeout(java.time.Duration.ofSeconds(3)));
        try (GrpcCoordinator coordinator = Wires.start(options, List.of());
                RawClient client = new RawClient("a", coordinator.port())) {
            assertEquals(Refusal.SILENT, client.open().awaitRefusal());
        }
    }

    @Test
    void secondProcessOfASite_takesOverAndTheFirstStops() throws Exception {
        try (GrpcCoordinator coordinator = Wires.coordinator("a");
                GrpcSite first = Wires.site("a", coordinator.port())) {
            coordinator.broadcast(Wires.task(0));
            first.receive();
            try (GrpcSite second = Wires.site("a", coordinator.port())) {
                assertEquals(0, ((Task) second.receive()).round());
                RefusedException e = assertThrows(RefusedException.class, first::receive);
                assertEquals(Refusal.SUPERSEDED, e.refusal());
                coordinator.broadcast(Wires.task(1));
                assertEquals(1, ((Task) second.receive()).round());
            }
        }
    }

    @Test
    void supersededProcess_doesNotComeBack() throws Exception {
        try (GrpcCoordinator coordinator = Wires.coordinator("a");
                RawClient client = new RawClient("a", coordinator.port())) {
            client.open().send(RawStream.hello("first")).await();
            client.open().send(RawStream.hello("second")).await();
            assertEquals(
                    Refusal.SUPERSEDED,
                    client.open().send(RawStream.hello("first")).awaitRefusal());
        }
    }

    @Test
    void coordinatorWithoutItsJournal_isFoundOut() throws Exception {
        try (GrpcCoordinator coordinator = Wires.coordinator("a");
                GrpcSite site = new GrpcSite(Wires.siteOptions("a", coordinator.port()), 3)) {
            coordinator.broadcast(Wires.task(0));
            RefusedException e = assertThrows(RefusedException.class, site::receive);
            assertEquals(Refusal.HISTORY_LOST, e.refusal());
        }
    }

    @Test
    void wrongAuthority_isRefusedFromBothSides() throws Exception {
        TestAuthority other = new TestAuthority();
        try (GrpcCoordinator coordinator = Wires.coordinator("a")) {
            SiteOptions options = Wires.siteOptions("a", coordinator.port());
            assertTrue(untrusted(with(options, other.site("a"))).getMessage().contains("coordinator at"));
            assertTrue(untrusted(with(options, other.siteTrusting("a", Wires.AUTHORITY)))
                    .getMessage()
                    .contains("this site's certificate"));
            assertFalse(coordinator.links().get(0).online());
        }
    }

    @Test
    void siteWithoutCertificate_isRefused() throws Exception {
        try (GrpcCoordinator coordinator = Wires.coordinator("a")) {
            SiteOptions options = Wires.siteOptions("a", coordinator.port());
            assertTrue(untrusted(with(options, Wires.AUTHORITY.siteWithoutKey()))
                    .getMessage()
                    .contains("this site's certificate"));
        }
    }

    @Test
    void clientOfAnOlderTls_isRefused() throws Exception {
        try (GrpcCoordinator coordinator = Wires.coordinator("a")) {
            SSLContext context = SSLContext.getInstance("TLS");
            WireTls tls = Wires.AUTHORITY.site("a");
            context.init(new KeyManager[] {tls.key()}, new TrustManager[] {tls.trust()}, null);
            for (String version : List.of("TLSv1.2", "TLSv1.3")) {
                try (SSLSocket socket = (SSLSocket)
                        context.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), coordinator.port())) {
                    socket.setEnabledProtocols(new String[] {version});
                    SSLParameters parameters = socket.getSSLParameters();
                    parameters.setApplicationProtocols(new String[] {"h2"});
                    socket.setSSLParameters(parameters);
                    if (version.equals("TLSv1.3")) {
                        socket.startHandshake();
                        assertEquals("TLSv1.3", socket.getSession().getProtocol());
                    } else {
                        assertThrows(SSLException.class, socket::startHandshake);
                    }
                }
            }
        }
    }

    @Test
    void expiredCertificate_isRefused() throws Exception {
        try (GrpcCoordinator coordinator = Wires.coordinator("a")) {
            SiteOptions options = Wires.siteOptions("a", coordinator.port());
            assertTrue(untrusted(with(options, Wires.AUTHORITY.expiredSite("a")))
                    .getMessage()
                    .contains("dates"));
        }
    }

    @Test
    void coordinatorOfAnotherName_isRefused() throws Exception {
        CoordinatorOptions elsewhere = CoordinatorOptions.of(
                Wires.PIN, Wires.sites("a"), Wires.AUTHORITY.coordinatorElsewhere(), TestAuthority::name);
        try (GrpcCoordinator coordinator = Wires.start(elsewhere, List.of())) {
            assertTrue(untrusted(Wires.siteOptions("a", coordinator.port()))
                    .getMessage()
                    .contains("names"));
        }
    }

    @Test
    void certificateThatNamesNoSite_isUnauthenticated() throws Exception {
        CoordinatorOptions options =
                CoordinatorOptions.of(Wires.PIN, Wires.sites("a"), Wires.AUTHORITY.coordinator(), chain -> {
                    throw new IllegalArgumentException("it has no site name");
                });
        try (GrpcCoordinator coordinator = Wires.start(options, List.of())) {
            RefusedException e = refused(Wires.siteOptions("a", coordinator.port()));
            assertEquals(Refusal.UNAUTHENTICATED, e.refusal());
            assertTrue(e.getMessage().contains("it has no site name"), e.getMessage());
        }
    }

    @Test
    void siteThatSaysItIsAnother_isTheOneInItsCertificate() throws Exception {
        try (GrpcCoordinator coordinator = Wires.coordinator("a", "b");
                GrpcSite site = Wires.site("a", coordinator.port())) {
            site.send(new io.hedgerow.core.protocol.SiteReply.Failure(
                    new SiteId("b"), 0, io.hedgerow.core.protocol.SiteReply.Failure.Kind.REFUSED));
            assertEquals(
                    new SiteId("a"),
                    coordinator
                            .awaitReply(java.time.Duration.ofSeconds(30))
                            .orElseThrow()
                            .site());
        }
    }

    /** A channel with a site's certificate. */
    static final class RawClient implements AutoCloseable {
        private final ClientThreads threads;
        private final ManagedChannel channel;

        RawClient(String site, int port) throws Exception {
            threads = new ClientThreads(Wires.siteOptions(site, port), new LinkMeter());
            channel = threads.open();
        }

        RawStream open() {
            return new RawStream(channel);
        }

        RawStream ask() {
            return new RawStream(channel, FederationMethods.PROBE, CallOptions.DEFAULT);
        }

        RawStream openCompressed() {
            return new RawStream(channel, CallOptions.DEFAULT.withCompression("gzip"));
        }

        @Override
        public void close() {
            channel.shutdownNow();
            threads.stop();
        }
    }
}
