package io.hedgerow.transport.channel;

import io.hedgerow.core.round.SiteId;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ThreadFactory;
import java.util.function.Function;

/**
 * Who may join a coordinator, and how it works.
 *
 * @param pin the study
 * @param sites its sites
 * @param tls the coordinator's identity, and whose certificates it trusts
 * @param naming names the site of a trusted certificate chain, or throws a RuntimeException that says why it names none
 * @param settings limits and times
 * @param listener is told when sites come and go
 * @param threads makes the wire's threads
 * @param clock of what a status page shows
 */
public record CoordinatorOptions(
        StudyPin pin,
        Set<SiteId> sites,
        WireTls tls,
        Function<X509Certificate[], SiteId> naming,
        WireSettings settings,
        SiteLink.Listener listener,
        ThreadFactory threads,
        Clock clock) {

    public CoordinatorOptions {
        Objects.requireNonNull(pin, "pin");
        sites = Set.copyOf(sites);
        Objects.requireNonNull(tls, "tls");
        Objects.requireNonNull(naming, "naming");
        Objects.requireNonNull(settings, "settings");
        Objects.requireNonNull(listener, "listener");
        Objects.requireNonNull(threads, "threads");
        Objects.requireNonNull(clock, "clock");
        if (sites.isEmpty()) {
            throw new IllegalArgumentException("a study must have at least one site, has none");
        }
    }

    /**
     * Standard settings, no listener, daemon threads named {@code hedgerow-coordinator}, the system's clock.
     *
     * @param pin the study
     * @param sites its sites
     * @param tls the coordinator's identity, and whose certificates it trusts
     * @param naming names the site of a trusted certificate chain, or throws
     * @return options
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
                Clock.systemUTC());
    }

    /**
     * The same with other limits and times.
     *
     * @param changed settings
     * @return changed options
     */
    public CoordinatorOptions with(WireSettings changed) {
        return new CoordinatorOptions(pin, sites, tls, naming, changed, listener, threads, clock);
    }

    /**
     * The same with a listener.
     *
     * @param told when sites come and go
     * @return changed options
     */
    public CoordinatorOptions with(SiteLink.Listener told) {
        return new CoordinatorOptions(pin, sites, tls, naming, settings, told, threads, clock);
    }
}
