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
import io.hedgerow.transport.internal.grpc.coordinator.GrpcCoordinator;
import io.hedgerow.transport.internal.grpc.site.Admission;
import io.hedgerow.transport.internal.grpc.site.GrpcSite;
import io.hedgerow.transport.internal.grpc.site.SiteOptions;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("slow")
@Timeout(120)
class RestartTest {

    private static final Duration LONG = Duration.ofSeconds(60);

    private static CoordinatorMessage.Question question(int round, long serial) {
        return new CoordinatorMessage.Question(
                Wires.PIN.study(), round, serial, Payload.copyOf(new byte[] {(byte) serial}));
    }

    private static List<Task> tasks(int count) {
        List<Task> tasks = new ArrayList<>();
        for (int round = 0; round < count; round++) {
            tasks.add(Wires.task(round));
        }
        return tasks;
    }

    @Test
    void coordinatorThatRestarts_sendsWhatTheSiteLacksAndTheOpenTaskAgain() throws Exception {
        GrpcCoordinator first = Wires.coordinator("a");
        int port = first.port();
        try (GrpcSite site = Wires.site("a", port)) {
            for (int round = 0; round < 3; round++) {
                first.broadcast(Wires.task(round));
                assertEquals(Wires.task(round), site.receive());
            }
            site.send(NetworkFaultTest.update(2, new byte[] {2}));
            assertEquals(2, first.awaitReply(LONG).orElseThrow().round());
            // dies before it has dealt with the reply
            first.close();
            try (GrpcCoordinator second = new GrpcCoordinator(
                    Wires.coordinatorOptions("a"),
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
                    tasks(3))) {
                assertEquals(2, second.awaitReply(LONG).orElseThrow().round());
                assertEquals(Wires.task(2), site.receive());
                assertFalse(site.hasNext());
                second.broadcast(Wires.task(3));
                assertEquals(Wires.task(3), site.receive());
            }
        }
    }

    @Test
    void siteThatIsFasterThanTheJournal_waitsForIt() throws Exception {
        try (GrpcCoordinator coordinator = Wires.coordinator("a", "b");
                RefusalTest.RawClient client = new RefusalTest.RawClient("a", coordinator.port());
                GrpcSite fresh = Wires.site("b", coordinator.port())) {
            io.hedgerow.transport.internal.wire.Frame.Hello hello = RawStream.hello("x");
            RawStream early = client.open()
                    .send(new io.hedgerow.transport.internal.wire.Frame.Hello(
                            hello.versions(),
                            hello.study(),
                            hello.planDigest(),
                            "x",
                            "",
                            0,
                            2,
                            1,
                            hello.reported(),
                            1,
                            java.util.Optional.empty()));
            assertEquals(Refusal.NOT_READY, early.awaitRefusal());
            coordinator.recall(tasks(2));
            RefusedException e = assertThrows(
                    RefusedException.class, () -> Admission.ask(Wires.siteOptions("b", coordinator.port())));
            assertEquals(Refusal.NOT_READY, e.refusal());
            coordinator.broadcast(Wires.task(2));
            try (GrpcSite site = new GrpcSite(Wires.siteOptions("a", coordinator.port()), 2)) {
                assertEquals(Wires.task(2), site.receive());
                assertFalse(site.hasNext());
            }
            for (int round = 0; round < 3; round++) {
                assertEquals(Wires.task(round), fresh.receive());
                assertEquals(round < 2, fresh.hasNext());
            }
        }
    }

    @Test
    void siteThatStartsAnew_catchesUpAndKnowsWhichRoundsAreOver() throws Exception {
        try (GrpcCoordinator coordinator = Wires.start(Wires.coordinatorOptions("a"), tasks(4));
                GrpcSite site = Wires.site("a", coordinator.port())) {
            for (int round = 0; round < 4; round++) {
                assertEquals(Wires.task(round), site.receive());
                assertEquals(round < 3, site.hasNext());
            }
        }
    }

    @Test
    void siteThatRestarts_getsTheOpenTaskAgainAndQuestionsItHasNotDealtWith() throws Exception {
        try (GrpcCoordinator coordinator = Wires.coordinator("a")) {
            try (GrpcSite site = Wires.site("a", coordinator.port())) {
                coordinator.broadcast(Wires.task(0));
                coordinator.send(new SiteId("a"), question(1, 1));
                coordinator.broadcast(Wires.task(1));
                coordinator.send(new SiteId("a"), question(1, 2));
                coordinator.send(new SiteId("a"), question(1, 3));
                assertEquals(Wires.task(0), site.receive());
                assertTrue(site.hasNext());
                assertEquals(question(1, 1), site.receive());
                assertEquals(Wires.task(1), site.receive());
                assertFalse(site.hasNext(), "a question about the round does not end it");
                assertEquals(question(1, 2), site.receive());
            }
            try (GrpcSite again = new GrpcSite(Wires.siteOptions("a", coordinator.port()), 2)) {
                assertEquals(Wires.task(1), again.receive());
                assertEquals(question(1, 3), again.receive());
            }
        }
    }

    /** Otherwise the coordinator would wait until the deadline for an answer that no process gives. */
    @Test
    void siteThatStopsInAQuestion_isAskedAgainInItsNextProcess() throws Exception {
        try (GrpcCoordinator coordinator = Wires.coordinator("a")) {
            try (GrpcSite site = Wires.site("a", coordinator.port())) {
                coordinator.send(new SiteId("a"), question(0, 1));
                coordinator.send(new SiteId("a"), question(0, 2));
                assertEquals(question(0, 1), site.receive());
                assertEquals(question(0, 2), site.receive());
                site.leave();
            }
            try (GrpcSite again = new GrpcSite(Wires.siteOptions("a", coordinator.port()), 0)) {
                assertEquals(question(0, 2), again.receive());
            }
        }
    }

