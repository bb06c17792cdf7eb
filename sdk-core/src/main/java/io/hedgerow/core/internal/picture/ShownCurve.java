// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.picture;

import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.NetworkEdge.EdgeStatus;
import io.hedgerow.core.search.Evidence;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** A curve of a network with its edge; the name of the cause has the time where it is earlier. */
public record ShownCurve(ShownEdge edge, Evidence.Curve curve, String cause, String effect) {

    /** The network's edges that have curves: by effect, then by cause. */
    public static List<ShownCurve> of(NamedNetwork network, List<Evidence.Curve> curves) {
        ShownNetwork shown = ShownNetwork.of(network);
        List<ShownCurve> found = new ArrayList<>();
        for (ShownEdge edge : shown.edges()) {
            if (edge.edge().status() == EdgeStatus.MISSING) {
                continue;
            }
            for (Evidence.Curve curve : curves) {
                if (curve.from() == edge.edge().from()
                        && curve.to() == edge.edge().to()) {
                    String time = edge.lag() == 0 ? "" : " " + ShownNetwork.time(edge.lag());
                    found.add(new ShownCurve(edge, curve, shown.name(edge.from()) + time, shown.name(edge.to())));
                }
            }
        }
        found.sort(Comparator.comparingInt((ShownCurve c) -> c.curve().to())
                .thenComparingInt(c -> c.curve().from()));
        return found;
    }

    /** Cause and effect, with an arrow between them where the direction is identified. */
    public String title(String one, String other) {
        return one + (edge.edge().directed() ? " → " : " — ") + other;
    }
}
