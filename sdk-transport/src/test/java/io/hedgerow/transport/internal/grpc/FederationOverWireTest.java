// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.grpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.transport.internal.grpc.coordinator.GrpcCoordinator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("slow")
@Timeout(120)
class FederationOverWireTest {

    @Test
    void federationOverLoopback_isBitEqualToTheOneInProcess() throws Exception {
        SmallFederation federation = new SmallFederation(8, 3, 12);
        try (GrpcCoordinator coordinator = Wires.coordinator(federation.siteNames())) {
            SmallFederation.Run overWire = federation.over(coordinator, coordinator.port());

            assertEquals(federation.inProcess().consensus(), overWire.result().consensus());
            assertEquals(federation.inProcess(), overWire.result());
            overWire.consensusAtSites()
                    .forEach(received -> assertEquals(overWire.result().consensus(), received));
            assertTrue(
                    coordinator.links().stream().allMatch(link -> link.traffic().messagesOut() == 13));
        }
    }
}
