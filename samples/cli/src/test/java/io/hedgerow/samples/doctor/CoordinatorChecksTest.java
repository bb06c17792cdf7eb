// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.doctor;

import static io.hedgerow.samples.doctor.DoctoredStudy.assertFails;
import static io.hedgerow.samples.doctor.DoctoredStudy.statuses;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.federation.RoundObserver;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.samples.doctor.Checkup.Finding;
import io.hedgerow.samples.doctor.Checkup.Finding.Status;
import io.hedgerow.samples.enrol.AuthorityTasks;
import io.hedgerow.samples.output.ExitCode;
import io.hedgerow.transport.channel.SiteLink;
import io.hedgerow.transport.identity.IdentityDirectory;
import io.hedgerow.transport.internal.certificate.CertifiedName;
import io.hedgerow.transport.internal.certificate.CertifiedName.Role;
import io.hedgerow.transport.internal.grpc.coordinator.CoordinatorOptions;
import io.hedgerow.transport.internal.grpc.coordinator.GrpcCoordinator;
import io.hedgerow.transport.internal.identity.TlsMaterial;
import io.hedgerow.transport.internal.identity.TrustSettings;
import io.hedgerow.transport.internal.link.StudyPin;
import io.hedgerow.transport.internal.link.WireTls;
import io.hedgerow.transport.node.CoordinatorNode;
import io.hedgerow.transport.node.SignedPlan;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The way to a real coordinator on loopback, and everything that can be in it. */
@Tag("slow")
@Timeout(120)
class CoordinatorChecksTest {

    private static final String HERE = "127.0.0.1";

    @TempDir
    private Path directory;

    private DoctoredStudy study;
    private Running coordinator;

    /** A coordinator that waits for its sites. */
    private record Running(Thread thread, int port) implements AutoCloseable {

