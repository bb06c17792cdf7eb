// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node;

import io.hedgerow.core.federation.CoordinatorChannel;
import io.hedgerow.core.internal.protocol.GivenUpException;
import io.hedgerow.core.internal.protocol.RepeatRoundException;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.protocol.CoordinatorMessage;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.SiteReply;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.transport.channel.SiteLink;
import io.hedgerow.transport.channel.SiteLink.Hindrance;
import io.hedgerow.transport.node.internal.coordinator.AwaitedSites;
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
import org.jspecify.annotations.Nullable;

/**
 * Handles missing sites of a running study: informs the other sites, applies the operator's exclusions, and ends the
 * study when a lost home is not restored in time. Not thread-safe: of the coordinator's thread.
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
    private final AwaitedSites awaited;
    private final LongSupplier nanoTime;

    private final Map<SiteId, Hindrance> said = new TreeMap<>();
    private final Map<SiteId, Long> homeless = new TreeMap<>();
    private final Set<SiteId> shut = new HashSet<>();
    private List<Hindrance> told = List.of();
    private int round = -1;
    private @Nullable Task held;
    private int needed;
    private long looked;
    private boolean began;

    /**
     * Connects to the wire: {@code expect} is called with a task before it is sent, {@code awaited} for each site when
     * the study begins to wait for it.
     */
    record Wire(
            Supplier<List<SiteLink>> links,
            Consumer<Task> expect,
            Consumer<SiteId> exclude,
            Consumer<List<Hindrance>> notice,
            Consumer<Hindrance> awaited) {}

    /** Decides whether a study can continue without a site, beside those already excluded. */
    @FunctionalInterface
    interface Rule {
        Optional<String> refusal(SiteId site, Set<SiteId> excluded);

        /** A task is about to be sent, with the first of which sites are charged. */
        default void taskSent() {}
    }

    /** The operator's exclusion requests, the rule that grants them, and the time limit for restoring a lost home. */
    record Operator(ExclusionRequests requests, Rule rule, Duration homeWait) {}

    Attendance(
            Wire wire,
            CoordinatorChannel channel,
            Exclusions exclusions,
            Operator operator,
            CoordinatorNode.Watch watch,
            Duration deadline,
            LongSupplier nanoTime) {
        this.wire = wire;
        this.channel = channel;
        this.exclusions = exclusions;
        this.requests = operator.requests();
        this.rule = operator.rule();
        this.watch = watch;
        this.homeWait = operator.homeWait();
        this.awaited = new AwaitedSites(deadline, nanoTime);
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
        if (sites == 0) {
            held = null; // its round goes on with what has come
        }
        channel.needs(sites);
    }

    @Override
    public void broadcast(CoordinatorMessage message) {
        shut();
        asked(message);
        if (message instanceof CoordinatorMessage.Outcome) {
            tell(wire.links().get()); // a study can end before the next look: the others hear first who is back
            requests.asked().forEach(site -> requests.answer(site, Optional.of("it has ended")));
        }
        // sites are charged with their first task, so it is not sent while the round cannot have its sites
        held = message instanceof Task task && task.round() == 0 && !areEnough() ? task : null;
        if (held != null) {
            wire.expect().accept(held);
        } else {
            noted(message);
            channel.broadcast(message);
        }
    }

    private void noted(CoordinatorMessage message) {
        if (message instanceof Task) {
            rule.taskSent();
        }
    }

    private boolean areEnough() {
        return wire.links().get().stream().filter(SiteLink::online).count() >= needed;
    }

    @Override
    public boolean holds() {
        return held != null;
    }

    private void sendHeld() {
        Task task = held;
        if (task != null && areEnough()) {
            held = null;
            asked(task); // a site is late from when it has the task
            noted(task);
            channel.broadcast(task);
        }
    }

    @Override
    public void recall(List<Task> earlier) {
        shut();
        earlier.forEach(this::noted); // by a release that did not note it
        channel.recall(earlier);
    }

    @Override
    public void send(SiteId site, CoordinatorMessage.Question question) {
        shut();
        awaited.questioned(site);
        channel.send(site, question);
    }

    private void asked(CoordinatorMessage message) {
        if (message instanceof Task task) {
            round = task.round();
        }
        awaited.asked(message instanceof Task ? sites() : Set.of());
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

    /** The sites' connections, with what is known of sites that are connected and do not answer. */
    List<SiteLink> linksAtEnd() {
        return wire.links().get().stream()
                .map(link -> link.hindrance().isPresent() || said(link).isEmpty() ? link : link.hindered(said(link)))
                .toList();
    }

    /** The hindrance that a site told itself; one that is gone does not try to read its data. */
    private Optional<Hindrance> said(SiteLink link) {
        return Optional.ofNullable(said.get(link.site()))
                .filter(why -> link.online() || why.kind() != Hindrance.Kind.NO_DATA);
    }

    /**
     * The number of sites worth waiting for before the first round: those with which the operator wants to go on, and
     * that may come.
     */
    int awaited() {
        long unwanted = requests.asked().stream()
                .filter(site -> rule.refusal(site, excluded()).isEmpty())
                .count();
        return sites().size() - (int) unwanted - withoutHope(wire.links().get()).size();
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
        sendHeld();
        if (needed > 0) {
            decide();
            requireHope(links, now);
        }
    }

    private void tell(List<SiteLink> links) {
        List<Hindrance> now = new ArrayList<>();
        for (SiteLink link : links) {
            link.hindrance()
                    .or(() -> said(link))
                    .or(() -> awaited.hindrance(link, holds()))
                    .ifPresent(now::add);
        }
        if (!now.equals(told)) {
            now.stream()
                    .filter(one -> one.kind().isAwaited() && !told.contains(one))
                    .forEach(wire.awaited());
            told = now;
            wire.notice().accept(now);
            watch.awaited(now.stream().filter(one -> one.kind().isAwaited()).toList());
        }
        for (Hindrance one : now) {
            if (one.kind().isAwaited() && awaited.remindsOf(one.site())) {
                wire.awaited().accept(one);
                watch.hindered(one);
            }
        }
    }

    /** A site may tell the kind of a failure only, and the others hear less. */
    private void note(SiteReply reply) {
        boolean mayCome = reply instanceof SiteReply.Failure why && why.prospect() == SiteReply.Failure.Prospect.OPEN;
        if (reply.round() >= round && !mayCome) {
            awaited.answered(reply.site());
        }
        if (!(reply instanceof SiteReply.Failure failure)) {
            said.remove(reply.site());
            return;
        }
        if (failure.prospect() != SiteReply.Failure.Prospect.UNSAID) {
            Hindrance.Kind lost = failure.reason()
                    .map(reason -> Hindrance.Kind.valueOf(reason.name()))
                    .orElse(Hindrance.Kind.ROUND_LOST);
            hindered(new Hindrance(failure.site(), mayCome ? Hindrance.Kind.NO_DATA : lost));
            return;
        }
        Optional<Hindrance.Kind> kind =
                switch (failure.kind()) {
                    case REFUSED ->
                        Optional.of(failure.reason()
                                .map(reason -> Hindrance.Kind.valueOf(reason.name()))
                                .orElse(Hindrance.Kind.REFUSED));
                    case DATA_UNUSABLE, INTERNAL -> Optional.of(Hindrance.Kind.FAILED);
                    default -> Optional.empty(); // part of ordinary restarts
                };
        kind.map(why -> new Hindrance(failure.site(), why)).ifPresent(this::hindered);
    }

    private void hindered(Hindrance why) {
        if (!why.equals(said.put(why.site(), why))) {
            watch.hindered(why);
        }
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
        requireEnough(
                overdue, "; this was waited for as long as the coordinator's limit says, " + Words.time(homeWait));
        requireEnough(withoutHope(links), "");
    }

    /** The sites that will not come, whatever is started again. */
    private static List<Hindrance> withoutHope(List<SiteLink> links) {
        return links.stream()
                .flatMap(link -> link.hindrance().stream())
                .filter(why -> why.kind() == Hindrance.Kind.RELEASED_BEFORE)
                .toList();
    }

    private void requireEnough(List<Hindrance> missing, String waited) {
        if (!missing.isEmpty() && sites().size() - excluded().size() - missing.size() < needed) {
            throw new GivenUpException(
                    missing.stream().map(Hindrance::text).collect(Collectors.joining("; ")) + waited);
        }
    }
}
