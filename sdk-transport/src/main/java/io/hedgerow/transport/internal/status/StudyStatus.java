// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.status;

import io.hedgerow.core.federation.RoundReport;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.NetworkEdge;
import io.hedgerow.transport.channel.SiteLink.Hindrance;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * A study as its coordinator sees it, at one moment. Immutable. As private as the coordinator's own view: sums,
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
        Optional<NamedNetwork> network) {

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
    }

    public Optional<RoundReport> last() {
        return rounds.isEmpty() ? Optional.empty() : Optional.of(rounds.get(rounds.size() - 1));
    }

    /**
     * One line on the sites that cannot answer while the study is not over, and on what helps; empty when there is
     * none.
     */
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
     * A study of a coordinator that has several.
     *
     * @param state such as {@code queued}: a word in lower case
     * @param reason why it is in that state; empty when there is nothing to say
     * @param status what happens in it; empty while it does not run
     */
    public record KnownStudy(String name, String state, String reason, Optional<Supplier<StudyStatus>> status) {}
}
