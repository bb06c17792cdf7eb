// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.egress;

import io.hedgerow.transport.internal.egress.SecurityEvent.Kind;
import io.hedgerow.transport.internal.egress.SecurityEvent.SecurityEvents;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.Map;

/**
 * Rate-limits security events by kind and counts those it drops, so that a flood cannot fill the log or hide other
 * kinds. How many were left out is told with the first event of a later time. Thread-safe.
 */
public final class PacedSecurityEvents implements SecurityEvents {

    /** Enough to see what happens, too few to keep the disk busy or to fill the log within hours. */
    private static final int EVENTS_A_MINUTE = 20;

    private final SecurityEvents events;
    private final int most;
    private final Duration time;
    private final InstantSource clock;
    private final Map<Kind, Integer> seen = new EnumMap<>(Kind.class);
    private Instant begun;

    public PacedSecurityEvents(SecurityEvents events, InstantSource clock) {
        this(events, EVENTS_A_MINUTE, Duration.ofMinutes(1), clock);
    }

    PacedSecurityEvents(SecurityEvents events, int most, Duration time, InstantSource clock) {
        this.events = events;
        this.clock = clock;
        if (most < 1) {
            throw new IllegalArgumentException("most must be at least 1 event, was " + most);
        }
        if (time.isZero() || time.isNegative()) {
            throw new IllegalArgumentException("time must be > 0, was " + time);
        }
        this.most = most;
        this.time = time;
        this.begun = clock.instant();
    }

    @Override
    public synchronized void happened(SecurityEvent event) {
        Instant now = clock.instant();
        if (now.isBefore(begun) || !now.isBefore(begun.plus(time))) {
            Instant since = begun;
            begun = now;
            seen.forEach((kind, count) -> {
                if (count > most) {
                    events.happened(new SecurityEvent(
                            kind,
                            "several",
                            event.study(),
                            (count - most) + " more of this kind since " + since + " were not written"));
                }
            });
            seen.clear();
        }
        int count = seen.merge(event.kind(), 1, (before, one) -> before == Integer.MAX_VALUE ? before : before + one);
        if (count <= most) {
            events.happened(event);
        }
    }
}
