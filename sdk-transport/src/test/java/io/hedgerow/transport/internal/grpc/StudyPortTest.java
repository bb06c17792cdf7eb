// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.grpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.protocol.ProtectedUpdate;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.SiteReply;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.transport.channel.RefusedException;
import io.hedgerow.transport.channel.RefusedException.Refusal;
import io.hedgerow.transport.channel.UnreachableException;
import io.hedgerow.transport.internal.egress.SecurityEvent;
import io.hedgerow.transport.internal.egress.SecurityEvent.SecurityEvents;
import io.hedgerow.transport.internal.grpc.coordinator.CoordinatorOptions;
import io.hedgerow.transport.internal.grpc.coordinator.CoordinatorOptions.PortOptions;
import io.hedgerow.transport.internal.grpc.coordinator.GrpcCoordinator;
import io.hedgerow.transport.internal.grpc.coordinator.StudyPort;
import io.hedgerow.transport.internal.grpc.site.Admission;
import io.hedgerow.transport.internal.grpc.site.GrpcSite;
import io.hedgerow.transport.internal.grpc.site.SiteOptions;
import io.hedgerow.transport.internal.link.NamedThreads;
import io.hedgerow.transport.internal.link.StudyPin;
import io.hedgerow.transport.internal.link.WireSettings;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Several studies behind one port: each call reaches the study that it names, and no other. */
@Tag("slow")
@Timeout(60)
class StudyPortTest {

    private static final StudyPin LOOK = new StudyPin("look", Payload.copyOf(new byte[] {1}));
    private static final StudyPin TRIAL = new StudyPin("trial", Payload.copyOf(new byte[] {2}));
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final List<SecurityEvent> atPort = new CopyOnWriteArrayList<>();
    private final List<SecurityEvent> atLook = new CopyOnWriteArrayList<>();
    private final AtomicLong nanos = new AtomicLong();
    private StudyPort port;

    @BeforeEach
    void open() throws Exception {
        port = StudyPort.open(
                new PortOptions(
                        Wires.AUTHORITY.coordinator(),
                        TestAuthority::name,
                        WireSettings.standard(),
                        new NamedThreads("test"),
                        atPort::add,
                        ""),
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                2,
                4,
                nanos::get);
        port.allExpected();
    }

    @AfterEach
    void close() {
        port.close();
    }

    private GrpcCoordinator coordinator(StudyPin pin, SecurityEvents security, String... sites) throws Exception {
        CoordinatorOptions options =
                CoordinatorOptions.of(pin, Wires.sites(sites), Wires.AUTHORITY.coordinator(), TestAuthority::name);
        return new GrpcCoordinator(options.watchedBy(security), port, List.of());
    }

    private GrpcCoordinator coordinator(StudyPin pin, String... sites) throws Exception {
        return coordinator(pin, event -> {}, sites);
    }

    private SiteOptions options(StudyPin pin, String site) throws Exception {
        return SiteOptions.of(pin, "127.0.0.1", port.port(), Wires.AUTHORITY.site(site))
                .with(Wires.QUICK);
    }

    /** Asks again where a busy machine was too slow for a handshake. */
    private Refusal refused(StudyPin pin, String site) throws Exception {
        SiteOptions options = options(pin, site);
        while (true) {
            try {
                throw new AssertionError(
                        "site " + site + " must be refused, " + Admission.ask(options) + " rounds over");
            } catch (RefusedException e) {
                return e.refusal();
            } catch (UnreachableException e) {
                assertFalse(e.refused(), e.getMessage());
            }
        }
    }

    private static Task task(StudyPin pin, int round) {
        return new Task(pin.study(), round, 1, Payload.copyOf(new byte[] {(byte) round}), Set.of());
    }

    private static ProtectedUpdate update(StudyPin pin, String site, int value) {
        return new ProtectedUpdate(
                new SiteId(site), pin.study(), 0, "plain", Payload.copyOf(new byte[] {(byte) value}));
    }

    private static SiteReply reply(GrpcCoordinator coordinator) throws Exception {
        return coordinator.awaitReply(PATIENCE).orElseThrow();
    }

    /** Those of a hello, and not of handshakes that were too slow. */
    private static List<String> refusals(List<SecurityEvent> events) {
        return events.stream()
                .map(SecurityEvent::detail)
                .filter(detail ->
                        detail.contains("_STUDY: ") || detail.contains("_MISMATCH: ") || detail.contains("_SITE: "))
                .toList();
    }

