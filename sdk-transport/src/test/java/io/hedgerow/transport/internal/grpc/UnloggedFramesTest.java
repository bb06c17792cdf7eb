// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.grpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.netty.shaded.io.netty.handler.codec.http2.Http2FrameLogger;
import io.grpc.netty.shaded.io.netty.handler.logging.LogLevel;
import io.grpc.netty.shaded.io.netty.util.internal.logging.InternalLogger;
import io.grpc.netty.shaded.io.netty.util.internal.logging.InternalLoggerFactory;
import io.grpc.netty.shaded.io.netty.util.internal.logging.JdkLoggerFactory;
import io.grpc.netty.shaded.io.netty.util.internal.logging.Slf4JLoggerFactory;
import io.hedgerow.core.internal.text.Traces;
import io.hedgerow.core.protocol.CoordinatorMessage;
import io.hedgerow.core.protocol.ProtectedUpdate;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.SiteReply;
import io.hedgerow.core.protocol.StudyState;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.transport.HostLogs;
import io.hedgerow.transport.internal.grpc.coordinator.GrpcCoordinator;
import io.hedgerow.transport.internal.grpc.site.GrpcSite;
import io.hedgerow.transport.internal.link.UnloggedFrames;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** At the finest levels of an application's logs no byte of a message is in them, at either end of the wire. */
@Tag("slow")
@Timeout(60)
class UnloggedFramesTest {

    private static final SiteId NORTH = new SiteId("north");
    private static final int PART = 4000;

    private final InternalLoggerFactory before = InternalLoggerFactory.getDefaultFactory();
    private final Traces traces = new Traces();
    private final Random random = new Random(8);

    @AfterEach
    void asBefore() {
        InternalLoggerFactory.setDefaultFactory(before);
    }

    /** Bytes of numbers, or of a text, in several frames. */
    private Payload secret(boolean text) {
        byte[] bytes = new byte[3 * PART + 7];
        random.nextBytes(bytes);
        if (text) {
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = (byte) ('a' + Math.floorMod(bytes[i], 26));
            }
        }
        traces.of(bytes);
        return Payload.copyOf(bytes);
    }

    private String logOfAllKindsOfMessages(Runnable beforeTheSite) throws Exception {
        try (HostLogs logs = new HostLogs();
                GrpcCoordinator coordinator =
                        Wires.start(Wires.coordinatorOptions("north").with(Wires.partsOf(PART)), List.of())) {
            beforeTheSite.run();
            try (GrpcSite site =
                    new GrpcSite(Wires.siteOptions("north", coordinator.port()).with(Wires.partsOf(PART)), 0)) {
                String study = Wires.PIN.study();
                List<Payload> sent = new ArrayList<>();
                List<Payload> arrived = new ArrayList<>();
                for (boolean text : new boolean[] {false, true}) {
                    Payload toSite = secret(text);
                    Payload toHub = secret(text);
                    sent.addAll(List.of(toSite, toHub));
                    coordinator.send(NORTH, new CoordinatorMessage.Question(study, 0, 1, toSite));
                    arrived.add(((CoordinatorMessage.Question) site.receive()).payload());
                    site.send(new SiteReply.Answer(NORTH, study, 0, 1, toHub));
                    arrived.add(((SiteReply.Answer) reply(coordinator)).payload());
                    Payload update = secret(text);
                    sent.add(update);
                    site.send(new ProtectedUpdate(NORTH, study, 0, "plain", update));
                    arrived.add(((ProtectedUpdate) reply(coordinator)).payload());
                }
                Payload change = secret(false);
                Payload last = secret(true);
                sent.addAll(List.of(change, last));
                coordinator.broadcast(Wires.task(0, change.toBytes()));
                coordinator.broadcast(new CoordinatorMessage.Outcome(study, StudyState.CONVERGED, last));
                arrived.add(((io.hedgerow.core.protocol.Task) site.receive()).consensusChange());
                arrived.add(((CoordinatorMessage.Outcome) site.receive()).consensusChange());
                assertEquals(sent, arrived);
            }
            return logs.text();
        }
    }

    private static SiteReply reply(GrpcCoordinator coordinator) throws InterruptedException {
        return coordinator.awaitReply(Duration.ofSeconds(30)).orElseThrow();
    }

    private void assertOnlyOtherLines(String log) {
        assertTrue(log.contains("netty"), "the log has what else Netty says: " + log);
        assertEquals(Optional.empty(), traces.in(log));
        assertTrue(!log.contains(" DATA: ") && !log.contains(" HEADERS: "), "frames are not logged at all");
    }

    @Test
    void logsAtTheirFinestLevels_haveNothingOfAMessage() throws Exception {
        assertOnlyOtherLines(logOfAllKindsOfMessages(() -> {}));
    }

    @Test
    void applicationThatSetAFactoryBefore_orSetsOneBetween_seesNoFrames() throws Exception {
        InternalLoggerFactory.setDefaultFactory(JdkLoggerFactory.INSTANCE);
        assertOnlyOtherLines(
                logOfAllKindsOfMessages(() -> InternalLoggerFactory.setDefaultFactory(Slf4JLoggerFactory.INSTANCE)));
    }

    /** Without the factory of the SDK the same frames would be there: the test can fail. */
    @Test
    void loggerOfFrames_writesWithTheUsualFactory_andNotWithThatOfTheSdk() {
        try (HostLogs logs = new HostLogs()) {
            InternalLoggerFactory.setDefaultFactory(Slf4JLoggerFactory.INSTANCE);
            assertTrue(new Http2FrameLogger(LogLevel.DEBUG, Http2FrameLogger.class).isEnabled());
            UnloggedFrames.install();
            assertTrue(!new Http2FrameLogger(LogLevel.DEBUG, Http2FrameLogger.class).isEnabled());
            assertTrue(!new Http2FrameLogger(LogLevel.ERROR).isEnabled());
            byte[] bytes = secret(true).toBytes();
            assertTrue(traces.in("x " + new String(bytes, 5, 30, StandardCharsets.US_ASCII))
                    .isPresent());
            assertEquals(
                    "",
                    logs.text()
                            .lines()
                            .filter(line -> line.contains("DATA"))
                            .findAny()
                            .orElse(""));
        }
    }

    @Test
    void otherLoggers_areThoseOfTheFactoryBefore() {
        List<String> made = new ArrayList<>();
        InternalLogger own = InternalLoggerFactory.getInstance("own");
        InternalLoggerFactory.setDefaultFactory(new InternalLoggerFactory() {
            @Override
            protected InternalLogger newInstance(String name) {
                made.add(name);
                return own;
            }
        });
        UnloggedFrames.install();
        UnloggedFrames.install();
        assertSame(own, InternalLoggerFactory.getInstance("io.grpc.netty.shaded.io.netty.buffer.PoolArena"));
        InternalLogger silent =
                InternalLoggerFactory.getInstance("io.grpc.netty.shaded.io.grpc.netty.NettyServerHandler");
        assertTrue(!silent.isErrorEnabled()
                && Set.of(silent).contains(silent)
                && silent.name().endsWith("NettyServerHandler"));
        assertEquals(List.of("io.grpc.netty.shaded.io.netty.buffer.PoolArena"), made);
    }
}
