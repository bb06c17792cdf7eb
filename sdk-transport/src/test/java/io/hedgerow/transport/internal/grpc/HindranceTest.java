// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.grpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.protocol.CoordinatorMessage;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.StudyState;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.transport.channel.RefusedException;
import io.hedgerow.transport.channel.RefusedException.Refusal;
import io.hedgerow.transport.channel.SiteLink;
import io.hedgerow.transport.channel.SiteLink.Hindrance;
import io.hedgerow.transport.channel.SiteLink.Hindrance.Kind;
import io.hedgerow.transport.internal.grpc.coordinator.GrpcCoordinator;
import io.hedgerow.transport.internal.grpc.site.Admission;
import io.hedgerow.transport.internal.grpc.site.GrpcSite;
import io.hedgerow.transport.internal.grpc.site.SiteOptions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Why a site cannot come is known to its coordinator, and who is waited for to all sites. */
@Tag("slow")
@Timeout(120)
class HindranceTest {

    private static final SiteId A = new SiteId("a");
    private static final SiteId B = new SiteId("b");
    /** Its update of round 1 is in a sum. */
    private static final List<Task> HISTORY =
            List.of(Wires.task(0), Wires.task(1), new Task(Wires.PIN.study(), 2, 1, Payload.empty(), Set.of(A)));

    private final BlockingQueue<SiteLink> told = new LinkedBlockingQueue<>();
    private final BlockingQueue<List<Hindrance>> noticed = new LinkedBlockingQueue<>();

    private GrpcCoordinator coordinator() throws Exception {
        return Wires.start(Wires.coordinatorOptions("a", "b").with(told::add), HISTORY);
    }

    private static Optional<Kind> of(GrpcCoordinator coordinator, SiteId site) {
        return coordinator.links().stream()
                .filter(link -> link.site().equals(site))
                .findFirst()
                .flatMap(SiteLink::hindrance)
                .map(Hindrance::kind);
    }

    @Test
    void lostHome_isKnownWhenTheSiteWantsToJoin_andNotWhenSomebodyAsks() throws Exception {
        try (GrpcCoordinator coordinator = coordinator()) {
            SiteOptions options = Wires.siteOptions("a", coordinator.port());
            assertEquals(
                    Refusal.MEMORY_LOST,
                    assertThrows(RefusedException.class, () -> Admission.ask(options))
                            .refusal());
            assertEquals(Optional.empty(), of(coordinator, A), "a doctor brings no home");
            for (int again = 0; again < 2; again++) {
                try (GrpcSite forgetful = new GrpcSite(options, 0)) {
                    assertThrows(RefusedException.class, forgetful::receive);
                }
            }
            assertEquals(Optional.of(Kind.HOME_LOST), of(coordinator, A));
            assertEquals(
                    Optional.of(new Hindrance(A, Kind.HOME_LOST)), told.take().hindrance());
            assertTrue(told.isEmpty(), "it is told once");
            try (GrpcSite site = new GrpcSite(options, 2)) {
                site.receive();
                assertEquals(Optional.empty(), of(coordinator, A));
                try (GrpcSite second = new GrpcSite(options, 0)) {
                    assertThrows(RefusedException.class, second::receive);
                }
                assertEquals(Optional.empty(), of(coordinator, A), "the one that is there is in order");
            }
        }
    }

    @Test
    void lastWord_isHeardWhileTheSiteIsAway_andJoinsNothing() throws Exception {
        try (GrpcCoordinator coordinator = coordinator()) {
            SiteOptions options = Wires.siteOptions("a", coordinator.port());
            Admission.lastWord(options, Kind.NO_ROOM);
            assertEquals(Optional.of(Kind.NO_ROOM), of(coordinator, A), "although it has brought no home");
            SiteLink link = told.take();
            assertFalse(link.online());
            assertEquals(0, link.connections());
            try (RefusalTest.RawClient client = new RefusalTest.RawClient("a", coordinator.port())) {
                RawStream joining = client.open().send(RawStream.hello("x").saying(Kind.NO_ROOM));
                assertEquals(Refusal.MALFORMED, joining.awaitRefusal());
            }
            try (GrpcSite site = new GrpcSite(options, 2)) {
                site.receive();
                Admission.lastWord(options, Kind.REFUSED);
                assertEquals(Optional.empty(), of(coordinator, A));
            }
        }
    }

    @Test
    void notice_reachesSitesThatAreThere_andThoseThatCome_inTheThreadThatWaits() throws Exception {
        Hindrance lost = new Hindrance(A, Kind.HOME_LOST);
        try (GrpcCoordinator coordinator = coordinator()) {
            coordinator.notice(List.of(lost));
            Thread waits = Thread.currentThread();
            try (GrpcSite site = new GrpcSite(Wires.siteOptions("b", coordinator.port()), 2, now -> {
                assertEquals(waits, Thread.currentThread());
                noticed.add(now);
            })) {
                assertEquals(HISTORY.get(2), site.receive());
                assertEquals(List.of(lost), noticed.take());
                coordinator.notice(List.of());
                CoordinatorMessage.Outcome end =
                        new CoordinatorMessage.Outcome(Wires.PIN.study(), StudyState.QUORUM_NOT_MET, Payload.empty());
                coordinator.broadcast(end);
                assertEquals(end, site.receive());
                assertEquals(List.of(), noticed.take(), "before the end");
            }
        }
    }

    @Test
    void excludedSite_isTold_andNothingWaitsForIt() throws Exception {
        try (GrpcCoordinator coordinator = coordinator();
                GrpcSite site = new GrpcSite(Wires.siteOptions("a", coordinator.port()), 2)) {
            site.receive();
            coordinator.exclude(A);
            coordinator.exclude(B);
            RefusedException e = assertThrows(RefusedException.class, site::receive);
            assertEquals(Refusal.EXCLUDED, e.refusal());
            assertTrue(e.getMessage().contains("goes on without site a"), e.getMessage());
            SiteOptions options = Wires.siteOptions("b", coordinator.port());
            assertEquals(
                    Refusal.EXCLUDED,
                    assertThrows(RefusedException.class, () -> Admission.await(options, () -> {}))
                            .refusal());
            Admission.lastWord(options, Kind.NO_ROOM);
            assertEquals(Optional.of(Kind.EXCLUDED), of(coordinator, B));
            coordinator.broadcast(
                    new CoordinatorMessage.Outcome(Wires.PIN.study(), StudyState.CONVERGED, Payload.empty()));
            assertTrue(coordinator.awaitDelivery(Duration.ZERO));
            SiteId other = new SiteId("c");
            assertThrows(IllegalArgumentException.class, () -> coordinator.exclude(other));
        }
    }
}
