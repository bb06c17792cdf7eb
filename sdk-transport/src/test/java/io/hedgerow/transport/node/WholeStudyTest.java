// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.transport.HostLogs;
import io.hedgerow.transport.Traces;
import io.hedgerow.transport.identity.IdentityDirectory;
import io.hedgerow.transport.security.SecurityNotice.Kind;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
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
    void stop() {
        threads.shutdownNow();
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
        for (String name : SITES) {
            String address = "127.0.0.1:" + port.get(60, TimeUnit.SECONDS);
            Membership membership = site(name).join(plan, rows(name.length()), address, told::add);
            ends.add(threads.submit(() -> membership.run(event -> {})));
        }
        assertTrue(result.get(60, TimeUnit.SECONDS).network().isPresent());
        for (Future<StudyEnd> end : ends) {
            assertEquals("first", end.get(60, TimeUnit.SECONDS).study());
        }
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
}
