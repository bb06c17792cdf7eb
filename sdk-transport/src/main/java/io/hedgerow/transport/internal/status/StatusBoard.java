// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.status;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.federation.CoordinatorChannel;
import io.hedgerow.core.federation.Participation;
import io.hedgerow.core.federation.RoundObserver;
import io.hedgerow.core.federation.RoundReport;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.federation.coordinator.Coordinator.StudyResult;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.study.Study;
import io.hedgerow.transport.channel.SiteLink;
import io.hedgerow.transport.internal.status.StudyStatus.SiteStatus;
import io.hedgerow.transport.internal.status.StudyStatus.StudyFacts;
import io.hedgerow.transport.study.StudyPlan;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Collects the contents of a status page, in memory that does not grow with the rounds. It changes nothing in the
 * study, sends nothing and keeps nothing secret.
 *
 * <p>Thread-safe: told from the coordinator's and the wire's threads, read from any other.
 */
public final class StatusBoard implements RoundObserver, SiteLink.Listener, Supplier<StudyStatus> {

    private final StudyFacts facts;
    private final Function<Parameters, WeightMatrix> estimate;
    private final InstantSource clock;
    private final Instant started;
    private final RoundWatch watch = new RoundWatch();
    private final RoundHistory history = new RoundHistory();
    private Participation participation = new Participation();
    private final Map<SiteId, SiteLink> told = new HashMap<>();
    private @Nullable Supplier<List<SiteLink>> links;
    private boolean listening;
    private @Nullable Parameters consensus;
    private @Nullable NamedNetwork network;
    private @Nullable String outcome;
    private @Nullable String reason;
    private StudyStatus.Phase phase = StudyStatus.Phase.STARTING;
    private @Nullable Instant window;
    private Map<String, Instant> credentials = Map.of();
    private List<String> expiring = List.of();
    private long bytesUp;
    private long bytesDown;

    public StatusBoard(StudyFacts facts, Function<Parameters, WeightMatrix> estimate, InstantSource clock) {
        this.facts = facts;
        this.estimate = estimate;
        this.clock = clock;
        this.started = clock.instant();
    }

    /** A board of a planned study, on the system's clock; edges have at least |weight| {@code threshold}. */
    public static StatusBoard of(StudyPlan plan, Study study, double threshold) {
        return new StatusBoard(
                StudyFacts.of(plan),
                consensus -> study.layout().edgeWeights(consensus).threshold(threshold),
                InstantSource.system());
    }

    /** Watches answers, so that late sites are known while their stream is open. */
    public CoordinatorChannel watch(CoordinatorChannel channel) {
        return watch.around(channel, clock);
    }

    /** Reads connections when the status is read, so that a site's last frame and its bytes are current. */
    public synchronized void follow(Supplier<List<SiteLink>> current) {
        links = Objects.requireNonNull(current, "current");
        listening = true;
    }

    /** The coordinator does not listen, until it is followed again: a file cannot be written. */
    public synchronized void waiting() {
        listening = false;
    }

    /** The first round waits for all sites to connect, and begins then without the missing ones. */
    public synchronized void awaitingSites(Instant until) {
        window = Objects.requireNonNull(until, "until");
    }

    @Override
    public synchronized void changed(SiteLink link) {
        told.put(link.site(), link);
    }

    @Override
    public synchronized void roundEnded(RoundReport report, Parameters sent) {
        history.add(report);
        participation.add(report);
        bytesUp += report.bytes().up();
        bytesDown += report.bytes().down();
        consensus = sent;
        phase = StudyStatus.Phase.RUNNING;
    }

    /** Shows this network until a round ends: one that does not come from a consensus, and the final one. */
    public synchronized void show(NamedNetwork found) {
        consensus = null;
        network = found.withTitle(facts.study());
    }

    /** Shows in which sums each site was, for studies without reports of rounds. */
    public synchronized void show(Participation sites) {
        participation = Objects.requireNonNull(sites, "sites");
    }

    /** When certificates and the list of revoked ones end, and in words which of them soon. */
    public synchronized void credentials(Map<String, Instant> ends, List<String> near) {
        credentials = Map.copyOf(ends);
        expiring = List.copyOf(near);
    }

    /** The study has ended without a {@link StudyResult}, such as one whose result is a sum. */
    public void ended(io.hedgerow.core.protocol.StudyState state, String why) {
        end(StudyStatus.Phase.ENDED, state.name(), why);
    }

    /** The coordinator cannot go on. Every reader may see the reason: no path, no content of a message. */
    public void stopped(String why) {
        end(StudyStatus.Phase.STOPPED, "STOPPED", why);
    }

