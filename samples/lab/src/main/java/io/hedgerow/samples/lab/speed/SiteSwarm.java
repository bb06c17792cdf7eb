// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.speed;

import io.hedgerow.core.protocol.CoordinatorMessage;
import io.hedgerow.core.protocol.ProtectedUpdate;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.samples.operate.LocalAuthority;
import io.hedgerow.transport.identity.IdentityDirectory;
import io.hedgerow.transport.internal.certificate.CertifiedName;
import io.hedgerow.transport.internal.grpc.coordinator.CoordinatorOptions;
import io.hedgerow.transport.internal.grpc.site.GrpcSite;
import io.hedgerow.transport.internal.grpc.site.SiteOptions;
import io.hedgerow.transport.internal.identity.TlsMaterial;
import io.hedgerow.transport.internal.identity.TrustSettings;
import io.hedgerow.transport.internal.link.StudyPin;
import io.hedgerow.transport.internal.link.WireTls;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;

/** Runs many sites in one separate process. They answer every task at once, with as many bytes as it has. */
public final class SiteSwarm {

    static final StudyPin PIN = new StudyPin("load", Payload.empty(), 1);

    /** Sites that connect at a time: on a busy machine more would all miss the time for their handshake. */
    private static final int CONNECTING = 16;

    private SiteSwarm() {}

    /** Runs sites until the study ends, given the folder of keys, the coordinator's port and the number of sites. */
    public static void main(String[] arguments) {
        LoopbackKeys keys = new LoopbackKeys(Path.of(arguments[0]));
        int port = Integer.parseInt(arguments[1]);
        int sites = Integer.parseInt(arguments[2]);
        ExecutorService executor = Executors.newFixedThreadPool(sites);
        Semaphore connecting = new Semaphore(CONNECTING);
        for (int p = 0; p < sites; p++) {
            SiteId site = LoopbackKeys.site(p);
            SiteOptions options = keys.options(site, port);
            executor.execute(() -> serve(site, options, connecting));
        }
        executor.shutdown();
    }

    private static void serve(SiteId site, SiteOptions options, Semaphore connecting) {
        connecting.acquireUninterruptibly();
        try (GrpcSite channel = new GrpcSite(options, 0)) {
            CoordinatorMessage message = channel.receive();
            connecting.release();
            while (message instanceof Task task) {
                channel.send(new ProtectedUpdate(site, task.study(), task.round(), "none", task.consensusChange()));
                message = channel.receive();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Keys in a folder of their own, for a coordinator and sites on this machine. Not for data. */
    record LoopbackKeys(Path folder) {

        private static final String HOST = "127.0.0.1";
        private static final InstantSource CLOCK = InstantSource.system();
        private static final CertifiedName COORDINATOR = CertifiedName.coordinator("coordinator");

        static SiteId site(int site) {
            return new SiteId("site-" + (site + 1));
        }

        /** Makes an authority, and keys of a coordinator and of sites. */
        void make(int sites) throws IOException {
            Path root = folder.resolve("authority");
            LocalAuthority authority = LocalAuthority.init(root, "loopback", CLOCK);
            authority.enrolCoordinator(COORDINATOR.name(), identity(COORDINATOR), List.of(HOST));
            for (int p = 0; p < sites; p++) {
                CertifiedName name = CertifiedName.site(site(p).value());
                authority.enrolSite(name.name(), identity(name));
            }
        }

        CoordinatorOptions coordinator(Set<SiteId> sites) {
            IdentityDirectory own = new IdentityDirectory(identity(COORDINATOR));
            TrustSettings trust = TrustSettings.forCoordinator(own, CLOCK);
            return CoordinatorOptions.of(
                    PIN,
                    sites,
                    new WireTls(TlsMaterial.load(own, COORDINATOR, trust).keyManager(), trust.trustSites()),
                    chain -> new SiteId(trust.require(List.of(chain), CertifiedName.Role.SITE)
                            .name()));
        }

        SiteOptions options(SiteId site, int port) {
            CertifiedName name = CertifiedName.site(site.value());
            IdentityDirectory own = new IdentityDirectory(identity(name));
            TrustSettings trust = TrustSettings.forSite(own, CLOCK);
            return SiteOptions.of(
                    PIN,
                    HOST,
                    port,
                    new WireTls(
                            TlsMaterial.load(own, name, trust).keyManager(),
                            trust.trustCoordinator(HOST, COORDINATOR.name())));
        }

        private Path identity(CertifiedName name) {
            return folder.resolve(name.name());
        }
    }
}
