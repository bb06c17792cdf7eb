// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.operate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.protocol.ProtectedUpdate;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.transport.channel.RefusedException;
import io.hedgerow.transport.channel.RefusedException.Refusal;
import io.hedgerow.transport.identity.IdentityDirectory;
import io.hedgerow.transport.internal.certificate.CertifiedName;
import io.hedgerow.transport.internal.grpc.site.GrpcSite;
import io.hedgerow.transport.internal.grpc.site.SiteOptions;
import io.hedgerow.transport.internal.identity.TlsMaterial;
import io.hedgerow.transport.internal.identity.TrustSettings;
import io.hedgerow.transport.internal.link.StudyPin;
import io.hedgerow.transport.internal.link.WireTls;
import io.hedgerow.transport.node.SignedPlan;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Strangers and an enrolled site that want to stop a coordinator. The study goes on. */
@Tag("slow")
@Timeout(300)
@DisabledOnOs(OS.WINDOWS) // there is no such limit
class FloodedCoordinatorTest {

    private static final int DESCRIPTORS = 300;
    private static final int HALF_A_FLOOD = 500;
    private static final int PATIENCE_MILLIS = 5000;

    @TempDir
    Path temp;

    /** Dials until all are there; whoever cannot be reached for a while is not dialled any more. */
    private static Thread flood(int port, Queue<Socket> flood) {
        Thread dialling = new Thread(() -> {
            try {
                for (int k = 0; k < HALF_A_FLOOD; k++) {
                    Socket socket = new Socket();
                    flood.add(socket);
                    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), PATIENCE_MILLIS);
                }
            } catch (IOException full) {
                // nothing more to be had
            }
        });
        dialling.start();
        return dialling;
    }

    /**
     * Half of the flood is there when a site joins, and half comes while rounds run. All of it stays open, from the
     * sites' own address. Masks are stored in files of their own in every round, each of which needs a descriptor.
     */
    @Test
    void thousandConnections_atThreeHundredDescriptors_leaveTheNetworkAsItIs() throws Exception {
        Queue<Socket> flood = new ConcurrentLinkedQueue<>();
        try (TestFederation federation = TestFederation.masked(temp.resolve("study"), 3, 0, 60)) {
            Child coordinator = federation.coordinatorWithDescriptors(DESCRIPTORS);
            List<Child> sites = new ArrayList<>(List.of(federation.site("site-1"), federation.site("site-2")));
            coordinator.awaitOutput("site site-1 is connected");
            coordinator.awaitOutput("site site-2 is connected");
            flood(federation.port(), flood).join();
            sites.add(federation.site("site-3"));
            coordinator.awaitOutput("site site-3 is connected");
            Thread during = flood(federation.port(), flood);
            coordinator.ends(0);
            during.join();
            for (Child site : sites) {
                site.ends(0);
            }
            assertEquals("rounds-completed", federation.state());
            assertEquals(federation.networkInProcess(), federation.networkFile());
            String log = Files.readString(federation.study().coordinator().resolve("state/local-study.security.log"));
            assertTrue(log.contains("unknown at /127.0.0.1:") && log.contains("too many connections"), log);
            assertTrue(
                    log.lines().count() < 200,
                    "a flood fills no log: " + log.lines().count());
        } finally {
            for (Socket socket : flood) {
                socket.close();
            }
        }
    }

    @Test
    void tooFewDescriptorsForTheSites_areSaidBeforeTheStudyBegins() throws Exception {
        try (TestFederation federation = TestFederation.plain(temp.resolve("study"), 3, 0, 60)) {
            Path out = temp.resolve("coordinator");
            Child.limited(
                            "coordinator",
                            out,
                            "-n 105",
                            "io.hedgerow.samples.cli.Hedgerow",
                            federation.coordinatorArguments())
                    .fails(3, "ulimit -n");
        }
    }

    /** The plan has five variables: what is larger than its largest message is no message of it. */
    @Test
    void enrolledSiteThatSendsTooMuch_isRefused() throws Exception {
        try (TestFederation federation = TestFederation.plain(temp.resolve("study"), 3, 0, 60)) {
            federation.coordinator();
            SignedPlan signed = SignedPlan.read(
                    federation.study().plan(), federation.study().roster());
            IdentityDirectory identity =
                    new IdentityDirectory(federation.study().site("site-1").resolve("identity"));
            TrustSettings trust = TrustSettings.forSite(identity, InstantSource.system());
            TlsMaterial tls = TlsMaterial.load(identity, CertifiedName.site("site-1"), trust);
            WireTls wire = new WireTls(tls.keyManager(), trust.trustCoordinator("127.0.0.1", "hub"));
            try (GrpcSite site = new GrpcSite(
                    SiteOptions.of(StudyPin.of(signed.plan(), 1), "127.0.0.1", federation.port(), wire), 0)) {
                site.send(new ProtectedUpdate(
                        new SiteId("site-1"), signed.plan().name(), 0, "none", Payload.copyOf(new byte[1 << 20])));
                RefusedException e = assertThrows(RefusedException.class, () -> {
                    while (true) {
                        site.receive(); // the first task comes before the refusal
                    }
                });
                assertEquals(Refusal.TOO_LARGE, e.refusal());
                assertTrue(e.getMessage().contains("limit of 65536 bytes"), e.getMessage());
            }
        }
    }
}