    @Test
    void eachStudyHasItsOwnTasksAndReplies_fromTheSameSite() throws Exception {
        try (GrpcCoordinator look = coordinator(LOOK, "a", "b");
                GrpcCoordinator trial = coordinator(TRIAL, "a");
                GrpcSite inLook = new GrpcSite(options(LOOK, "a"), 0);
                GrpcSite inTrial = new GrpcSite(options(TRIAL, "a"), 0)) {
            assertEquals(look.port(), trial.port());
            look.broadcast(task(LOOK, 0));
            trial.broadcast(task(TRIAL, 5));
            assertEquals(0, ((Task) inLook.receive()).round());
            assertEquals(5, ((Task) inTrial.receive()).round());
            inTrial.send(update(TRIAL, "a", 7));
            ProtectedUpdate arrived = (ProtectedUpdate) reply(trial);
            assertEquals("trial", arrived.study());
            assertEquals(Optional.empty(), look.awaitReply(Duration.ofMillis(100)));
        }
    }

    /** What a stream brings belongs to the study of its hello, whatever study the bytes were made for. */
    @Test
    void messageOfOneStudySentInAnother_isOfTheOther() throws Exception {
        try (GrpcCoordinator look = coordinator(LOOK, "a");
                GrpcCoordinator trial = coordinator(TRIAL, "a");
                GrpcSite inTrial = new GrpcSite(options(TRIAL, "a"), 0)) {
            trial.broadcast(task(TRIAL, 0));
            inTrial.receive();
            inTrial.send(update(LOOK, "a", 9));
            assertEquals("trial", ((ProtectedUpdate) reply(trial)).study());
            assertEquals(Optional.empty(), look.awaitReply(Duration.ofMillis(100)));
        }
    }

    @Test
    void helloWithThePlanOfAnotherStudy_orOfASiteOfAnother_isRefused() throws Exception {
        try (GrpcCoordinator look = coordinator(LOOK, atLook::add, "a");
                GrpcCoordinator trial = coordinator(TRIAL, "b")) {
            assertEquals(Refusal.PLAN_MISMATCH, refused(new StudyPin("look", TRIAL.planDigest()), "a"));
            assertEquals(Refusal.UNKNOWN_SITE, refused(LOOK, "b"));
            assertEquals(Refusal.UNKNOWN_SITE, refused(TRIAL, "a"));
            assertEquals(Refusal.FOREIGN_STUDY, refused(new StudyPin("../look", LOOK.planDigest()), "a"));
            assertEquals(2, refusals(atLook).size(), "each study's log has its own refusals: " + atLook);
            assertEquals(1, refusals(atPort).size(), "and that of the port those of no study: " + atPort);
            assertTrue(look.links().get(0).connections() + trial.links().get(0).connections() == 0);
        }
    }

    /** Between the start of a process and the first look at its queue a site must not take its study for unknown. */
    @Test
    void portThatDoesNotKnowItsStudiesYet_refusesNoneOfThem() throws Exception {
        close();
        port = StudyPort.open(
                new PortOptions(
                        Wires.AUTHORITY.coordinator(),
                        TestAuthority::name,
                        WireSettings.standard(),
                        new NamedThreads("test"),
                        atPort::add,
                        ""),
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                2,
                4,
                nanos::get);
        assertEquals(Refusal.NOT_READY, refused(LOOK, "a"));
        port.expect("trial", Wires.sites("a"));
        assertEquals(Refusal.NOT_READY, refused(TRIAL, "b"), "it might be a site of another study of this name");
        port.allExpected();
        assertEquals(Refusal.FOREIGN_STUDY, refused(LOOK, "a"));
        assertEquals(Refusal.FOREIGN_STUDY, refused(TRIAL, "b"));
        assertEquals(Refusal.NOT_READY, refused(TRIAL, "a"));
    }

    /** A plan that is queued later and cannot be read must not cost its sites the study. */
    @Test
    void portThatDoesNotKnowAllItsStudiesAnyMore_refusesNoneUntilItDoes() throws Exception {
        port.expect("trial", Wires.sites("a"));
        assertEquals(Refusal.FOREIGN_STUDY, refused(LOOK, "a"));
        port.moreExpected();
        assertEquals(Refusal.NOT_READY, refused(LOOK, "a"));
        assertEquals(Refusal.NOT_READY, refused(TRIAL, "b"));
        assertEquals(Refusal.NOT_READY, refused(TRIAL, "a"));
        port.allExpected();
        assertEquals(Refusal.FOREIGN_STUDY, refused(LOOK, "a"));
        assertEquals(Refusal.NOT_READY, refused(TRIAL, "a"));
    }

