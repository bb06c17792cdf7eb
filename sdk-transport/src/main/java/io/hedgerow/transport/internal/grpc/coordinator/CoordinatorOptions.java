// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.grpc.coordinator;

import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.transport.channel.SiteLink;
import io.hedgerow.transport.internal.egress.SecurityEvent.SecurityEvents;
import io.hedgerow.transport.internal.link.NamedThreads;
import io.hedgerow.transport.internal.link.StudyPin;
import io.hedgerow.transport.internal.link.WireSettings;
import io.hedgerow.transport.internal.link.WireTls;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.util.Set;
import java.util.concurrent.ThreadFactory;
import java.util.function.Function;

/**
 * The options of a coordinator: its study, admitted sites, TLS, limits and listeners.
 *
 * @param naming names the site of a trusted certificate chain, or throws a RuntimeException that says why it names none
 * @param listener is told when sites come and go
 * @param clock of what a status page shows
 * @param security is told of certificates, connections and messages that are refused
 */
public record CoordinatorOptions(
        StudyPin pin,
        Set<SiteId> sites,
        WireTls tls,
        Function<X509Certificate[], SiteId> naming,
        WireSettings settings,
        SiteLink.Listener listener,
        ThreadFactory threads,
        Clock clock,
        SecurityEvents security) {

    public CoordinatorOptions {
        sites = Set.copyOf(sites);
        if (sites.isEmpty()) {
            throw new IllegalArgumentException("a study must have at least one site, has none");
        }
    }

    /**
     * Standard settings, no listener, daemon threads named {@code hedgerow-coordinator}, the system's clock, no watcher
     * of refusals.
     */
    public static CoordinatorOptions of(
            StudyPin pin, Set<SiteId> sites, WireTls tls, Function<X509Certificate[], SiteId> naming) {
        return new CoordinatorOptions(
                pin,
                sites,
                tls,
                naming,
                WireSettings.standard(),
                link -> {},
                new NamedThreads("hedgerow-coordinator"),
                Clock.systemUTC(),
                SecurityEvents.ignored());
    }

    /** How a coordinator of this study alone listens. */
    PortOptions port() {
        return new PortOptions(tls, naming, settings, threads, security, pin.study());
    }

    public CoordinatorOptions with(WireSettings changed) {
        return new CoordinatorOptions(pin, sites, tls, naming, changed, listener, threads, clock, security);
    }

    public CoordinatorOptions with(SiteLink.Listener told) {
        return new CoordinatorOptions(pin, sites, tls, naming, settings, told, threads, clock, security);
    }

    /**
     * The same with a watcher of refused certificates, connections and messages; it hears of the handshake when the
     * trust manager is an {@link javax.net.ssl.X509ExtendedTrustManager}, as those of this module and of the platform
     * are.
     */
    public CoordinatorOptions watchedBy(SecurityEvents told) {
        return new CoordinatorOptions(pin, sites, tls, naming, settings, listener, threads, clock, told);
    }

    /**
     * The port settings that all studies of a coordinator share.
     *
     * @param tls the coordinator's identity, and whose certificates it trusts
     * @param naming names the site of a trusted certificate chain, or throws a RuntimeException that says why it names
     *     none
     * @param security is told of connections that are refused before they name a study
     * @param study under which that is noted; empty where there are several
     */
    public record PortOptions(
            WireTls tls,
            Function<X509Certificate[], SiteId> naming,
            WireSettings settings,
            ThreadFactory threads,
            SecurityEvents security,
            String study) {}
}
