// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.status;

import io.hedgerow.core.federation.CoordinatorChannel;
import io.hedgerow.core.protocol.CoordinatorMessage;
import io.hedgerow.core.protocol.ProtectedUpdate;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.SiteReply;
import io.hedgerow.core.protocol.Task;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tracks which sites have answered which rounds. Reads the headers of messages, never the content. Thread-safe. */
final class RoundWatch {

    private final Map<SiteId, Integer> answered = new HashMap<>();
    private final Map<SiteId, SiteReply.Failure.Kind> failures = new HashMap<>();
    /** The times of open questions and tasks. */
    private final Map<SiteId, Instant> open = new HashMap<>();

    private int round = -1;
    private @Nullable Instant asked;

    private synchronized void sent(CoordinatorMessage message, Set<SiteId> sites, Instant now) {
        if (message instanceof Task task) {
            round = task.round();
            asked = now;
            open.keySet().retainAll(sites);
            sites.forEach(site -> open.put(site, now));
        } else if (!(message instanceof CoordinatorMessage.Question)) {
            asked = null;
            open.clear();
        }
    }

    private synchronized void asked(SiteId site, Instant now) {
        open.put(site, now);
    }

    private synchronized void arrived(SiteReply reply) {
        if (reply.round() >= round) {
            open.remove(reply.site());
        }
        if (reply instanceof ProtectedUpdate update) {
            answered.merge(update.site(), update.round(), Math::max);
            failures.remove(update.site());
        } else if (reply instanceof SiteReply.Failure failure) {
            failures.put(failure.site(), failure.kind());
        }
    }

    synchronized OptionalInt answered(SiteId site) {
        Integer last = answered.get(site);
        return last == null ? OptionalInt.empty() : OptionalInt.of(last);
    }

    synchronized Optional<SiteReply.Failure.Kind> failure(SiteId site) {
        return Optional.ofNullable(failures.get(site));
    }

    /** Whether a site that is there keeps the others waiting. */
    synchronized boolean isOverdue(SiteId site, int quorum, Duration deadline, Instant now) {
        if (asked == null || answered.getOrDefault(site, -1) >= round) {
            return false;
        }
        long there = answered.values().stream().filter(last -> last >= round).count();
        return there >= quorum || now.isAfter(asked.plus(deadline.dividedBy(2)));
    }

    synchronized boolean hasAsked() {
        return round >= 0 || !open.isEmpty();
    }

    /** The time at which the coordinator goes on without a site; empty when it does not wait for it. */
    synchronized Optional<Instant> awaitedUntil(SiteId site, Duration deadline, Instant now) {
        return Optional.ofNullable(open.get(site))
                .map(since -> since.plus(deadline))
                .filter(until -> !now.isAfter(until));
    }

    CoordinatorChannel around(CoordinatorChannel channel, java.time.InstantSource clock) {
        return new CoordinatorChannel() {
            @Override
            public Set<SiteId> sites() {
                return channel.sites();
            }

            @Override
            public Set<SiteId> excluded() {
                return channel.excluded();
            }

            @Override
            public void needs(int sites) {
                channel.needs(sites);
            }

            @Override
            public void broadcast(CoordinatorMessage message) {
                Set<SiteId> asked = new HashSet<>(channel.sites());
                asked.removeAll(channel.excluded());
                sent(message, asked, clock.instant());
                channel.broadcast(message);
            }

            @Override
            public void recall(List<Task> earlier) {
                channel.recall(earlier);
            }

            @Override
            public void send(SiteId site, CoordinatorMessage.Question question) {
                asked(site, clock.instant());
                channel.send(site, question);
            }

            @Override
            public Optional<SiteReply> awaitReply(Duration timeout) throws InterruptedException {
                Optional<SiteReply> reply = channel.awaitReply(timeout);
                reply.ifPresent(RoundWatch.this::arrived);
                return reply;
            }
        };
    }
}