        static Running of(DoctoredStudy study) throws Exception {
            CompletableFuture<Integer> port = new CompletableFuture<>();
            SignedPlan signed =
                    SignedPlan.read(study.study().plan(), study.study().roster());
            CoordinatorNode node = new CoordinatorNode(
                    new IdentityDirectory(study.study().coordinator()),
                    study.directory().resolve("coordinator-state"),
                    InstantSource.system());
            node.listeningAt(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            Thread thread = new Thread(
                    () -> {
                        try {
                            node.run(signed, new PortOnly(port));
                        } catch (InterruptedException e) {
                            Thread.currentThread().interrupt(); // the test is over
                        } catch (RuntimeException e) {
                            port.completeExceptionally(e);
                        }
                    },
                    "coordinator of a test");
            thread.setDaemon(true);
            thread.start();
            return new Running(thread, port.get(60, TimeUnit.SECONDS));
        }

        @Override
        public void close() {
            thread.interrupt();
            try {
                thread.join(30_000);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private record PortOnly(CompletableFuture<Integer> port) implements CoordinatorNode.Watch {
        @Override
        public void listening(int where, Supplier<List<SiteLink>> links) {
            port.complete(where);
        }

        @Override
        public void changed(SiteLink link) {}

        @Override
        public RoundObserver rounds() {
            return (report, consensus) -> {};
        }
    }

    @BeforeEach
    void start() throws Exception {
        study = DoctoredStudy.in(directory.resolve("study"));
        coordinator = Running.of(study);
    }

    @AfterEach
    void stop() {
        coordinator.close();
    }

    @Test
    void coordinator_ofTheStudy_letsTheSiteIn() {
        Checkup checkup = study.examine(HERE, coordinator.port());
        assertFails(checkup, ExitCode.OK);
        for (String check : List.of("address", "connection", "tls", "hello", "study", "plan digest")) {
            assertEquals(Status.PASS, statuses(checkup).get(check), check);
        }
    }

    @Test
    void nobodyListens_isNamedAsTheConnection() throws IOException {
        int free;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            free = socket.getLocalPort();
        }
        assertFails(study.examine(HERE, free), ExitCode.STUDY_ENDED, "connection");
    }

    @Test
    void host_thatIsNone_isNamedAsTheAddress() {
        // malformed, so that no name service is asked
        assertFails(study.examine("[no-host", 7433), ExitCode.STUDY_ENDED, "address");
    }

    @Test
    void somethingElseListens_isNamedAsTls() throws Exception {
        try (ServerSocket socket = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Thread server = new Thread(() -> answerInPlainText(socket), "plain server of a test");
            server.setDaemon(true);
            server.start();
            assertFails(study.examine(HERE, socket.getLocalPort()), ExitCode.STUDY_ENDED, "tls");
        }
    }

    private static void answerInPlainText(ServerSocket socket) {
        try {
            while (true) {
                try (var client = socket.accept()) {
                    client.getOutputStream().write("220 mail.example.org\r\n".getBytes(StandardCharsets.US_ASCII));
                }
            }
        } catch (IOException e) {
            // the test is over
        }
    }

    @Test
    void coordinator_ofAnotherAuthority_isNamedAsTls() throws Exception {
        DoctoredStudy other = DoctoredStudy.in(directory.resolve("other"));
        try (Running foreign = Running.of(other)) {
            assertFails(study.examine(HERE, foreign.port()), ExitCode.BAD_DATA, "tls");
        }
    }

    @Test
    void certificate_thatTheCoordinatorHoldsRevoked_isNamedAsHello() throws Exception {
        Path authority = study.directory().resolve("authority");
        AuthorityTasks.revoke(
                authority,
                () -> {
                    throw new AssertionError("the key is under no passphrase");
                },
                serial(study.site().resolve("identity").resolve("tls.pem")),
                InstantSource.system());
        Files.copy(
                authority.resolve("revoked.crl"),
                study.study().coordinator().resolve("revoked.crl"),
                StandardCopyOption.REPLACE_EXISTING);
        assertFails(study.examine(HERE, coordinator.port()), ExitCode.BAD_DATA, "hello");
    }

    private static String serial(Path certificate) throws IOException, GeneralSecurityException {
        try (InputStream in = Files.newInputStream(certificate)) {
            return ((X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in))
                    .getSerialNumber()
                    .toString(16);
        }
    }

    @Test
    void otherPlan_ofTheSameStudy_isNamedAsPlanDigest() throws IOException {
        study.edit(study.study().plan(), "deadline: 60s", "deadline: 61s");
        assertFails(study.examine(HERE, coordinator.port()), ExitCode.REFUSED, "rules", "signatures", "plan digest");
    }

    @Test
    void otherStudy_isNamedAsStudy() throws IOException {
        study.edit(study.study().plan(), "name: \"local-study\"", "name: elsewhere");
        assertFails(study.examine(HERE, coordinator.port()), ExitCode.REFUSED, "rules", "signatures", "study");
    }

    @Test
    void coordinator_ofAnotherVersion_isNamedAsHello_withBothVersions() throws Exception {
        try (OtherRelease other = new OtherRelease(
                study,
                Map.of(
                        "grpc-status", "12",
                        "grpc-message", "the coordinator speaks version 2 of hedgerow, the site [1]",
                        "hedgerow-refusal", "VERSION_MISMATCH"))) {
            Checkup checkup = study.examine(HERE, other.port());
            assertFails(checkup, ExitCode.BAD_DATA, "hello");
            Finding hello = failed(checkup);
            assertTrue(hello.found().contains("version 2 of hedgerow, the site [1]"), hello.found());
            assertEquals("install the same release at both ends", hello.fix());
        }
    }

    /** So old or new that it does not know the call. */
    @Test
    void coordinator_thatDoesNotKnowTheCall_isNamedAsHello() throws Exception {
        try (OtherRelease other =
                new OtherRelease(study, Map.of("grpc-status", "12", "grpc-message", "Method not found"))) {
            Checkup checkup = study.examine(HERE, other.port());
            assertFails(checkup, ExitCode.BAD_DATA, "hello");
            assertEquals(
                    "install the same release at both ends", failed(checkup).fix());
        }
    }

    @Test
    void coordinator_thatIsNotReady_isNamedAsHello_andWaitingIsTheFix() throws Exception {
        IdentityDirectory identity = new IdentityDirectory(study.study().coordinator());
        SignedPlan plan = SignedPlan.read(study.study().plan(), study.study().roster());
        TrustSettings trust = TrustSettings.forCoordinator(identity, InstantSource.system());
        TlsMaterial tls = TlsMaterial.load(identity, CertifiedName.coordinator("hub"), trust);
        CoordinatorOptions options = CoordinatorOptions.of(
                StudyPin.of(plan.plan(), 1),
                Set.copyOf(plan.plan().sites()),
                new WireTls(tls.keyManager(), trust.trustSites()),
                chain -> new SiteId(trust.require(List.of(chain), Role.SITE).name()));
        try (GrpcCoordinator restarted =
                new GrpcCoordinator(options, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), List.of())) {
            restarted.recall(List.of(new Task(plan.plan().name(), 0, 1, Payload.empty(), Set.of())));
            Checkup checkup = study.examine(HERE, restarted.port());
            assertFails(checkup, ExitCode.STUDY_ENDED, "hello");
            Finding hello = failed(checkup);
            assertTrue(hello.found().contains("reads its journal"), hello.found());
            assertTrue(String.valueOf(hello.fix()).startsWith("wait until the coordinator is ready"), hello.toString());
        }
    }

    private static Finding failed(Checkup checkup) {
        return checkup.findings().stream()
                .filter(one -> one.status() == Status.FAIL)
                .findFirst()
                .orElseThrow();
    }
}
