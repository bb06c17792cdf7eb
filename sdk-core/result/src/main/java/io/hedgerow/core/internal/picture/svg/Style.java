// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.picture.svg;

import io.hedgerow.core.graph.NetworkEdge;
import io.hedgerow.core.graph.NetworkEdge.EdgeStatus;
import java.util.List;

/**
 * Colours (Okabe and Ito 2008, safe for colour blindness) and dashes of edges; no information is coded by colour alone.
 */
public final class Style {

    static final String INK = "#222222";
    static final String QUIET = "#6b6b6b";

    static final String UPWARD_DASHES = "12 4";

    /** Dashes of an edge that is only a little likelier than not. */
    public static final String DOUBTFUL_DASHES = "7 4";

    /** Dashes of an edge from the past where its place does not show the lag. */
    static final String LAG_DASHES = "5 3";

    private Style() {}

    /** Largest strength of the estimated edges; 0 when there are none. */
    static double strongest(List<NetworkEdge> edges) {
        return edges.stream()
                .filter(e -> e.status() != EdgeStatus.MISSING)
                .mapToDouble(NetworkEdge::strength)
                .max()
                .orElse(0);
    }

    static double thickness(double strength, double strongest) {
        return strongest > 0 ? 1.1 + 2.9 * strength / strongest : 1.1;
    }

    public static String colour(NetworkEdge edge) {
        return edge.status() == EdgeStatus.UNJUDGED ? colourOfSign(edge.weight()) : colour(edge.status());
    }

    static String colourOfSign(double weight) {
        if (weight == 0) {
            return QUIET; // a pair that only marks join
        }
        return weight > 0 ? "#0072b2" : "#d55e00";
    }

    static String colour(EdgeStatus status) {
        return switch (status) {
            case UNJUDGED -> INK;
            case CORRECT -> "#0072b2";
            case REVERSED -> "#a8458a";
            case EXTRA -> "#d55e00";
            case MISSING -> "#8c8c8c";
        };
    }

    /** The value of {@code stroke-dasharray}; empty for a solid line. */
    static String dashes(EdgeStatus status) {
        return switch (status) {
            case UNJUDGED, CORRECT -> "";
            case REVERSED -> "9 3 2 3";
            case EXTRA -> "2 3";
            case MISSING -> "6 5";
        };
    }

    /** The same, where only edges within a step, and sure ones, have solid lines. */
    static String dashes(NetworkEdge edge, boolean lagged) {
        boolean solid = edge.status() == EdgeStatus.UNJUDGED || edge.status() == EdgeStatus.CORRECT;
        if (solid && !edge.sure()) {
            return DOUBTFUL_DASHES;
        }
        return lagged && solid ? LAG_DASHES : dashes(edge.status());
    }

    static String attribute(String dashes) {
        return dashes.isEmpty() ? "" : " stroke-dasharray=\"" + dashes + '"';
    }
}
