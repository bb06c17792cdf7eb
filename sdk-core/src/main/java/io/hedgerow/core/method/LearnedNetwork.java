// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.method;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.federation.RoundReport;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.search.Evidence;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * What was learned in one process, and how.
 *
 * @param schema the variables
 * @param network acyclic
 * @param voteShares share of the voting rounds that had each possible edge, where there was a vote
 * @param evidence what the moments say beside the network, where it was searched on moments
 * @param rounds one report per round; empty without rounds
 * @param bytesUp what sites sent
 * @param bytesDown what sites received
 * @param publishedBytes what the papers' formula counts
 * @param upload how uploads were protected
 * @param components what computed, for provenance
 * @param outlying sites whose only update stands out from the others; of rounds their reports say it
 * @param noise scales of noise that only the end tells, by name
 * @param notes what makes it doubtful, one line each
 * @param personal networks of single sites over the same variables, where the method gives each one of its own: exact
 *     functions of that site's rows
 */
public record LearnedNetwork(
        VariableSchema schema,
        WeightMatrix network,
        Optional<WeightMatrix> voteShares,
        Optional<Evidence> evidence,
        List<RoundReport> rounds,
        long bytesUp,
        long bytesDown,
        long publishedBytes,
        String upload,
        String components,
        Set<SiteId> outlying,
        Map<String, Double> noise,
        List<String> notes,
        Map<SiteId, NamedNetwork> personal) {
    public LearnedNetwork {
        Objects.requireNonNull(schema, "schema");
        Objects.requireNonNull(network, "network");
        Objects.requireNonNull(voteShares, "voteShares");
        Objects.requireNonNull(evidence, "evidence");
        rounds = List.copyOf(rounds);
        Objects.requireNonNull(upload, "upload");
        Objects.requireNonNull(components, "components");
        outlying = Set.copyOf(outlying);
        noise = Map.copyOf(noise);
        notes = List.copyOf(notes);
        personal = Map.copyOf(personal);
    }

    /** The same with networks of single sites. */
    LearnedNetwork with(Map<SiteId, NamedNetwork> own) {
        return with(evidence, own);
    }

    /**
     * The same, shown with the marks that are left when causes may be hidden.
     *
     * @return a copy whose {@link #named()} has them; the same where there are no marks
     */
    public LearnedNetwork byMarks() {
        return with(evidence.map(Evidence::byMarks), personal);
    }

    private LearnedNetwork with(Optional<Evidence> known, Map<SiteId, NamedNetwork> own) {
        return new LearnedNetwork(
                schema,
                network,
                voteShares,
                known,
                rounds,
                bytesUp,
                bytesDown,
                publishedBytes,
                upload,
                components,
                outlying,
                noise,
                notes,
                own);
    }

    /**
     * The network with the names of its variables.
     *
     * @return for exporters and people
     */
    public NamedNetwork named() {
        return Method.Ended.named(schema, network, voteShares, evidence);
    }
}
