// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.speed;

import io.hedgerow.core.protocol.CoordinatorMessage;
import io.hedgerow.core.protocol.ProtectedUpdate;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.transport.internal.grpc.site.GrpcSite;
import io.hedgerow.transport.internal.grpc.site.SiteOptions;
import io.hedgerow.transport.internal.link.StudyPin;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;

/** Runs many sites in a process of their own. They answer every task at once, with as many bytes as it has. */
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
}
