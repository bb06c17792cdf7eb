// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node;

import io.hedgerow.core.federation.CoordinatorChannel;
import io.hedgerow.core.internal.federation.coordinator.GivenUpException;
import io.hedgerow.core.internal.federation.coordinator.RepeatRoundException;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.protocol.CoordinatorMessage;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.SiteReply;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.transport.channel.SiteLink;
import io.hedgerow.transport.channel.SiteLink.Hindrance;
import io.hedgerow.transport.node.internal.coordinator.ExclusionRequests;
import io.hedgerow.transport.node.internal.coordinator.Exclusions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Watches the sites that keep a study waiting: every site is told why another cannot answer; a site that the operator
 * excludes is asked no more; and when a round cannot go on without sites whose newest home did not come back within the
 * operator's limit, the study ends with that reason. Not thread-safe: of the coordinator's thread.
 */
final class Attendance implements CoordinatorChannel {

    private static final long LOOK = TimeUnit.MILLISECONDS.toNanos(200);

    private final Wire wire;
    private final CoordinatorChannel channel;
    private final Exclusions exclusions;
    private final ExclusionRequests requests;
    private final Rule rule;
    private final CoordinatorNode.Watch watch;
    private final Duration homeWait;
    private final LongSupplier nanoTime;

    private final Map<SiteId, Hindrance> said = new TreeMap<>();
    private final Map<SiteId, Long> homeless = new TreeMap<>();
    private final Set<SiteId> shut = new HashSet<>();
    private List<Hindrance> told = List.of();
    private int needed;
    private long looked;
    private boolean began;

    record Wire(Supplier<List<SiteLink>> links, Consumer<SiteId> exclude, Consumer<List<Hindrance>> notice) {}

    /** The reason why the study cannot go on without a site, beside the excluded ones; empty when it can. */
    @FunctionalInterface
    interface Rule {
        Optional<String> refusal(SiteId site, Set<SiteId> excluded);
    }

    /**
     * The operator's requests, the rule by which they are granted, and the time for which a lost home is waited for.
     */
    record Operator(ExclusionRequests requests, Rule rule, Duration homeWait) {}

    Attendance(
            Wire wire,
            CoordinatorChannel channel,
            Exclusions exclusions,
            Operator operator,
            CoordinatorNode.Watch watch,
            LongSupplier nanoTime) {
        this.wire = wire;
        this.channel = channel;
        this.exclusions = exclusions;
        this.requests = operator.requests();
        this.rule = operator.rule();
        this.watch = watch;
        this.homeWait = operator.homeWait();
        this.nanoTime = nanoTime;
    }

    @Override
    public Set<SiteId> sites() {
        return channel.sites();
    }

    @Override
    public Set<SiteId> excluded() {
        return exclusions.sites();
    }

    @Override
    public void needs(int sites) {
        needed = sites;
        channel.needs(sites);
    }

    @Override
    public void broadcast(CoordinatorMessage message) {
        shut();
        if (message instanceof CoordinatorMessage.Outcome) {
            tell(wire.links().get()); // a study can end before the next look: the others hear first who is back
            requests.asked().forEach(site -> requests.answer(site, Optional.of("it has ended")));
        }
        channel.broadcast(message);
    }

    @Override
    public void recall(List<Task> earlier) {
        shut();
        channel.recall(earlier);
    }

    @Override
    public void send(SiteId site, CoordinatorMessage.Question question) {
        shut();
        channel.send(site, question);
    }

    @Override
    public Optional<SiteReply> awaitReply(Duration timeout) throws InterruptedException {
        long start = nanoTime.getAsLong();
        long longest = TimeUnit.NANOSECONDS.convert(timeout);
        while (true) {
            look();
            long left = longest - (nanoTime.getAsLong() - start);
            Optional<SiteReply> reply = channel.awaitReply(Duration.ofNanos(Math.max(0, Math.min(left, LOOK))));
            if (reply.isPresent() || left <= LOOK) {
                reply.ifPresent(this::note);
                return reply;
            }
        }
    }

    /** The sites' connections, while a study waits for its sites to come: the present ones hear why others are not. */
    List<SiteLink> links() {
        look();
        return wire.links().get();
    }

    /** The number of sites worth waiting for before the first round: those with which the operator wants to go on. */
    int awaited() {
        long unwanted = requests.asked().stream()
                .filter(site -> rule.refusal(site, excluded()).isEmpty())
                .count();
        return sites().size() - (int) unwanted;
    }

    /** Ends the streams of excluded sites, from the journal or by request, and lets them in no more. */
    private void shut() {
        for (SiteId site : excluded()) {
            if (shut.add(site)) {
                wire.exclude().accept(site);
            }
        }
    }

    private void look() {
        long now = nanoTime.getAsLong();
        if (began && now - looked < LOOK) {
            return;
        }
        began = true;
        looked = now;
        shut();
        List<SiteLink> links = wire.links().get();
        tell(links);
        links.forEach(link -> {
            if (link.hindrance().filter(why -> why.kind().isOfHome()).isPresent()) {
                homeless.putIfAbsent(link.site(), now);
            } else {
                homeless.remove(link.site());
            }
        });
        if (needed > 0) {
            decide();
            requireHope(links, now);
        }
    }

    private void tell(List<SiteLink> links) {
        List<Hindrance> now = new ArrayList<>();
        for (SiteLink link : links) {
            link.hindrance()
                    .or(() -> Optional.ofNullable(said.get(link.site())))
                    .ifPresent(now::add);
        }
        if (!now.equals(told)) {
            told = now;
            wire.notice().accept(now);
        }
    }

    /** A site may tell the kind of a failure only, and the others hear less. */
    private void note(SiteReply reply) {
        if (!(reply instanceof SiteReply.Failure failure)) {
            said.remove(reply.site());
            return;
        }
        Optional<Hindrance.Kind> kind =
                switch (failure.kind()) {
                    case REFUSED -> Optional.of(Hindrance.Kind.REFUSED);
                    case DATA_UNUSABLE, INTERNAL -> Optional.of(Hindrance.Kind.FAILED);
                    default -> Optional.empty(); // part of ordinary restarts
                };
        kind.map(why -> new Hindrance(failure.site(), why)).ifPresent(why -> {
            if (!why.equals(said.put(failure.site(), why))) {
                watch.hindered(why);
            }
        });
    }

    private void decide() {
        Set<SiteId> decided = new TreeSet<>();
        for (SiteId site : requests.asked()) {
            boolean before = excluded().contains(site);
            Optional<String> refusal = before ? Optional.empty() : rule.refusal(site, excluded());
            if (refusal.isEmpty() && !before) {
                exclusions.exclude(site);
                decided.add(site);
            }
            requests.answer(site, refusal);
        }
        if (!decided.isEmpty()) {
            shut();
            throw new RepeatRoundException("the operator excluded "
                    + decided.stream().map(SiteId::value).collect(Collectors.joining(", ")));
        }
    }

    private void requireHope(List<SiteLink> links, long now) {
        long longest = TimeUnit.NANOSECONDS.convert(homeWait);
        List<Hindrance> overdue = links.stream()
                .filter(link -> now - homeless.getOrDefault(link.site(), now) >= longest)
                .filter(link -> homeless.containsKey(link.site()))
                .flatMap(link -> link.hindrance().stream())
                .toList();
        if (!overdue.isEmpty() && sites().size() - excluded().size() - overdue.size() < needed) {
            throw new GivenUpException(overdue.stream().map(Hindrance::text).collect(Collectors.joining("; "))
                    + "; this was waited for as long as the coordinator's limit says, " + Words.time(homeWait));
        }
    }
}