    @Test
    void studyThatIsExpected_hasItsSitesComeAgain_andNoOthers() throws Exception {
        port.expect("look", Wires.sites("a"));
        assertEquals(Set.of(), port.asked());
        assertEquals(Refusal.FOREIGN_STUDY, refused(LOOK, "b"));
        assertEquals(Set.of(), port.asked());
        assertEquals(Refusal.NOT_READY, refused(LOOK, "a"));
        assertEquals(Set.of(), port.asked(), "it has not taken part, so it has missed no end");
        try (GrpcSite member = new GrpcSite(options(LOOK, "a"), 1)) {
            assertFalse(member.hasNext());
            awaitAsked();
        }
        try (GrpcSite early = new GrpcSite(options(LOOK, "a"), 0);
                GrpcCoordinator look = coordinator(LOOK, "a")) {
            look.broadcast(task(LOOK, 0));
            assertEquals(0, ((Task) early.receive()).round());
        }
        assertEquals(Refusal.NOT_READY, refused(LOOK, "a"));
        port.forget("look");
        assertEquals(Refusal.FOREIGN_STUDY, refused(LOOK, "a"));
    }

    private void awaitAsked() throws InterruptedException {
        while (!port.asked().equals(Set.of("look"))) {
            Thread.sleep(20); // sites dial in threads of their own
        }
    }

    /** It has heard the end and dials as if it had not; another site that has missed it is heard at once. */
    @Test
    void siteThatAsksAgainForAnEnd_isHeardLessAndLess_andOthersAtOnce() throws Exception {
        port.expect("look", Wires.sites("a", "b"));
        try (GrpcSite restless = new GrpcSite(options(LOOK, "a"), 1)) {
            assertFalse(restless.hasNext());
            for (long pause : List.of(60L, 240L, 960L)) {
                awaitAsked();
                coordinator(LOOK, "a", "b").close();
                nanos.addAndGet(TimeUnit.SECONDS.toNanos(pause) - 1);
                assertEquals(Refusal.NOT_READY, refused(LOOK, "a"));
                Thread.sleep(200); // for several calls: no call can be waited for that must have no effect
                assertEquals(Set.of(), port.asked());
                nanos.incrementAndGet();
            }
            awaitAsked();
            coordinator(LOOK, "a", "b").close();
            try (GrpcSite late = new GrpcSite(options(LOOK, "b"), 1)) {
                assertFalse(late.hasNext());
                awaitAsked();
            }
        }
    }

    @Test
    void endOfOneStudy_leavesTheOthersAlone_andItsSitesComeBackToItsNextRun() throws Exception {
        port.expect("look", Wires.sites("a"));
        try (GrpcCoordinator trial = coordinator(TRIAL, "a");
                GrpcSite inTrial = new GrpcSite(options(TRIAL, "a"), 0);
                GrpcSite inLook = new GrpcSite(options(LOOK, "a"), 0)) {
            trial.broadcast(task(TRIAL, 0));
            inTrial.receive();
            try (GrpcCoordinator look = coordinator(LOOK, "a")) {
                look.broadcast(task(LOOK, 0));
                inLook.receive();
            }
            assertEquals(1, trial.links().get(0).connections());
            assertTrue(trial.links().get(0).online());
            try (GrpcCoordinator again = coordinator(LOOK, "a")) {
                again.recall(List.of(task(LOOK, 0)));
                again.broadcast(task(LOOK, 1));
                assertEquals(1, ((Task) inLook.receive()).round());
            }
            assertEquals(1, trial.links().get(0).connections());
        }
    }

    @Test
    void sameNameTwice_andMoreSitesThanConnections_areRefused() throws Exception {
        try (GrpcCoordinator look = coordinator(LOOK, "a")) {
            assertFalse(look.links().isEmpty());
            IllegalStateException twice = assertThrows(IllegalStateException.class, () -> coordinator(LOOK, "b"));
            assertTrue(twice.getMessage().contains("look runs already"), twice.getMessage());
            String[] many =
                    IntStream.range(0, port.mostSites()).mapToObj(k -> "s" + k).toArray(String[]::new);
            UncheckedIOException full = assertThrows(UncheckedIOException.class, () -> coordinator(TRIAL, many));
            assertTrue(full.getMessage().contains("let fewer studies run at once"), full.getMessage());
            coordinator(TRIAL, Arrays.copyOf(many, many.length - 1)).close();
            assertEquals(0, Admission.ask(options(LOOK, "a")));
        }
    }
}
