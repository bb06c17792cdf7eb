// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node;

import io.hedgerow.core.federation.RoundObserver;
import io.hedgerow.core.method.Method;
import io.hedgerow.transport.channel.SiteLink;
import io.hedgerow.transport.internal.egress.SecurityEvent.SecurityEvents;
import io.hedgerow.transport.internal.grpc.coordinator.CoordinatorOptions;
import io.hedgerow.transport.internal.grpc.coordinator.GrpcCoordinator;
import io.hedgerow.transport.internal.link.StudyPin;
import io.hedgerow.transport.node.CoordinatorPort.Entrance;
import io.hedgerow.transport.node.internal.MessageSizes;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** The coordinator's listening port for one study, kept over all attempts at the study. Not thread-safe. */
final class Listening {

    private final SignedPlan signed;
    private final Method method;
    private final Supplier<Entrance> entrance;
    private final Optional<CoordinatorPort> shared;
    private final SiteLink.Listener changed;
    private InetSocketAddress address;
    private int rounds;

    /**
     * Opens nothing yet.
     *
     * @param address to listen at, where no port is shared
     * @param own yields the coordinator's keys and certificates, read again for each attempt, where no port is shared
     * @param changed is told when a site's connection changes
     */
    Listening(
            SignedPlan signed,
            InetSocketAddress address,
            Supplier<Entrance> own,
            Optional<CoordinatorPort> shared,
            SiteLink.Listener changed) {
        this.signed = signed;
        this.method = signed.method();
        this.address = address;
        this.entrance = () -> shared.map(CoordinatorPort::entrance).orElseGet(own);
        this.shared = shared;
        this.changed = changed;
    }

    boolean isShared() {
        return shared.isPresent();
    }

    /** Listens for one attempt. */
    GrpcCoordinator open(SecurityEvents security) {
        Entrance with = entrance.get();
        CoordinatorOptions options = CoordinatorOptions.of(
                        StudyPin.of(signed.plan(), method.revision()),
                        Set.copyOf(signed.plan().sites()),
                        with.tls(),
                        with.naming())
                .with(MessageSizes.settings(signed.plan(), method))
                .with(changed)
                .watchedBy(security);
        GrpcCoordinator channel = shared.map(port -> new GrpcCoordinator(options, port.wire(), List.of()))
                .orElseGet(() -> new GrpcCoordinator(options, address, List.of()));
        address = new InetSocketAddress(address.getAddress(), channel.port());
        return channel;
    }

    /** Tells an observer of each round once. */
    RoundObserver once(RoundObserver observer) {
        return (report, consensus) -> {
            if (report.round() >= rounds) {
                rounds = report.round() + 1;
                observer.roundEnded(report, consensus);
            }
        };
    }
}
