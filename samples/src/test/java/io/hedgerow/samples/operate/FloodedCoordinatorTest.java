package io.hedgerow.samples.operate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.round.Payload;
import io.hedgerow.core.round.ProtectedUpdate;
import io.hedgerow.core.round.SiteId;
import io.hedgerow.transport.channel.GrpcSite;
import io.hedgerow.transport.channel.Refusal;
import io.hedgerow.transport.channel.RefusedException;
import io.hedgerow.transport.channel.SiteOptions;
import io.hedgerow.transport.channel.WireTls;
import io.hedgerow.transport.identity.CertifiedName;
import io.hedgerow.transport.identity.IdentityDirectory;
import io.hedgerow.transport.identity.TlsMaterial;
import io.hedgerow.transport.identity.TrustSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Strangers and an enrolled site that want to stop a coordinator. The study goes on. */
@Timeout(300)
@DisabledOnOs(OS.WINDOWS) // there is no such limit
class FloodedCoordinatorTest {

    private static final int DESCRIPTORS = 300;
    private static final int HALF_A_FLOOD = 500;

    @TempDir
    Path temp;

    private static void dial(int port, List<Socket> flood) throws IOException {
        for (int k = 0; k < HALF_A_FLOOD; k++) {
            flood.add(new Socket(InetAddress.getLoopbackAddress(), port));
        }
    }

    /** All of the flood stays open, and comes from the sites' own address. */
    @Test
    void thousandConnections_atThreeHundredDescriptors_leaveTheNetworkAsItIs() throws Exception {
        List<Socket> flood = new ArrayList<>();
        try (TestFederation federation = TestFederation.plain(temp.resolve("study"), 3, 0, 60)) {
            Child coordinator = federation.coordinatorWithDescriptors(DESCRIPTORS);
            dial(federation.port(), flood);
            List<Child> sites = federation.everySite();
            federation.awaitDialled(federation.sites().toArray(String[]::new));
            dial(federation.port(), flood);
            coordinator.ends(0);
            for (Child site : sites) {
                site.ends(0);
            }
            assertEquals("rounds-completed", federation.state());
            assertEquals(federation.networkInProcess(), federation.networkFile());
            String log = Files.readString(federation.study().coordinator().resolve("state/local-study.security.log"));
            assertTrue(log.contains("unknown at /127.0.0.1:") && log.contains("too many connections"), log);
            assertTrue(log.lines().count() < 200, "a flood fills no log: " + log.lines().count());
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
            Child.limited("coordinator", out, "-n 90", "io.hedgerow.samples.cli.Hedgerow", federation.coordinatorArguments())
                    .fails(3, "ulimit -n");
        }
    }

    /** The plan has five variables: what is larger than its largest message is no message of it. */
    @Test
    void enrolledSiteThatSendsTooMuch_isRefused() throws Exception {
        try (TestFederation federation = TestFederation.plain(temp.resolve("study"), 3, 0, 60)) {
            federation.coordinator();
            SignedPlan signed = SignedPlan.read(federation.study().plan(), federation.study().roster());
            IdentityDirectory identity =
                    new IdentityDirectory(federation.study().site("site-1").resolve("identity"));
            TrustSettings trust = TrustSettings.forSite(identity, InstantSource.system());
            TlsMaterial tls = TlsMaterial.load(identity, CertifiedName.site("site-1"), trust);
            WireTls wire = new WireTls(tls.keyManager(), trust.trustCoordinator("127.0.0.1", "hub"));
            try (GrpcSite site =
                    new GrpcSite(SiteOptions.of(signed.pin(), "127.0.0.1", federation.port(), wire), 0)) {
                site.send(new ProtectedUpdate(
                        new SiteId("site-1"),
                        signed.plan().name(),
                        0,
                        "none",
                        Payload.copyOf(new byte[1 << 20])));
                RefusedException e = assertThrows(RefusedException.class, site::receive);
                assertEquals(Refusal.TOO_LARGE, e.refusal());
                assertTrue(e.getMessage().contains("limit of 65536 bytes"), e.getMessage());
            }
        }
    }
}