    private synchronized void end(StudyStatus.Phase last, String state, String why) {
        phase = last;
        outcome = Objects.requireNonNull(state, "state");
        reason = Objects.requireNonNull(why, "why");
    }

    private NamedNetwork named(WeightMatrix weights) {
        return NamedNetwork.of(new VariableSchema(facts.variables().names().subList(0, weights.variables())), weights)
                .withTitle(facts.study());
    }

    @Override
    public StudyStatus get() {
        Supplier<List<SiteLink>> current;
        Parameters latest;
        synchronized (this) {
            current = links;
            latest = consensus;
        }
        // Neither is asked under the lock: links take locks of the wire, under which this board is told.
        List<SiteLink> now = current == null ? List.of() : current.get();
        NamedNetwork fresh = latest == null ? null : named(estimate.apply(latest));
        synchronized (this) {
            now.forEach(link -> told.put(link.site(), link));
            if (fresh != null && Objects.equals(latest, consensus)) {
                network = keep(fresh);
            }
            return snapshot(clock.instant());
        }
    }

    /** The network that was shown before when nothing changed, so that its picture need not be drawn again. */
    private NamedNetwork keep(NamedNetwork fresh) {
        return network != null && network.equals(fresh) ? network : fresh;
    }

    private StudyStatus snapshot(Instant now) {
        List<SiteStatus> sites = new ArrayList<>();
        for (SiteId site : facts.sites()) {
            sites.add(site(site, now));
        }
        return new StudyStatus(
                facts,
                now,
                started,
                phase,
                listening && !phase.isOver(),
                Optional.ofNullable(outcome),
                Optional.ofNullable(reason),
                history.count(),
                history.rounds(),
                bytesUp,
                bytesDown,
                sites,
                Optional.ofNullable(network),
                credentials,
                expiring);
    }

    private SiteStatus site(SiteId site, Instant now) {
        Optional<SiteLink> link = Optional.ofNullable(told.get(site));
        return new SiteStatus(
                site,
                link.map(known -> presence(known, now)).orElse(SiteStatus.Presence.AWAITED),
                link.flatMap(SiteLink::lastSeen),
                link.map(SiteLink::connections).orElse(0L),
                link.map(known -> known.traffic().wireIn()).orElse(0L),
                link.map(known -> known.traffic().wireOut()).orElse(0L),
                watch.answered(site),
                participation.rounds(site),
                participation.last(site),
                participation.isOutlying(site),
                watch.failure(site),
                phase.isOver() ? Optional.empty() : awaitedUntil(site, link, now),
                link.flatMap(SiteLink::hindrance),
                link.map(SiteLink::said).orElseGet(SiteLink.SelfReport::none));
    }

    private Optional<Instant> awaitedUntil(SiteId site, Optional<SiteLink> link, Instant now) {
        if (watch.hasAsked()) {
            return watch.awaitedUntil(site, facts.deadline(), now);
        }
        boolean here = link.map(SiteLink::online).orElse(false);
        return here ? Optional.empty() : Optional.ofNullable(window).filter(until -> !now.isAfter(until));
    }

    private SiteStatus.Presence presence(SiteLink link, Instant now) {
        if (link.online()) {
            boolean overdue = !phase.isOver() && watch.isOverdue(link.site(), facts.quorum(), facts.deadline(), now);
            return overdue ? SiteStatus.Presence.LATE : SiteStatus.Presence.ONLINE;
        }
        if (link.connections() == 0) {
            return SiteStatus.Presence.AWAITED;
        }
        if (phase.isOver()) {
            return SiteStatus.Presence.LEFT;
        }
        Instant patience = link.lastSeen().orElse(started).plus(facts.deadline());
        return now.isAfter(patience) ? SiteStatus.Presence.DROPPED : SiteStatus.Presence.LATE;
    }

    /**
     * A bounded sample of rounds: the last and every k-th, where k doubles when there are too many. Not thread-safe.
     */
    static final class RoundHistory {

        static final int MOST = 256;

        private final List<RoundReport> kept = new ArrayList<>();
        private @Nullable RoundReport last;
        private int stride = 1;
        private int count;

        void add(RoundReport report) {
            last = report;
            if (count++ % stride != 0) {
                return;
            }
            if (kept.size() == MOST) {
                stride *= 2;
                for (int k = MOST - 1; k > 0; k -= 2) {
                    kept.remove(k);
                }
                if ((count - 1) % stride != 0) {
                    return;
                }
            }
            kept.add(report);
        }

        int count() {
            return count;
        }

        List<RoundReport> rounds() {
            List<RoundReport> rounds = new ArrayList<>(kept);
            if (last != null
                    && (rounds.isEmpty() || rounds.get(rounds.size() - 1).round() != last.round())) {
                rounds.add(last);
            }
            return rounds;
        }
    }
}
