// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.grpc.site;

import io.hedgerow.transport.internal.link.HttpProxy;
import io.hedgerow.transport.internal.link.NamedThreads;
import io.hedgerow.transport.internal.link.ReconnectPolicy;
import io.hedgerow.transport.internal.link.StudyPin;
import io.hedgerow.transport.internal.link.WireSettings;
import io.hedgerow.transport.internal.link.WireTls;
import io.hedgerow.transport.study.ReportedSpending;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/**
 * The way from a site to its coordinator.
 *
 * @param host the coordinator's name; its certificate must be for it
 * @param port the coordinator's port
 * @param tls the site's identity, and whose certificates it trusts
 * @param settings limits and times
 * @param reconnect how it comes back
 * @param threads makes the wire's threads
 * @param nanoTime a clock that never goes back, in nanoseconds
 * @param jitter numbers from 0 inclusive to 1 exclusive
 * @param proxy through which it dials; empty to dial itself
 * @param reported the study's cost to the data set, as the site tells it; empty to tell nothing
 */
public record SiteOptions(
        StudyPin pin,
        String host,
        int port,
        WireTls tls,
        WireSettings settings,
        ReconnectPolicy reconnect,
        ThreadFactory threads,
        LongSupplier nanoTime,
        DoubleSupplier jitter,
        Optional<HttpProxy> proxy,
        Optional<ReportedSpending> reported) {

    public SiteOptions {
        if (host.isBlank()) {
            throw new IllegalArgumentException("host must name the coordinator, was blank");
        }
        if (port < 1 || port > 65535) {
            throw new IllegalArgumentException("port must be 1 to 65535, was " + port);
        }
    }

    /** Standard settings and patience, daemon threads named {@code hedgerow-site}. */
    public static SiteOptions of(StudyPin pin, String host, int port, WireTls tls) {
        return new SiteOptions(
                pin,
                host,
                port,
                tls,
                WireSettings.standard(),
                ReconnectPolicy.standard(),
                new NamedThreads("hedgerow-site-wire"),
                System::nanoTime,
                SiteOptions::unforeseen,
                Optional.empty(),
                Optional.empty());
    }

    public SiteOptions with(WireSettings changed) {
        return new SiteOptions(pin, host, port, tls, changed, reconnect, threads, nanoTime, jitter, proxy, reported);
    }

    public SiteOptions with(ReconnectPolicy changed) {
        return new SiteOptions(pin, host, port, tls, settings, changed, threads, nanoTime, jitter, proxy, reported);
    }

    /** The same, and the site reports the study's cost whenever it connects; no one verifies it. */
    public SiteOptions reporting(ReportedSpending spent) {
        return new SiteOptions(
                pin, host, port, tls, settings, reconnect, threads, nanoTime, jitter, proxy, Optional.of(spent));
    }

    public SiteOptions through(Optional<HttpProxy> way) {
        return new SiteOptions(pin, host, port, tls, settings, reconnect, threads, nanoTime, jitter, way, reported);
    }

    /** An unpredictable number, so that no one can plan for the time of a coordinator's return. */
    private static double unforeseen() {
        byte[] bytes = new byte[2];
        new SecureRandom().nextBytes(bytes);
        return ((bytes[0] & 255) * 256 + (bytes[1] & 255)) / 65536.0;
    }

    public String address() {
        return host + ":" + port;
    }
}
