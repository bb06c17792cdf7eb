// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.network;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.hedgerow.core.design.TimeSlices;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.search.Evidence;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The curve of an edge in {@code result.json}.
 *
 * @param lag how many steps the cause is before the effect; 0 within a step; only of dynamic networks
 * @param interacting whether how the effect follows also depends on another cause
 * @param points in the order of the cause's values
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record CurveEntry(
        String from, String to, @Nullable Integer lag, boolean interacting, List<Evidence.Point> points) {
    public CurveEntry {
        points = List.copyOf(points);
    }

    /**
     * The curves of a network's edges.
     *
     * @return null where relations are lines
     */
    public static @Nullable List<CurveEntry> of(NamedNetwork network, List<Evidence.Curve> curves) {
        Optional<TimeSlices> slices = network.slices();
        return curves.isEmpty()
                ? null
                : curves.stream()
                        .map(curve -> new CurveEntry(
                                network.name(slices.map(known -> known.variable(curve.from()))
                                        .orElse(curve.from())),
                                network.name(curve.to()),
                                slices.map(known -> known.lag(curve.from())).orElse(null),
                                curve.interacting(),
                                curve.points()))
                        .toList();
    }
}
