// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.grpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import io.hedgerow.transport.channel.RefusedException;
import io.hedgerow.transport.channel.RefusedException.Refusal;
import io.hedgerow.transport.channel.SiteLink.ReportedSpending;
import io.hedgerow.transport.channel.UnreachableException;
import io.hedgerow.transport.internal.grpc.coordinator.GrpcCoordinator;
import io.hedgerow.transport.internal.grpc.site.Admission;
import io.hedgerow.transport.internal.grpc.site.GrpcSite;
import io.hedgerow.transport.internal.grpc.site.SiteOptions;
import io.hedgerow.transport.internal.grpc.site.SiteOptions.ReconnectPolicy;
import io.hedgerow.transport.internal.link.FederationMethods;
import io.hedgerow.transport.internal.wire.Frame;
import io.hedgerow.transport.internal.wire.MessageHeader;
import io.hedgerow.v1.Hello;
import io.hedgerow.v1.SiteFrame;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A site that asks before it joins, and what it says of itself when it does. */
@Tag("slow")
@Timeout(60)
class WelcomeTest {

    @Test
    void await_waitsForACoordinator_andJoinsNothing() throws Exception {
        int port = free();
        CompletableFuture<Void> welcome = CompletableFuture.runAsync(() -> {
            try {
                Admission.await(Wires.siteOptions("a", port), () -> {});
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
        try (GrpcCoordinator coordinator = new GrpcCoordinator(
                Wires.coordinatorOptions("a"),
                new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
                List.of())) {
            welcome.join();
            assertEquals(0, coordinator.links().get(0).connections());
        }
    }

    /** Started again it refuses until it has read its journal, and that is no reason to give up. */
    @Test
    void await_waitsForACoordinatorThatIsNotReady() throws Exception {
        try (GrpcCoordinator coordinator = Wires.coordinator("a")) {
            coordinator.recall(List.of(Wires.task(0)));
            SiteOptions options = Wires.siteOptions("a", coordinator.port());
            assertEquals(
                    Refusal.NOT_READY,
                    assertThrows(RefusedException.class, () -> Admission.ask(options))
                            .refusal());
            SiteOptions impatient = options.with(
                    new ReconnectPolicy(Duration.ofMillis(1), Duration.ofMillis(1), Duration.ofMillis(20)));
            UnreachableException late =
                    assertThrows(UnreachableException.class, () -> Admission.await(impatient, () -> {}));
            assertTrue(late.getMessage().contains("20 ms"), late.getMessage());
            CompletableFuture<Integer> welcome = CompletableFuture.supplyAsync(() -> {
                try {
                    return Admission.await(options, () -> {});
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            coordinator.broadcast(Wires.task(1));
            assertEquals(1, welcome.join());
        }
    }

    @Test
    void await_tellsHowManyRoundsAreOver() throws Exception {
        try (GrpcCoordinator coordinator = Wires.coordinator("a")) {
            SiteOptions options = Wires.siteOptions("a", coordinator.port());
            assertEquals(0, Admission.await(options, () -> {}));
            coordinator.broadcast(Wires.task(0));
            assertEquals(0, Admission.await(options, () -> {}));
            coordinator.broadcast(Wires.task(1));
            assertEquals(1, Admission.await(options, () -> {}));
        }
    }

    /** The coordinator was started again in round 0, and waits until enough sites are there to send its task. */
    @Test
    void siteThatTookATaskThatIsSentLater_isLetIn_andGetsItAgain() throws Exception {
        try (GrpcCoordinator coordinator = Wires.coordinator("a")) {
            SiteOptions impatient = Wires.siteOptions("a", coordinator.port())
                    .with(new ReconnectPolicy(Duration.ofMillis(1), Duration.ofMillis(1), Duration.ofMillis(20)));
            try (GrpcSite site = new GrpcSite(impatient, 1)) {
                assertThrows(UnreachableException.class, site::receive);
            }
            coordinator.expect(Wires.task(0));
            SiteOptions options = Wires.siteOptions("a", coordinator.port());
            assertEquals(0, Admission.ask(options), "no round is over");
            try (GrpcSite site = new GrpcSite(options, 1)) {
                while (!coordinator.links().get(0).online()) {
                    Thread.sleep(5); // a connection of other threads, which no one tells of
                }
                coordinator.broadcast(Wires.task(0));
                assertEquals(Wires.task(0), site.receive());
            }
            try (GrpcSite site = new GrpcSite(options, 2)) {
                assertEquals(
                        Refusal.HISTORY_LOST,
                        assertThrows(RefusedException.class, site::receive).refusal());
            }
        }
    }

    @Test
    void await_endsWhenWaitingDoesNotHelp() throws Exception {
        try (GrpcCoordinator coordinator = Wires.coordinator("a")) {
            RefusedException refused = assertThrows(
                    RefusedException.class,
                    () -> Admission.await(Wires.siteOptions("stranger", coordinator.port()), () -> {}));
            assertEquals(Refusal.UNKNOWN_SITE, refused.refusal());
        }
        SiteOptions impatient = Wires.siteOptions("a", free())
                .with(new ReconnectPolicy(Duration.ofMillis(1), Duration.ofMillis(1), Duration.ofMillis(20)));
        UnreachableException away =
                assertThrows(UnreachableException.class, () -> Admission.await(impatient, () -> {}));
        assertTrue(away.getMessage().contains("could not be reached for 20 ms"), away.getMessage());
    }

    @Test
    void reported_arrivesWithTheSite_andGoesWithAProcessThatDoesNotTell() throws Exception {
        try (GrpcCoordinator coordinator = Wires.coordinator("a")) {
            assertEquals(Optional.empty(), coordinator.links().get(0).reported());
            coordinator.broadcast(Wires.task(0));
            ReportedSpending spent = new ReportedSpending(1.5, 1e-8);
            SiteOptions options = Wires.siteOptions("a", coordinator.port());
            try (GrpcSite site = new GrpcSite(options.reporting(spent), 0)) {
                site.receive();
                assertEquals(Optional.of(spent), coordinator.links().get(0).reported());
            }
            try (GrpcSite site = new GrpcSite(options, 0)) {
                site.receive();
                assertEquals(Optional.empty(), coordinator.links().get(0).reported());
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"NaN, 0", "Infinity, 0", "-1, 0", "1, NaN", "1, 2", "1, -1"})
    void hostileReport_isRefused_andShownNowhere(double epsilon, double delta) throws Exception {
        try (GrpcCoordinator coordinator = Wires.coordinator("a");
                RefusalTest.RawClient client = new RefusalTest.RawClient("a", coordinator.port())) {
            SiteFrame hello = SiteFrame.newBuilder()
                    .setHello(Hello.newBuilder()
                            .addVersions(FederationMethods.VERSION)
                            .setStudy(Wires.PIN.study())
                            .setPlanDigest(
                                    ByteString.copyFrom(Wires.PIN.planDigest().toBytes()))
                            .setSiteIncarnation("x")
                            .setOldestReply(1)
                            .setReportedEpsilon(epsilon)
                            .setReportedDelta(delta))
                    .build();
            RawStream stream = client.open().send(hello.toByteArray());
            assertEquals(Refusal.MALFORMED, stream.awaitRefusal());
            assertTrue(stream.awaitEnd().status().getDescription().contains("a reported "));
            assertEquals(Optional.empty(), coordinator.links().get(0).reported());
            assertEquals(0, coordinator.links().get(0).connections());
        }
    }

    private static int free() throws Exception {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        }
    }

    /** What a site owes is known by its updates: by those of rounds that were asked. */
    @Test
    void updateOfARoundThatNoOneBegan_doesNotKeepOutTheSitesNextProcess() throws Exception {
        try (GrpcCoordinator coordinator = Wires.coordinator("a");
                RefusalTest.RawClient client = new RefusalTest.RawClient("a", coordinator.port())) {
            RawStream first = client.open().send(RawStream.hello("x"));
            assertTrue(first.await() instanceof Frame.Welcome);
            first.send(new Frame.Opening(1, new MessageHeader.OfUpdate(1_000_000, "test"), 0, ByteBuffer.allocate(0)));
            assertEquals(
                    1_000_000,
                    coordinator.awaitReply(Duration.ofSeconds(30)).orElseThrow().round());
            coordinator.broadcast(Wires.task(0));
            try (GrpcSite next = Wires.site("a", coordinator.port())) {
                assertEquals(Wires.task(0), next.receive());
            }
        }
    }
}
