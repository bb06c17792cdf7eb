// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.siteapp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.hedgerow.core.federation.RoundObserver;
import io.hedgerow.core.protocol.StudyState;
import io.hedgerow.samples.operate.LocalStudy;
import io.hedgerow.samples.operate.TestFederation;
import io.hedgerow.transport.channel.SiteLink;
import io.hedgerow.transport.identity.IdentityDirectory;
import io.hedgerow.transport.node.CoordinatorNode;
import io.hedgerow.transport.node.Membership;
import io.hedgerow.transport.node.SignedPlan;
import io.hedgerow.transport.node.Site;
import io.hedgerow.transport.node.StudyEnd;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two of three sites are a quorum, and the third site is late. A deadline within which sites must answer is as long as
 * a round can take on a busy machine.
 */
@Tag("slow")
@Timeout(120)
class StartWindowStudyTest {

    /** Rounds of which all sites are there end before it. */
    private static final Duration LONG = Duration.ofMinutes(2);
    /** Is waited for to its end; what a site does within it takes milliseconds. */
    private static final Duration SHORT = Duration.ofSeconds(10);

    @TempDir
    Path folder;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Future<StudyEnd>> sites = new ArrayList<>();
    private final CompletableFuture<Integer> firstRound = new CompletableFuture<>();
    private final RoundObserver observer = (report, consensus) -> firstRound.complete(report.sites());

    @AfterEach
    void close() throws InterruptedException {
        threads.shutdownNow();
        threads.awaitTermination(1, TimeUnit.MINUTES); // before the directory is deleted
    }

    private LocalStudy study(int rounds, Duration deadline) {
        LocalStudy study = new LocalStudy(
                folder.resolve("study"),
                new LocalStudy.Terms(
                        "fed-sparse", Map.of("vote-rounds", "1"), Optional.empty(), false, rounds, 2, deadline),
                InstantSource.system());
        study.create(TestFederation.rows(3));
        return study;
    }

    private void join(LocalStudy study, String name, LocalHub hub) throws Exception {
        SignedPlan plan = SignedPlan.read(study.plan());
        Path file = study.site(name).resolve("rows.csv");
        Membership membership = Site.open(study.site(name)).join(plan, plan.rows(file), hub.address());
        sites.add(threads.submit(() -> membership.run(event -> {})));
    }

    private void requireEnded(LocalHub hub) throws Exception {
        assertEquals(StudyState.ROUNDS_COMPLETED, hub.finished().ended().state());
        for (Future<StudyEnd> site : sites) {
            assertEquals(Optional.of(StudyState.ROUNDS_COMPLETED), site.get().state());
        }
    }

    private static void awaitConnected(LocalHub hub, int sites) {
        while (hub.connected() < sites) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    @Test
    void noRoundBegins_untilTheLastSiteIsConnected_howeverShortTheDeadline() throws Exception {
        LocalStudy study = study(2, SHORT);
        try (LocalHub hub = new LocalHub(study, observer, Duration.ofHours(1))) {
            join(study, "site-1", hub);
            join(study, "site-2", hub);
            awaitConnected(hub, 2);
            // without a window the two would have had their first round by then
            long beyond = SHORT.plusSeconds(1).toMillis();
            assertThrows(TimeoutException.class, () -> firstRound.get(beyond, TimeUnit.MILLISECONDS));
            join(study, "site-3", hub);
            assertEquals(3, firstRound.get());
            requireEnded(hub);
        }
    }

    /** Nothing of the study has begun, although there is a journal. */
    @Test
    void coordinatorThatIsStartedAgainInTheWindow_waitsForAllSitesAgain() throws Exception {
        LocalStudy study = study(2, LONG);
        try (LocalHub first = new LocalHub(study, observer, Duration.ofHours(1))) {
            first.awaiting();
            first.stop();
        }
        try (LocalHub second = new LocalHub(study, observer, Duration.ofHours(1))) {
            second.awaiting();
            for (String site : study.names()) {
                join(study, site, second);
            }
            assertEquals(3, firstRound.get());
            requireEnded(second);
        }
    }

    /** The window has a length of its own; that of a round is for sites that are there. */
    @Test
    void coordinatorThatIsToldNoWindow_waitsAsLongAsForARound() throws Exception {
        LocalStudy study = study(2, Duration.ofHours(2));
        InstantSource clock = InstantSource.fixed(Instant.now());
        CompletableFuture<Instant> awaiting = new CompletableFuture<>();
        CoordinatorNode hub = new CoordinatorNode(
                        new IdentityDirectory(study.coordinator()), folder.resolve("hub"), clock)
                .listeningAt(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        Future<?> unused = threads.submit(() -> hub.run(SignedPlan.read(study.plan()), new CoordinatorNode.Watch() {
            @Override
            public void listening(int port, Supplier<List<SiteLink>> links) {}

            @Override
            public void awaitingSites(Instant until) {
                awaiting.complete(until);
            }
        }));
        Duration window = Duration.between(clock.instant(), awaiting.get(1, TimeUnit.MINUTES));
        assertEquals(2, window.plusSeconds(60).toHours());
    }

    @Test
    void windowThatIsOver_beginsWithThoseThatAreThere() throws Exception {
        // both are needed for a quorum, and have to connect within the window
        LocalStudy study = study(1, SHORT);
        try (LocalHub hub = new LocalHub(study, observer, SHORT)) {
            join(study, "site-1", hub);
            join(study, "site-2", hub);
            assertEquals(2, firstRound.get());
            requireEnded(hub);
        }
    }
}
