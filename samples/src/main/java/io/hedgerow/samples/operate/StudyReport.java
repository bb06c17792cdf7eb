package io.hedgerow.samples.operate;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.hedgerow.core.federation.Participation;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.StructureMetrics;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.protocol.RunProvenance;
import io.hedgerow.secureagg.federation.AggregationReport;
import io.hedgerow.transport.channel.SiteLink;
import io.hedgerow.transport.node.CoordinatorNode;
import io.hedgerow.transport.study.ReportedSpending;
import io.hedgerow.transport.study.StudyPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The content of a study's {@code result.json}.
 *
 * @param study its name
 * @param plan digest of the plan that officers signed
 * @param algorithm what computed
 * @param state how it ended
 * @param reason in words
 * @param rounds that were completed
 * @param variables names, in order
 * @param edges of the network; none without a result
 * @param metrics against a known network; only with one
 * @param warnings what people should know before they use the network; none when every site was in it and none stood
 *     out
 * @param sites in which rounds each was, and what went over the wire
 * @param secureAggregation what the masks did; only with them
 * @param software name and version
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record StudyReport(
        String study,
        String plan,
        String algorithm,
        String state,
        String reason,
        int rounds,
        List<String> variables,
        List<Edge> edges,
        @Nullable Metrics metrics,
        List<String> warnings,
        List<Site> sites,
        @Nullable AggregationReport secureAggregation,
        String software) {

    /**
     * An edge.
     *
     * @param from its source
     * @param to its target
     * @param weight the change of the target when the source grows by 1
     */
    public record Edge(String from, String to, double weight) {}

    /**
     * Against a known network.
     *
     * @param shd insertions, deletions and reversals
     * @param skeletonCorrect edges found, whatever their direction
     * @param trueEdges in the known network
     */
    public record Metrics(int shd, int skeletonCorrect, int trueEdges) {}

    /**
     * A site.
     *
     * @param name of the site
     * @param rounds in whose sum it was
     * @param lastRound the last of them, counted from 1; left out when it was in none
     * @param outlying whether its first update stood out from those of the others, where the coordinator sees single
     *     updates
     * @param payloadUp bytes of its messages
     * @param payloadDown bytes of messages to it
     * @param wireUp bytes that its connection carried to the coordinator, with TLS and everything
     * @param wireDown the same in the other direction
     * @param selfReportedEpsilon ε that the site says the study cost its data set; not verified, and left out when it
     *     did not tell
     * @param selfReportedDelta δ, likewise
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Site(
            String name,
            int rounds,
            @Nullable Integer lastRound,
            boolean outlying,
            long payloadUp,
            long payloadDown,
            long wireUp,
            long wireDown,
            @Nullable Double selfReportedEpsilon,
            @Nullable Double selfReportedDelta) {}

    static StudyReport of(StudyPlan plan, CoordinatorNode.Finished finished, Optional<WeightMatrix> truth) {
        List<String> names = plan.schema().names();
        List<Edge> edges = new ArrayList<>();
        finished.network().ifPresent(network -> {
            for (int i = 0; i < names.size(); i++) {
                for (int j = 0; j < names.size(); j++) {
                    if (network.hasEdge(i, j)) {
                        edges.add(new Edge(names.get(i), names.get(j), network.get(i, j)));
                    }
                }
            }
        });
        return new StudyReport(
                plan.name(),
                plan.digest().toString(),
                plan.algorithm().id(),
                SiteReport.word(finished.ended().state()),
                finished.ended().reason(),
                finished.ended().rounds(),
                names,
                edges,
                metrics(finished, truth),
                finished.ended().participation().warnings(plan.sites()),
                finished.links().stream()
                        .map(link -> site(link, finished.ended().participation()))
                        .toList(),
                finished.masks().orElse(null),
                RunProvenance.SOFTWARE);
    }

    private static @Nullable Metrics metrics(CoordinatorNode.Finished finished, Optional<WeightMatrix> truth) {
        if (truth.isEmpty() || finished.network().isEmpty()) {
            return null;
        }
        StructureMetrics found = StructureMetrics.of(finished.network().get(), truth.get());
        return new Metrics(found.shd(), found.skeletonCorrect(), truth.get().edgeCount());
    }

    private static Site site(SiteLink link, Participation participation) {
        SiteLink.Traffic traffic = link.traffic();
        return new Site(
                link.site().value(),
                participation.rounds(link.site()),
                participation.last(link.site()).isPresent()
                        ? (Integer) (participation.last(link.site()).getAsInt() + 1)
                        : null,
                participation.isOutlying(link.site()),
                traffic.payloadIn(),
                traffic.payloadOut(),
                traffic.wireIn(),
                traffic.wireOut(),
                link.reported().map(ReportedSpending::epsilon).orElse(null),
                link.reported().map(ReportedSpending::delta).orElse(null));
    }

    /** The network for pictures, or empty without a result. */
    static Optional<NamedNetwork> picture(
            StudyPlan plan, CoordinatorNode.Finished finished, Optional<WeightMatrix> truth) {
        return finished.network().map(network -> {
            NamedNetwork named = NamedNetwork.of(plan.schema(), network);
            if (finished.ended().confidence().isPresent()) {
                named = named.withConfidence(finished.ended().confidence().get());
            }
            return truth.isPresent() ? named.withTruth(truth.get()) : named;
        });
    }
}
