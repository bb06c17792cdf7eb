// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.siteapp;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.federation.RoundObserver;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.samples.operate.LocalStudy;
import io.hedgerow.transport.channel.SiteLink;
import io.hedgerow.transport.node.CoordinatorNode;
import io.hedgerow.transport.node.Membership;
import io.hedgerow.transport.node.SignedPlan;
import io.hedgerow.transport.node.Site;
import io.hedgerow.transport.node.StudyEnd;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** A coordinator in this process, at a free port. */
final class LocalHub implements CoordinatorNode.Watch, AutoCloseable {

    private final ExecutorService thread = Executors.newSingleThreadExecutor();
    private final CompletableFuture<Integer> port = new CompletableFuture<>();
    private final CompletableFuture<Instant> awaiting = new CompletableFuture<>();
    private final Future<CoordinatorNode.Finished> end;
    private final RoundObserver observer;
    private volatile Parameters consensus;
    private volatile Supplier<List<SiteLink>> links = List::of;

    LocalHub(LocalStudy study, RoundObserver observer) throws IOException {
        this(study, observer, Duration.ZERO);
    }

    /** One that waits so long for all sites before it begins. */
    LocalHub(LocalStudy study, RoundObserver observer, Duration startWindow) throws IOException {
        this.observer = observer;
        Path directory = Files.createDirectories(study.coordinator().resolveSibling("hub"));
        if (Files.exists(study.coordinator())) { // otherwise one was here before
            Files.move(study.coordinator(), directory.resolve("identity"));
        }
        end = thread.submit(() -> {
            try {
                return run(directory, study.plan(), startWindow, this);
            } catch (RuntimeException e) {
                port.completeExceptionally(e);
                throw e;
            }
        });
    }

    /** A study of all its sites, which read their own files, in threads of this process but over the wire. */
    static CoordinatorNode.Finished wholeStudy(LocalStudy study) throws Exception {
        SignedPlan plan = SignedPlan.read(study.plan());
        ExecutorService threads = Executors.newFixedThreadPool(study.names().size());
        try (LocalHub hub = new LocalHub(study, (report, consensus) -> {})) {
            List<Future<StudyEnd>> sites = new ArrayList<>();
            for (String name : study.names()) {
                Path file = study.site(name).resolve("rows.csv");
                Membership membership =
                        Site.open(study.site(name)).join(plan, plan.rows(new SiteId(name), file), hub.address());
                sites.add(threads.submit(() -> membership.run(event -> {})));
            }
            for (Future<StudyEnd> site : sites) {
                site.get();
            }
            return hub.finished();
        } finally {
            threads.shutdownNow();
        }
    }

    private static CoordinatorNode.Finished run(Path directory, Path file, Duration window, CoordinatorNode.Watch watch)
            throws InterruptedException {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        // region:hub
        CoordinatorNode hub =
                CoordinatorNode.open(directory).listeningAt(address).withStartWindow(window); // for all to connect
        SignedPlan plan = SignedPlan.read(file); // signatures and roster are beside it
        return hub.run(plan, watch); // told where it listens; goes on with a study that was begun
        // endregion
    }

    /** Waits until it waits for sites to connect: until when at most. */
    Instant awaiting() throws Exception {
        return awaiting.get(1, TimeUnit.MINUTES);
    }

    @Override
    public void awaitingSites(Instant until) {
        awaiting.complete(until);
    }

    /** Where sites dial. */
    String address() throws Exception {
        return "127.0.0.1:" + port.get();
    }

    CoordinatorNode.Finished finished() throws InterruptedException, ExecutionException {
        return end.get();
    }

    /** How many sites are connected now. */
    long connected() {
        return links.get().stream().filter(SiteLink::online).count();
    }

    /** Of the last round. */
    Parameters consensus() {
        return consensus;
    }

    @Override
    public void listening(int free, Supplier<List<SiteLink>> links) {
        this.links = links;
        port.complete(free);
    }

    @Override
    public RoundObserver rounds() {
        return (report, result) -> {
            consensus = result;
            observer.roundEnded(report, result);
        };
    }

    /** Stops, and waits until everything is closed that another one opens. */
    void stop() throws InterruptedException {
        close();
        assertTrue(thread.awaitTermination(1, TimeUnit.MINUTES), "the coordinator does not stop");
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
