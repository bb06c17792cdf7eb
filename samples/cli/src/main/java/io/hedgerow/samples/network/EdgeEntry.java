// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.network;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.hedgerow.core.design.TimeSlices;
import io.hedgerow.core.graph.AncestralMarks;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.NetworkEdge;
import io.hedgerow.core.graph.PairProbabilities;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * An edge in {@code result.json}.
 *
 * @param from its source; one of the two where the direction is not identified
 * @param lag how many steps the source is before the target; 0 within a step; only of dynamic networks
 * @param directed whether the direction is identified, and likely enough for an arrowhead
 * @param weight the change of the target when the source grows by 1; of a pair that only marks join 0
 * @param voteShare share of the voting rounds that had it; only of methods that vote
 * @param adjacent posterior probability that the two are joined, at most 0.99, and 0.9 while a misfit is flagged or
 *     cannot be told: that no recorded variable explains their dependence away, which a hidden cause of both brings
 *     about, too
 * @param adjacentRaw the same as computed
 * @param direction posterior probability of this direction given that they are joined, as covariances tell
 * @param noiseRatio where only the shape of noises tells the direction: how much likelier it is than the other, as a
 *     logarithm; left out elsewhere
 * @param probability posterior probability of this edge, as shown: adjacent times direction, which is certain from an
 *     earlier step; only of dynamic networks
 * @param mark what is left of it when causes may be hidden, from source to target: {@code -->}, {@code o->},
 *     {@code o-o}, {@code <->} and their reverses; {@code none} where hidden causes explain the two without an edge;
 *     left out where that was not looked at
 * @param markShare share of the posterior's networks that give this mark, of those that join the two
 * @param visible whether no hidden cause of both is possible; only of {@code -->}
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record EdgeEntry(
        String from,
        String to,
        @Nullable Integer lag,
        boolean directed,
        double weight,
        @Nullable Double voteShare,
        @Nullable Double adjacent,
        @Nullable Double adjacentRaw,
        @Nullable Double direction,
        @Nullable Double noiseRatio,
        @Nullable Double probability,
        @Nullable String mark,
        @Nullable Double markShare,
        @Nullable Boolean visible) {

    /**
     * The learned edges.
     *
     * @param network with what is known of its pairs
     * @return without those that only a known network has
     */
    public static List<EdgeEntry> of(NamedNetwork network) {
        Optional<TimeSlices> slices = network.slices();
        return network.edges().stream()
                .filter(edge -> edge.status() != NetworkEdge.EdgeStatus.MISSING)
                .map(edge -> of(network, slices, edge))
                .toList();
    }

    private static EdgeEntry of(NamedNetwork network, Optional<TimeSlices> slices, NetworkEdge edge) {
        OptionalDouble raw = network.pairs()
                .map(known -> known.adjacentRaw(edge.from(), edge.to()))
                .orElseGet(OptionalDouble::empty);
        Optional<AncestralMarks> marks = network.pairs().flatMap(PairProbabilities::marks);
        return new EdgeEntry(
                network.name(slices.map(known -> known.variable(edge.from())).orElse(edge.from())),
                network.name(edge.to()),
                slices.map(known -> known.lag(edge.from())).orElse(null),
                edge.directed(),
                edge.weight(),
                orNull(edge.voteShare()),
                orNull(edge.adjacent()),
                orNull(raw),
                slices.isPresent() && slices.get().lag(edge.from()) > 0 ? null : orNull(edge.direction()),
                orNull(network.pairs()
                        .map(known -> known.noiseRatio(edge.from(), edge.to()))
                        .orElseGet(OptionalDouble::empty)),
                probability(slices, edge),
                marks.map(known -> known.mark(edge.from(), edge.to())).orElse(null),
                orNull(marks.map(known -> known.share(edge.from(), edge.to())).orElseGet(OptionalDouble::empty)),
                marks.filter(known -> known.mark(edge.from(), edge.to()).equals(NetworkEdge.ARROW))
                        .map(known -> known.isVisible(edge.from(), edge.to()))
                        .orElse(null));
    }

    private static @Nullable Double probability(Optional<TimeSlices> slices, NetworkEdge edge) {
        if (slices.isEmpty() || edge.adjacent().isEmpty()) {
            return null;
        }
        boolean past = slices.get().lag(edge.from()) > 0;
        return edge.adjacent().getAsDouble() * (past ? 1 : edge.direction().orElse(1));
    }

    static @Nullable Double orNull(OptionalDouble value) {
        return value.isPresent() ? (Double) value.getAsDouble() : null;
    }
}
