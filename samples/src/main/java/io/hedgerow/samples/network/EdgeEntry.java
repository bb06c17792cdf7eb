// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.network;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.hedgerow.core.design.TimeSlices;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.NetworkEdge;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * An edge in {@code result.json}.
 *
 * @param from its source; one of the two where the direction is not identified
 * @param lag how many steps the source is before the target; 0 within a step; only of dynamic networks
 * @param directed whether the direction is identified
 * @param weight the change of the target when the source grows by 1
 * @param voteShare share of the voting rounds that had it; only of methods that vote
 * @param adjacent posterior probability that the two are joined, at most 0.99, and 0.9 while a misfit is flagged or
 *     cannot be told
 * @param adjacentRaw the same as computed
 * @param direction posterior probability of this direction given that they are joined, as covariances tell
 * @param noiseRatio where only the shape of noises tells the direction: how much likelier it is than the other, as a
 *     logarithm; left out elsewhere
 * @param probability posterior probability of this edge, as shown: adjacent times direction, which is certain from an
 *     earlier step; only of dynamic networks
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
        @Nullable Double probability) {

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
                probability(slices, edge));
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
