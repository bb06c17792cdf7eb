// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.grpc.coordinator;

import io.hedgerow.core.protocol.SiteId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The sites that have missed the end of a study which does not run. A run of the study answers them. A site that asks
 * again is heard a minute after the run, and each time after four times as long, at most a day: one that never accepts
 * the answer cannot keep its study running. Other sites of the study are heard as before. Not thread-safe.
 */
final class EndRequests {

    private static final long FIRST_PAUSE = TimeUnit.MINUTES.toNanos(1);
    private static final long LONGEST_PAUSE = TimeUnit.DAYS.toNanos(1);

    private final LongSupplier nanos;
    private final Map<String, Map<SiteId, Pause>> pauses = new HashMap<>();
    private final Map<String, Set<SiteId>> waiting = new HashMap<>();
    private final Set<String> fresh = new TreeSet<>();

    private record Pause(long until, long length) {}

    EndRequests(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** A site asks. */
    void add(String study, SiteId site) {
        Pause pause = pauses.getOrDefault(study, Map.of()).get(site);
        if (pause == null || nanos.getAsLong() - pause.until() >= 0) {
            waiting.computeIfAbsent(study, unasked -> new HashSet<>()).add(site);
            fresh.add(study);
        }
    }

    /** A run of the study begins: what was asked before is heard. */
    void begin(String study) {
        fresh.remove(study);
    }

    /** A run of the study is over, which has answered all that asked before it. */
    void end(String study) {
        fresh.remove(study);
        Set<SiteId> answered = waiting.remove(study);
        if (answered != null) {
            Map<SiteId, Pause> own = pauses.computeIfAbsent(study, unasked -> new HashMap<>());
            for (SiteId site : answered) {
                Pause before = own.get(site);
                long length = before == null ? FIRST_PAUSE : Math.min(LONGEST_PAUSE, 4 * before.length());
                own.put(site, new Pause(nanos.getAsLong() + length, length));
            }
        }
    }

    /** Drops what was asked of a study, and its pauses. */
    void forget(String study) {
        pauses.remove(study);
        waiting.remove(study);
        fresh.remove(study);
    }

    /** The studies of which a site has asked since the last call. */
    Set<String> take() {
        Set<String> names = Set.copyOf(fresh);
        fresh.clear();
        return names;
    }
}
