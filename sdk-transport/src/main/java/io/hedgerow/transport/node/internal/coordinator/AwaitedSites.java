// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node.internal.coordinator;

import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.transport.channel.SiteLink;
import io.hedgerow.transport.channel.SiteLink.Hindrance;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/**
 * Tracks since when a round waits for the answer of each site, and since when sites are not connected: which of them
 * are late or away, and when people must hear of them again. Not thread-safe.
 */
public final class AwaitedSites {

    /** A connection that breaks is back by then, and a process that is started again. */
    private static final Duration SHORT = Duration.ofSeconds(10);

    private final Duration deadline;
    private final LongSupplier nanoTime;
    /** Since when a task or a question of this round is open. */
    private final Map<SiteId, Long> open = new TreeMap<>();
    /** Since when a site is not connected. */
    private final Map<SiteId, Long> away = new TreeMap<>();
    /** Sites of which people have heard again, as the round soon goes on or ends without them. */
    private final Set<SiteId> reminded = new HashSet<>();

    private boolean asked;

    public AwaitedSites(Duration deadline, LongSupplier nanoTime) {
        this.deadline = deadline;
        this.nanoTime = nanoTime;
    }

    /** Begins to wait for the answers of some sites to a message, and no longer for answers to earlier ones. */
    public void asked(Collection<SiteId> sites) {
        asked = true;
        open.clear();
        reminded.clear();
        sites.forEach(site -> open.put(site, nanoTime.getAsLong()));
    }

    /** Begins to wait for the answer of a site to a question. */
    public void questioned(SiteId site) {
        asked = true;
        open.put(site, nanoTime.getAsLong());
    }

    /** Waits no longer for a site in this round. */
    public void answered(SiteId site) {
        open.remove(site);
    }

    /**
     * Says whether the study waits for a site of which nothing else is known, for longer than a restart takes; no site
     * is late with a task that is {@code held} back.
     */
    public Optional<Hindrance> hindrance(SiteLink link, boolean held) {
        SiteId site = link.site();
        long now = nanoTime.getAsLong();
        if (link.online()) {
            away.remove(site);
            return held
                            || now - open.getOrDefault(site, now)
                                    < deadline.dividedBy(2).toNanos()
                    ? Optional.empty()
                    : Optional.of(new Hindrance(site, Hindrance.Kind.LATE));
        }
        Duration quarter = deadline.dividedBy(4);
        Duration grace = quarter.compareTo(SHORT) < 0 ? quarter : SHORT;
        away.putIfAbsent(site, now);
        boolean needed = !asked || open.containsKey(site);
        return needed && now - away.get(site) >= grace.toNanos()
                ? Optional.of(new Hindrance(site, Hindrance.Kind.AWAY))
                : Optional.empty();
    }

    /** Says, once in a round, that the deadline for a site is near, so that people must hear of it again. */
    public boolean remindsOf(SiteId site) {
        long now = nanoTime.getAsLong();
        long late = deadline.minus(deadline.dividedBy(4)).toNanos();
        return now - open.getOrDefault(site, now) >= late && reminded.add(site);
    }
}
