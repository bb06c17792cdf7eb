package io.hedgerow.samples.learn;

import io.hedgerow.core.federation.RoundReport;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.samples.secure.SecureAggregationReport;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What an algorithm yields.
 *
 * @param network acyclic
 * @param confidence share of the voting rounds or sites that had each possible edge, where there was a vote
 * @param rounds one report per round; empty without rounds
 * @param bytesUp what sites sent
 * @param bytesDown what sites received
 * @param formulaBytes what the papers' formula counts
 * @param protection how uploads were protected
 * @param components what computed, for provenance
 * @param privacy what it cost each site; empty without a guarantee
 * @param masks what secure aggregation did; empty for plain uploads
 * @param outlying sites whose only update stands out from the others; of rounds their reports say it
 */
public record Learned(
        WeightMatrix network,
        Optional<WeightMatrix> confidence,
        List<RoundReport> rounds,
        long bytesUp,
        long bytesDown,
        long formulaBytes,
        String protection,
        String components,
        List<SitePrivacy> privacy,
        Optional<SecureAggregationReport> masks,
        Set<SiteId> outlying) {
    public Learned {
        outlying = Set.copyOf(outlying);
        rounds = List.copyOf(rounds);
        privacy = List.copyOf(privacy);
    }

    /**
     * What an algorithm yields with uploads that the coordinator can read.
     *
     * @param network acyclic
     * @param confidence share of the voting rounds or sites that had each possible edge, where there was a vote
     * @param rounds one report per round; empty without rounds
     * @param bytesUp what sites sent
     * @param bytesDown what sites received
     * @param formulaBytes what the papers' formula counts
     * @param protection how uploads were protected
     * @param components what computed, for provenance
     * @param privacy what it cost each site; empty without a guarantee
     */
    public Learned(
            WeightMatrix network,
            Optional<WeightMatrix> confidence,
            List<RoundReport> rounds,
            long bytesUp,
            long bytesDown,
            long formulaBytes,
            String protection,
            String components,
            List<SitePrivacy> privacy) {
        this(
                network,
                confidence,
                rounds,
                bytesUp,
                bytesDown,
                formulaBytes,
                protection,
                components,
                privacy,
                Optional.empty(),
                Set.of());
    }

    /**
     * The same with uploads that were masked.
     *
     * @param report what secure aggregation did
     * @return a copy that says so; its bytes include the protocol's
     */
    public Learned masked(SecureAggregationReport report) {
        return new Learned(
                network,
                confidence,
                rounds,
                bytesUp + report.bytesUp(),
                bytesDown + report.bytesDown(),
                formulaBytes,
                protection,
                components,
                privacy,
                Optional.of(report),
                outlying);
    }

    /** The same of sites some of which stand out. */
    Learned naming(Set<SiteId> sites) {
        return new Learned(
                network,
                confidence,
                rounds,
                bytesUp,
                bytesDown,
                formulaBytes,
                protection,
                components,
                privacy,
                masks,
                sites);
    }

    /** A result that needed no messages, because all rows were in one place. */
    static Learned inOnePlace(WeightMatrix network, Optional<WeightMatrix> confidence, String components) {
        return new Learned(network, confidence, List.of(), 0, 0, 0, "none: rows in one place", components, List.of());
    }
}
