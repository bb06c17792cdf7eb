// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.status;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.federation.RoundReport;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.NetworkEdge;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.SiteReply;
import io.hedgerow.transport.channel.SiteLink.Hindrance;
import io.hedgerow.transport.channel.SiteLink.SelfReport;
import io.hedgerow.transport.study.PlannedAggregation;
import io.hedgerow.transport.study.PlannedPrivacy.Budget;
import io.hedgerow.transport.study.StudyPlan;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * A snapshot of a study as its coordinator sees it. Immutable. As private as the coordinator's own view: sums,
 * consensus and connections; no secret, and only what sites sent.
 *
 * @param started when the coordinator's process took the study up
 * @param ready whether sites can dial in, and the study is not over
 * @param outcome how it ended, such as {@code CONVERGED}, once it has
 * @param reason why it ended so, in words
 * @param rounds reports of ended rounds, in order: all of them, or a bounded choice with the first and the last
 * @param bytesUp payload that sites sent, over all rounds
 * @param bytesDown payload that sites were sent, over all rounds
 * @param network the current estimate, once there is one
 * @param credentials the ends of what the coordinator shows and judges by
 * @param expiring in words, those that are near or have come
 */
public record StudyStatus(
        StudyFacts facts,
        Instant at,
        Instant started,
        Phase phase,
        boolean ready,
        Optional<String> outcome,
        Optional<String> reason,
        int roundsEnded,
        List<RoundReport> rounds,
        long bytesUp,
        long bytesDown,
        List<SiteStatus> sites,
        Optional<NamedNetwork> network,
        Map<String, Instant> credentials,
        List<String> expiring) {

    public enum Phase {
        STARTING,
        RUNNING,
        /** It has ended in one of the states of {@link io.hedgerow.core.protocol.StudyState}. */
        ENDED,
        /** The coordinator could not go on; it may be started again. */
        STOPPED;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Whether nothing more will change. */
        public boolean isOver() {
            return this == ENDED || this == STOPPED;
        }
    }

    public StudyStatus {
        rounds = List.copyOf(rounds);
        sites = List.copyOf(sites);
        credentials = Collections.unmodifiableMap(new TreeMap<>(credentials));
        expiring = List.copyOf(expiring);
    }

    public Optional<RoundReport> last() {
        return rounds.isEmpty() ? Optional.empty() : Optional.of(rounds.get(rounds.size() - 1));
    }

    /** One line on the sites that cannot answer while the study goes on, and on what helps; or empty. */
    public Optional<String> waitingFor() {
        String lines = sites.stream()
                .flatMap(site -> site.hindrance().stream())
                .map(Hindrance::text)
                .collect(Collectors.joining("; "));
        return lines.isEmpty() || phase.isOver() ? Optional.empty() : Optional.of(lines);
    }

    /** Fewest sites that a round needs: the quorum, or all with whom the study goes on. */
    public int needed() {
        long excluded = sites.stream()
                .flatMap(site -> site.hindrance().stream())
                .filter(why -> why.kind() == Hindrance.Kind.EXCLUDED)
                .count();
        return Math.min(facts.quorum(), sites.size() - (int) excluded);
    }

    public long count(SiteStatus.Presence presence) {
        return sites.stream().filter(site -> site.presence() == presence).count();
    }

    /** The strongest edges of a network first. */
    public static List<NetworkEdge> strongest(NamedNetwork network, int most) {
        return network.edges().stream()
                .sorted(Comparator.comparingDouble((NetworkEdge edge) -> -edge.strength()))
                .limit(most)
                .toList();
    }

    /**
     * One entry in the list of a coordinator's studies.
     *
     * @param state such as {@code queued}: a word in lower case
     * @param reason why it is in that state; empty when there is nothing to say
     * @param status what happens in it; empty while it does not run
     */
    public record KnownStudy(String name, String state, String reason, Optional<Supplier<StudyStatus>> status) {}

    /**
     * The facts of a study before it starts. Public, as the plan is: contains nothing computed from data and no secret.
     *
     * @param planDigest the digest that every site has pinned
     * @param rounds most rounds; at least 1
     * @param quorum fewest sites that must answer
     * @param minimumCohort fewest sites in a sum
     * @param deadline how long a round waits for its sites
     * @param secureAggregation how sums are formed, in words
     * @param privacy the promise about people, in words
     */
    public record StudyFacts(
            String study,
            String planDigest,
            String coordinator,
            String algorithm,
            SortedMap<String, String> parameters,
            List<SiteId> sites,
            VariableSchema variables,
            int rounds,
            int quorum,
            int minimumCohort,
            Duration deadline,
            String secureAggregation,
            String privacy) {
        public StudyFacts {
            parameters = Collections.unmodifiableSortedMap(new TreeMap<>(parameters));
            sites = sites.stream().sorted().toList();
            if (rounds < 1) {
                throw new IllegalArgumentException("rounds must be at least 1, was " + rounds);
            }
        }

        public static StudyFacts of(StudyPlan plan) {
            return new StudyFacts(
                    plan.name(),
                    plan.digest().toString(),
                    plan.coordinator(),
                    plan.algorithm().id(),
                    plan.algorithm().parameters(),
                    plan.sites(),
                    Method.of(plan.terms()).study().schema(),
                    plan.rounds(),
                    plan.quorum(),
                    plan.minimumCohort(),
                    plan.deadline(),
                    plan.secureAggregation()
                            .map(aggregation -> words(aggregation, plan.sites().size()))
                            .orElse("none: the coordinator sees what every site sends"),
                    plan.privacy()
                            .budget()
                            .map(StudyFacts::words)
                            .orElse("none: what sites send may reveal single records"));
        }

        private static String words(PlannedAggregation aggregation, int sites) {
            return "sums that " + aggregation.threshold(sites) + " of " + sites + " sites open, against "
                    + (aggregation.mode() == PlannedAggregation.Mode.MALICIOUS
                            ? "a malicious coordinator"
                            : "a coordinator that follows the protocol")
                    + ", suite " + aggregation.suite().name().toLowerCase(Locale.ROOT);
        }

        private static String words(Budget budget) {
            return "ε = " + budget.epsilon() + ", δ = " + budget.delta() + " per "
                    + (budget.unit() instanceof io.hedgerow.core.privacy.PrivacyUnit.UserUnit ? "person" : "record")
                    + ", " + Words.dashed(budget.adjacency())
                    + budget.otherNoise().map(noise -> ", noise " + noise).orElse("");
        }
    }

    /**
     * A snapshot of one site as the coordinator sees it.
     *
     * @param lastSeen when its last frame arrived, or empty before the first
     * @param connections streams opened so far
     * @param wireIn bytes read from its sockets
     * @param wireOut bytes written to its sockets
     * @param answered the last round that it answered, counted from 0, when the channel is watched
     * @param roundsIn in how many rounds' sums it was
     * @param lastIn the last of them, counted from 0
     * @param outlying whether its first update stood out from the others, see
     *     {@link io.hedgerow.core.federation.RoundReport#outlying}
     * @param failure its reason for the last round that it could not answer; the kind is all that a site tells
     * @param awaitedUntil when the round under way goes on without it; empty when no round waits for it
     * @param hindrance its obstacle, and what helps; empty when none is known
     * @param said what it says of itself; not verified
     */
    public record SiteStatus(
            SiteId site,
            Presence presence,
            Optional<Instant> lastSeen,
            long connections,
            long wireIn,
            long wireOut,
            OptionalInt answered,
            int roundsIn,
            OptionalInt lastIn,
            boolean outlying,
            Optional<SiteReply.Failure.Kind> failure,
            Optional<Instant> awaitedUntil,
            Optional<Hindrance> hindrance,
            SelfReport said) {

        public enum Presence {
            AWAITED,
            ONLINE,
            /**
             * It has lost its stream for less than a deadline; or it holds one, and has not answered while a quorum
             * did, or while half of the deadline has passed.
             */
            LATE,
            /** It has been away for longer than a deadline. */
            DROPPED,
            /** It is gone, and so is the study. */
            LEFT;

            public String word() {
                return name().toLowerCase(Locale.ROOT);
            }
        }
    }
}