    /** It is said when the site that is there has heard of the end, or has left without. */
    @Test
    void sitesThatAreAway_areNotWaitedFor_whereThatIsSaid() throws Exception {
        CoordinatorMessage.Outcome outcome =
                new CoordinatorMessage.Outcome(Wires.PIN.study(), StudyState.QUORUM_NOT_MET, Payload.empty());
        try (GrpcCoordinator coordinator = Wires.coordinator("a", "b", "c")) {
            coordinator.broadcast(Wires.task(0));
            try (GrpcSite gone = Wires.site("b", coordinator.port())) {
                gone.receive();
            }
            try (GrpcSite there = Wires.site("a", coordinator.port())) {
                assertEquals(Wires.task(0), there.receive());
                coordinator.broadcast(outcome);
                assertEquals(outcome, there.receive());
            }
            assertFalse(coordinator.awaitDeliveryToConnected(Duration.ofDays(1)));
        }
    }

    /**
     * Behind masks a round is prepared by questions before its task is sent, also when the task was sent before the
     * restart.
     */
    @Test
    void coordinatorThatPreparesTheOpenRoundAnew_letsInTheSitesThatHaveItsTask() throws Exception {
        for (int round = 0; round < 3; round++) {
            try (GrpcCoordinator coordinator = Wires.coordinator("a", "b")) {
                coordinator.recall(tasks(round));
                coordinator.broadcast(question(round, 1));
                try (GrpcSite site = new GrpcSite(Wires.siteOptions("a", coordinator.port()), round + 1);
                        GrpcSite fresh = Wires.site("b", coordinator.port())) {
                    assertEquals(question(round, 1), site.receive());
                    for (int over = 0; over < round; over++) {
                        assertEquals(Wires.task(over), fresh.receive());
                        assertTrue(fresh.hasNext(), "round " + over + " must be over");
                    }
                    assertEquals(question(round, 1), fresh.receive());
                    coordinator.broadcast(Wires.task(round));
                    assertEquals(Wires.task(round), site.receive());
                    assertEquals(Wires.task(round), fresh.receive());
                    assertFalse(fresh.hasNext());
                }
            }
        }
    }

    /** What it would send from nothing would come on top of what the sum has of it. */
    @Test
    void siteThatHasForgottenItsUpdates_isNotLetIn_andTheOneThatHasThemStays() throws Exception {
        SiteId a = new SiteId("a");
        List<Task> tasks = new ArrayList<>();
        for (int round = 0; round < 4; round++) {
            Set<SiteId> included = round == 2 ? Set.of(a) : Set.of();
            tasks.add(new Task(Wires.PIN.study(), round, 1, Payload.empty(), included));
        }
        try (GrpcCoordinator coordinator = Wires.start(Wires.coordinatorOptions("a", "b"), tasks)) {
            SiteOptions options = Wires.siteOptions("a", coordinator.port());
            // the update of round 1 is in the sum: two tasks were taken over
            for (int taken : new int[] {0, 1}) {
                try (GrpcSite forgetful = new GrpcSite(options, taken)) {
                    RefusedException e = assertThrows(RefusedException.class, forgetful::receive);
                    assertEquals(Refusal.MEMORY_LOST, e.refusal());
                    assertTrue(e.getMessage().contains("start the site with the newest home"), e.getMessage());
                }
            }
            assertEquals(
                    Refusal.MEMORY_LOST,
                    assertThrows(RefusedException.class, () -> Admission.ask(options))
                            .refusal());
            try (GrpcSite site = new GrpcSite(options, 2);
                    GrpcSite neverInASum = Wires.site("b", coordinator.port())) {
                assertEquals(2, ((Task) site.receive()).round());
                assertEquals(3, ((Task) site.receive()).round());
                assertEquals(0, ((Task) neverInASum.receive()).round());
                // an update that has arrived may be in a sum by now
                site.send(NetworkFaultTest.update(3, new byte[] {3}));
                assertEquals(3, coordinator.awaitReply(LONG).orElseThrow().round());
                try (GrpcSite second = new GrpcSite(options, 3)) {
                    RefusedException e = assertThrows(RefusedException.class, second::receive);
                    assertEquals(Refusal.MEMORY_LOST, e.refusal());
                }
                coordinator.broadcast(Wires.task(4));
                assertEquals(4, ((Task) site.receive()).round());
            }
        }
    }

    @Test
    void studyThatEndedMeanwhile_isNotComputedAgain() throws Exception {
        CoordinatorMessage.Outcome outcome =
                new CoordinatorMessage.Outcome(Wires.PIN.study(), StudyState.ROUNDS_COMPLETED, Payload.empty());
        try (GrpcCoordinator coordinator = Wires.start(Wires.coordinatorOptions("a"), tasks(2))) {
            coordinator.broadcast(outcome);
            assertFalse(coordinator.awaitDelivery(Duration.ZERO));
            try (GrpcSite site = new GrpcSite(Wires.siteOptions("a", coordinator.port()), 1)) {
                assertEquals(Wires.task(1), site.receive());
                assertTrue(site.hasNext());
                assertEquals(outcome, site.receive());
            }
            assertTrue(coordinator.awaitDelivery(LONG));
        }
    }
}
