// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.grpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.Status;
import io.hedgerow.transport.internal.grpc.coordinator.GrpcCoordinator;
import io.hedgerow.transport.internal.grpc.site.GrpcSite;
import io.hedgerow.transport.internal.link.RefusalStatus;
import io.hedgerow.transport.internal.wire.Frame;
import io.hedgerow.transport.internal.wire.FrameFuzz;
import io.hedgerow.transport.internal.wire.ProtobufMapping;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Bytes that are nearly frames, sent to a real coordinator over a real connection by a site with a good certificate.
 */
@Tag("slow")
class WireFuzzTest {

    private static final List<byte[]> VALID =
            FrameFuzz.SITE.stream().map(ProtobufMapping::siteBytes).toList();

    @Test
    @Timeout(120)
    void hostileFrames_areRefusedAndTheCoordinatorGoesOn() throws Exception {
        fuzz(400);
    }

    @Test
    @Tag("long")
    @Timeout(3600)
    void veryManyHostileFrames_areRefusedAndTheCoordinatorGoesOn() throws Exception {
        fuzz(100_000);
    }

    private static void fuzz(int cases) throws Exception {
        FrameFuzz fuzz = new FrameFuzz(7);
        int refused = 0;
        try (GrpcCoordinator coordinator = Wires.coordinator("a", "b");
                RefusalTest.RawClient client = new RefusalTest.RawClient("a", coordinator.port());
                GrpcSite other = Wires.site("b", coordinator.port())) {
            coordinator.broadcast(Wires.task(0));
            assertEquals(Wires.task(0), other.receive());
            fuzz(fuzz, client, coordinator, cases / 10);
            long before = heap();
            for (int i = 0; i < 9; i++) {
                refused += fuzz(fuzz, client, coordinator, cases / 10);
            }
            // what stays of a case is at most the name of a process, of which 256 are remembered
            assertTrue(heap() - before < 32 << 20, "heap grew by " + (heap() - before));
            assertTrue(refused > cases / 3, "refused " + refused);
            coordinator.broadcast(Wires.task(1));
            assertEquals(Wires.task(1), other.receive());
            // as one that remembers round 0: a frame may have been an update of it, after which nobody else is let in
            try (GrpcSite honest = new GrpcSite(Wires.siteOptions("a", coordinator.port()), 1)) {
                assertEquals(Wires.task(1), honest.receive());
            }
        }
    }

    private static int fuzz(FrameFuzz fuzz, RefusalTest.RawClient client, GrpcCoordinator coordinator, int cases)
            throws Exception {
        int refused = 0;
        for (int i = 0; i < cases; i++) {
            RawStream stream = client.open();
            if (i % 4 != 0) {
                Frame.Hello hello = RawStream.hello("process " + fuzz.hashCode() + " " + System.nanoTime());
                stream.send(hello);
            }
            for (int frame = 0; frame <= i % 3; frame++) {
                stream.send(fuzz.next(VALID));
            }
            Status end = stream.halfClose().awaitEnd().status();
            if (!end.isOk()) {
                assertTrue(RefusalStatus.of(end, stream.awaitEnd().trailers()).isPresent(), end.toString());
                refused++;
            }
            boolean more = true;
            while (more) {
                more = coordinator.awaitReply(Duration.ZERO).isPresent();
            }
        }
        return refused;
    }

    private static long heap() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
