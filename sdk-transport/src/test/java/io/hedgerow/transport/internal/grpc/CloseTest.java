// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.grpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.transport.channel.RefusedException;
import io.hedgerow.transport.channel.SiteLink;
import io.hedgerow.transport.internal.grpc.coordinator.CoordinatorOptions;
import io.hedgerow.transport.internal.grpc.coordinator.GrpcCoordinator;
import io.hedgerow.transport.internal.grpc.site.GrpcSite;
import io.hedgerow.transport.internal.grpc.site.SiteOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("slow")
@Timeout(60)
class CloseTest {

    @Test
    void close_leavesNoThread() throws Exception {
        Set<Thread> made = ConcurrentHashMap.newKeySet();
        ThreadFactory threads = task -> {
            Thread thread = new Thread(task, "hedgerow-test-" + made.size());
            made.add(thread);
            return thread;
        };
        CoordinatorOptions options = Wires.coordinatorOptions("a");
        GrpcCoordinator coordinator = Wires.start(
                new CoordinatorOptions(
                        options.pin(),
                        options.sites(),
                        options.tls(),
                        options.naming(),
                        options.settings(),
                        options.listener(),
                        threads,
                        options.clock(),
                        options.security()),
                List.of());
        SiteOptions base = Wires.siteOptions("a", coordinator.port());
        GrpcSite site = new GrpcSite(
                new SiteOptions(
                        base.pin(),
                        base.host(),
                        base.port(),
                        base.tls(),
                        base.settings(),
                        base.reconnect(),
                        threads,
                        base.nanoTime(),
                        base.jitter(),
                        base.proxy(),
                        base.reported()),
                0);
        coordinator.broadcast(Wires.task(0));
        assertEquals(Wires.task(0), site.receive());
        site.close();
        coordinator.close();
        assertTrue(made.size() >= 4, "the wire must run on the threads it was given, made " + made.size());
        for (Thread thread : made) {
            thread.join(TimeUnit.SECONDS.toMillis(30));
            assertTrue(!thread.isAlive(), thread.getName());
        }
        site.close();
        coordinator.close();
    }

    @Test
    void close_sendsWhatWasHandedOver() throws Exception {
        try (GrpcCoordinator coordinator = Wires.coordinator("a")) {
            try (GrpcSite site = Wires.site("a", coordinator.port())) {
                coordinator.broadcast(Wires.task(0));
                site.receive();
                site.send(NetworkFaultTest.update(0, new byte[3 << 20]));
            }
            assertEquals(
                    0,
                    coordinator.awaitReply(Duration.ofSeconds(30)).orElseThrow().round());
            assertTrue(coordinator.awaitDelivery(Duration.ofSeconds(30)));
        }
    }

    @Test
    void close_wakesTheOneWhoWaits() throws Exception {
        ExecutorService executor = Executors.newSingleThreadExecutor();
        try (GrpcCoordinator coordinator = Wires.coordinator("a")) {
            GrpcSite site = Wires.site("a", coordinator.port());
            Future<?> waiting = executor.submit(site::receive);
            site.close();
            ExecutionException e = assertThrows(ExecutionException.class, () -> waiting.get(30, TimeUnit.SECONDS));
            assertTrue(e.getCause() instanceof IllegalStateException);
            assertThrows(IllegalStateException.class, () -> site.send(NetworkFaultTest.update(0, new byte[0])));
        } finally {
            executor.shutdownNow();
        }
    }

    @Test
    void listener_isToldWhoComesAndGoes() throws Exception {
        List<SiteLink> seen = Collections.synchronizedList(new ArrayList<>());
        CoordinatorOptions options = Wires.coordinatorOptions("a", "b").with((SiteLink.Listener) seen::add);
        try (GrpcCoordinator coordinator = Wires.start(options, List.of())) {
            try (GrpcSite site = Wires.site("b", coordinator.port())) {
                coordinator.broadcast(Wires.task(0));
                site.receive();
            }
            assertTrue(coordinator.links().get(0).lastSeen().isEmpty());
            SiteLink link = coordinator.links().get(1);
            assertEquals("b", link.site().value());
            assertTrue(link.lastSeen().isPresent());
            assertTrue(link.traffic().wireIn() > 500 && link.traffic().wireOut() > 500, link.toString());
        }
        assertTrue(seen.get(0).online());
        assertTrue(!seen.get(seen.size() - 1).online());
    }

    /**
     * A stream's end is told by gRPC in more than one way, and a stream that another replaced ends while its site is
     * there.
     */
    @Test
    void listener_isToldOnceOfEachComingAndGoing() throws Exception {
        List<Boolean> online = Collections.synchronizedList(new ArrayList<>());
        CoordinatorOptions options = Wires.coordinatorOptions("a").with((SiteLink.Listener) link -> {
            online.add(link.online());
        });
        try (GrpcCoordinator coordinator = Wires.start(options, List.of())) {
            coordinator.broadcast(Wires.task(0));
            try (GrpcSite first = Wires.site("a", coordinator.port())) {
                first.receive();
                try (GrpcSite second = Wires.site("a", coordinator.port())) {
                    second.receive();
                    assertThrows(RefusedException.class, first::receive);
                }
            }
            try (GrpcSite third = Wires.site("a", coordinator.port())) {
                third.receive();
            }
        }
        assertEquals(List.of(true, true, false, true, false), online);
    }
}
