// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.grpc.site;

import io.hedgerow.core.internal.text.Words;
import io.hedgerow.transport.channel.SiteLink.ReportedSpending;
import io.hedgerow.transport.channel.SiteLink.SelfReport;
import io.hedgerow.transport.internal.link.HttpProxy;
import io.hedgerow.transport.internal.link.NamedThreads;
import io.hedgerow.transport.internal.link.StudyPin;
import io.hedgerow.transport.internal.link.WireSettings;
import io.hedgerow.transport.internal.link.WireTls;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/**
 * The options of a site's connection to its coordinator: address, TLS, proxy, limits and reconnection.
 *
 * @param host the coordinator's name; its certificate must be for it
 * @param reconnect how it comes back
 * @param nanoTime a clock that never goes back, in nanoseconds
 * @param jitter numbers from 0 inclusive to 1 exclusive
 * @param proxy through which it dials; empty to dial itself
 * @param reported what the site says of itself
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
        SelfReport reported) {

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
                SelfReport.none());
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
                pin, host, port, tls, settings, reconnect, threads, nanoTime, jitter, proxy, reported.with(spent));
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

    /**
     * The exponential backoff with jitter of a site that reconnects, and the time after which it gives up.
     *
     * @param first pause; &gt; 0
     * @param longest pause; at least the first
     * @param patience how long without a connection until the site gives up; &gt; 0
     */
    public record ReconnectPolicy(Duration first, Duration longest, Duration patience) {
        public ReconnectPolicy {
            if (first.isZero() || first.isNegative() || patience.isZero() || patience.isNegative()) {
                throw new IllegalArgumentException(
                        "first and patience must be > 0, were " + Words.time(first) + " and " + Words.time(patience));
            }
            if (longest.compareTo(first) < 0) {
                throw new IllegalArgumentException(
                        "longest must be at least " + Words.time(first) + ", was " + Words.time(longest));
            }
        }

        public static ReconnectPolicy standard() {
            return new ReconnectPolicy(Duration.ofMillis(500), Duration.ofMinutes(1), Duration.ofDays(1));
        }

        /**
         * The pause before an attempt, counted from 0: between half of min(longest, first · 2^attempt) and all of it.
         *
         * @param random from 0 inclusive to 1 exclusive
         */
        public Duration pause(int attempt, double random) {
            double full = Math.min((double) longest.toNanos(), first.toNanos() * Math.pow(2, attempt));
            return Duration.ofNanos((long) (full * (1 - random / 2)));
        }
    }
}
