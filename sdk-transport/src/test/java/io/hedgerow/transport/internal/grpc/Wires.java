// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.grpc;

import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.transport.internal.grpc.coordinator.CoordinatorOptions;
import io.hedgerow.transport.internal.grpc.coordinator.GrpcCoordinator;
import io.hedgerow.transport.internal.grpc.site.GrpcSite;
import io.hedgerow.transport.internal.grpc.site.SiteOptions;
import io.hedgerow.transport.internal.grpc.site.SiteOptions.ReconnectPolicy;
import io.hedgerow.transport.internal.link.StudyPin;
import io.hedgerow.transport.internal.link.WireSettings;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Both ends over loopback, with certificates of one authority. */
public final class Wires {

    static final StudyPin PIN = new StudyPin("in-process", Payload.copyOf(new byte[] {1, 2, 3}));
    static final ReconnectPolicy QUICK =
            new ReconnectPolicy(Duration.ofMillis(10), Duration.ofMillis(100), Duration.ofSeconds(60));
    static final TestAuthority AUTHORITY = authority();

    private Wires() {}

    private static TestAuthority authority() {
        try {
            return new TestAuthority();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** The standard with parts of so many bytes. */
    public static WireSettings partsOf(int bytes) {
        return settings(bytes, WireSettings.standard().streamLife());
    }

    /** The standard with streams of this life. */
    public static WireSettings streamsOf(Duration life) {
        return settings(WireSettings.standard().partSize(), life);
    }

    private static WireSettings settings(int part, Duration life) {
        WireSettings usual = WireSettings.standard();
        return new WireSettings(
                part,
                usual.messageLimit(),
                usual.window(),
                usual.callTimeout(),
                life,
                usual.keepAlive(),
                usual.keepAliveTimeout());
    }

    static Set<SiteId> sites(String... names) {
        Set<SiteId> sites = new TreeSet<>();
        for (String name : names) {
            sites.add(new SiteId(name));
        }
        return sites;
    }

    static CoordinatorOptions coordinatorOptions(String... sites) throws Exception {
        return CoordinatorOptions.of(PIN, sites(sites), AUTHORITY.coordinator(), TestAuthority::name);
    }

    public static GrpcCoordinator coordinator(String... sites) throws Exception {
        return start(coordinatorOptions(sites), List.of());
    }

    static GrpcCoordinator start(CoordinatorOptions options, List<Task> history) {
        return new GrpcCoordinator(options, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), history);
    }

    public static SiteOptions siteOptions(String site, int port) throws Exception {
        return SiteOptions.of(PIN, "127.0.0.1", port, AUTHORITY.site(site)).with(QUICK);
    }

    static GrpcSite site(String site, int port) throws Exception {
        return new GrpcSite(siteOptions(site, port), 0);
    }

    static Task task(int round, byte[] content) {
        return new Task(PIN.study(), round, 1, Payload.copyOf(content), Set.of());
    }

    public static Task task(int round) {
        return task(round, new byte[] {(byte) round});
    }
}
