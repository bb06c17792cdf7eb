// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.text.Traces;
import io.hedgerow.transport.HostLogs;
import io.hedgerow.transport.identity.IdentityDirectory;
import io.hedgerow.transport.security.SecurityNotice;
import io.hedgerow.transport.security.SecurityNotice.Kind;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** From enrolment to a network: coordinator and sites as a program embeds them, over loopback with certificates. */
@Tag("slow")
@Timeout(120)
class WholeStudyTest extends ThreeSites {

    private final HostLogs logs = new HostLogs();
    private final ExecutorService threads = Executors.newCachedThreadPool();

    /** An application's log at its finest levels has nothing of what these studies send. */
    @AfterEach
    void stop() throws InterruptedException {
        threads.shutdownNow();
        threads.awaitTermination(1, TimeUnit.MINUTES); // before the directory is deleted
        String log = logs.text();
        logs.close();
        Traces cells = new Traces();
        for (String name : SITES) {
            rows(name.length()).forEachRow(cells::of);
        }
        assertEquals(Optional.empty(), cells.in(log));
        assertTrue(!log.contains(" DATA: "), "frames are not logged");
    }

    private CoordinatorNode hub() {
        return new CoordinatorNode(new IdentityDirectory(identity("hub")), temp.resolve("hub/home"), clock)
                .withSecurityNotices(told::add);
    }

