// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.channel;

import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.transport.study.ReportedSpending;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The connection of one site as the coordinator sees it, at one moment.
 *
 * @param site the site
 * @param online whether a stream is open
 * @param connections streams opened so far
 * @param seen when the site's last frame arrived; null before the first
 * @param traffic bytes so far, over all connections
 * @param reported what the site says that the study costs its data set; not verified, and empty when it does not tell
 * @param hindrance why the site cannot come, as its last attempt or its last word told; empty while it is online
 */
public record SiteLink(
        SiteId site,
        boolean online,
        long connections,
        @Nullable Instant seen,
        Traffic traffic,
        Optional<ReportedSpending> reported,
        Optional<Hindrance> hindrance) {
    public SiteLink {
        Objects.requireNonNull(hindrance, "hindrance");
        Objects.requireNonNull(site, "site");
        Objects.requireNonNull(traffic, "traffic");
        Objects.requireNonNull(reported, "reported");
    }

    /**
     * A connection of a site that nothing hinders.
     *
     * @param site the site
     * @param online whether a stream is open
     * @param connections streams opened so far
     * @param seen when the site's last frame arrived; null before the first
     * @param traffic bytes so far, over all connections
     * @param reported what the site says that the study costs its data set
     */
    public SiteLink(
            SiteId site,
            boolean online,
            long connections,
            @Nullable Instant seen,
            Traffic traffic,
            Optional<ReportedSpending> reported) {
        this(site, online, connections, seen, traffic, reported, Optional.empty());
    }

    /**
     * When the site was last seen.
     *
     * @return arrival of its last frame, or empty before the first
     */
    public Optional<Instant> lastSeen() {
        return Optional.ofNullable(seen);
    }

    /**
     * Bytes. On the wire means what the sockets carried: with TLS, HTTP/2 and everything that was sent again.
     *
     * @param messagesIn complete messages received, each once
     * @param messagesOut messages sent, each time
     * @param payloadIn payload of the messages received
     * @param payloadOut payload of the messages sent
     * @param wireIn bytes read from sockets
     * @param wireOut bytes written to sockets
     */
    public record Traffic(
            long messagesIn, long messagesOut, long payloadIn, long payloadOut, long wireIn, long wireOut) {}

    /** Is told when a site comes or goes. Called on the wire's threads: it must return at once. */
    @FunctionalInterface
    public interface Listener {
        /**
         * A site came or went.
         *
         * @param link the connection now
         */
        void changed(SiteLink link);
    }
}