    @Test
    void oneStudyWithABudget_isChargedOnce_andAgainRefused() throws Exception {
        SignedPlan plan = plan("first", PRIVATE, BUDGET, NO_MASKS);
        CompletableFuture<Integer> port = new CompletableFuture<>();
        CoordinatorNode node = hub().listeningAt(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        Future<CoordinatorNode.Finished> result =
                threads.submit(() -> node.run(plan, (listening, links) -> port.complete(listening)));
        List<Future<StudyEnd>> ends = new ArrayList<>();
        Map<String, String> notes = new ConcurrentHashMap<>();
        for (String name : SITES) {
            String address = "127.0.0.1:" + port.get(60, TimeUnit.SECONDS);
            Site site = name.equals("north") ? site(name) : site(name).withAnchors(temp.resolve("anchors-" + name));
            Membership membership = site.join(plan, rows(name.length()), address, told::add);
            ends.add(threads.submit(
                    () -> membership.run(event -> notes.merge(name, event.text(), (all, text) -> all + "\n" + text))));
        }
        assertTrue(result.get(60, TimeUnit.SECONDS).network().isPresent());
        for (Future<StudyEnd> end : ends) {
            assertEquals("first", end.get(60, TimeUnit.SECONDS).study());
        }
        assertEquals(
                Set.of("north"),
                SITES.stream()
                        .filter(name -> notes.getOrDefault(name, "").contains("this is the ledger's first charge"))
                        .collect(Collectors.toSet()),
                "only north has no anchors: " + notes);
        assertTrue(
                kinds("first")
                        .containsAll(List.of(
                                Kind.PROCESS_STARTED,
                                Kind.PLAN_ACCEPTED,
                                Kind.BUDGET_RESERVED,
                                Kind.BUDGET_SPENT,
                                Kind.STUDY_JOINED)),
                told.toString());
        SignedPlan second = plan("second", PRIVATE, BUDGET, NO_MASKS);
        Membership spent =
                site("north").join(second, rows(1), "127.0.0.1:1", told::add).withPatience(Duration.ofSeconds(1));
        assertThrows(RuntimeException.class, () -> spent.run(event -> {}));
        assertEquals(
                0,
                kinds("second").stream()
                        .filter(kind -> kind == Kind.BUDGET_RESERVED)
                        .count());
    }

    private List<SecurityNotice> waits(String reason) {
        return told.stream()
                .filter(notice -> notice.kind() == Kind.STUDY_WAITS)
                .filter(notice -> notice.reason().equals(Optional.of(reason)))
                .toList();
    }

    /** A coordinator to which no site comes, and a site that finds none. */
    @Test
    void endsThatWaitForEachOther_sayTheSameInNoticesAsAtTheConsole() throws Exception {
        SignedPlan plan = plan("waiting", PLAIN, NO_BUDGET, NO_MASKS);
        CoordinatorNode node = hub().listeningAt(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        Future<CoordinatorNode.Finished> result = threads.submit(() -> node.run(plan, (listening, links) -> {}));
        List<String> console = new CopyOnWriteArrayList<>();
        Membership alone = site("north").join(plan, rows(1), "127.0.0.1:1", told::add);
        Future<StudyEnd> end = threads.submit(() -> alone.run(event -> {
            if (event.kind() == SiteEvent.Kind.WAITING) {
                console.add(event.text());
            }
        }));
        while (waits("site-away").size() < SITES.size()
                || waits("coordinator-away").isEmpty()) {
            assertFalse(result.isDone() || end.isDone(), "one of them has ended: " + told);
            Thread.sleep(20); // notices come from threads that say nothing else meanwhile
        }
        alone.close();
        assertThrows(ExecutionException.class, () -> end.get(60, TimeUnit.SECONDS));
        assertEquals(waits("coordinator-away").size(), console.size(), console.toString());
        console.forEach(line -> assertTrue(line.contains("coordinator at 127.0.0.1:1 cannot be reached"), line));
        assertEquals(
                Set.copyOf(SITES),
                waits("site-away").stream()
                        .map(notice -> notice.peer().orElseThrow())
                        .collect(Collectors.toSet()));
    }

    @Test
    void threeStudiesAtOnePort_withOneAgentASite_giveNetworks() throws Exception {
        SignedPlan open = plan("open", PLAIN, NO_BUDGET, NO_MASKS);
        SignedPlan masked = plan("masked", PLAIN, NO_BUDGET, MASKS);
        SignedPlan costly = plan("costly", PRIVATE, BUDGET, NO_MASKS);
        List<SignedPlan> all = List.of(open, masked, costly);
        List<Optional<WeightMatrix>> networks = new ArrayList<>();
        try (CoordinatorPort port = CoordinatorPort.open(
                new IdentityDirectory(identity("hub")),
                temp.resolve("hub/home"),
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                3,
                9,
                clock,
                told::add)) {
            CoordinatorNode node = hub().listeningAt(port);
            List<Future<CoordinatorNode.Finished>> results = new ArrayList<>();
            for (SignedPlan plan : all) {
                port.expect(plan);
                results.add(threads.submit(() -> node.run(plan, (listening, links) -> {})));
            }
            List<Future<StudyEnd>> ends = new ArrayList<>();
            for (String name : SITES) {
                SiteAgent agent = new SiteAgent(site(name), told::add);
                for (SignedPlan plan : all) {
                    Membership membership = agent.join(plan, rows(name.length()), "127.0.0.1:" + port.port());
                    ends.add(threads.submit(() -> membership.run(event -> {})));
                }
            }
            for (Future<CoordinatorNode.Finished> result : results) {
                networks.add(result.get(60, TimeUnit.SECONDS).network());
            }
            for (Future<StudyEnd> end : ends) {
                assertTrue(end.get(60, TimeUnit.SECONDS).state().isPresent());
            }
            assertTrue(all.stream().allMatch(node::isTold));
        }
        assertTrue(networks.stream().allMatch(Optional::isPresent));
        assertEquals(networks.get(0), networks.get(1), "behind masks the same sum is found");
        assertEquals(
                SITES.size(),
                kinds("costly").stream()
                        .filter(kind -> kind == Kind.BUDGET_RESERVED)
                        .count());
        assertEquals(
                0,
                kinds("open").stream()
                        .filter(kind -> kind == Kind.BUDGET_RESERVED)
                        .count());
    }

    /** One row of each site is outside of the plan's bounds. */
    @Test
    void numberOfRowsThatThePolicyKeeps_isInNoNote() throws Exception {
        SignedPlan plan = plan("noted", PRIVATE, BUDGET, NO_MASKS);
        CompletableFuture<Integer> port = new CompletableFuture<>();
        CoordinatorNode node = hub().listeningAt(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        Future<?> coordinator = threads.submit(() -> node.run(plan, (listening, links) -> port.complete(listening)));
        String address = "127.0.0.1:" + port.get(60, TimeUnit.SECONDS);
        Map<String, String> notes = new ConcurrentHashMap<>();
        double[][] outside = new double[200][3];
        outside[0][0] = 20;
        RowSource rows = InMemoryRows.of(new VariableSchema(List.of("a", "b", "c")), outside);
        List<Future<StudyEnd>> ends = new ArrayList<>();
        for (String name : SITES) {
            site(name);
            Path policy = temp.resolve(name).resolve("policy.yaml");
            String kept = name.equals("north") ? "zero-out" : "replace-one";
            Files.writeString(policy, Files.readString(policy).replace("replace-one", kept));
            Membership membership = Site.open(temp.resolve(name)).join(plan, rows, address, told::add);
            ends.add(threads.submit(
                    () -> membership.run(event -> notes.merge(name, event.text(), (all, text) -> all + "\n" + text))));
        }
        for (Future<StudyEnd> end : ends) {
            assertTrue(end.get(60, TimeUnit.SECONDS).state().isPresent());
        }
        coordinator.get(60, TimeUnit.SECONDS);
        assertTrue(notes.get("south").contains("1 of 200 rows have a value outside of the plan's"), notes.get("south"));
        String north = notes.get("north");
        assertTrue(north.contains("more rows than the plan allows have a value outside of the plan's"), north);
        assertFalse(north.contains("200"), north);
    }
}
