// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.picture.svg;

import io.hedgerow.core.graph.NetworkEdge;
import io.hedgerow.core.graph.NetworkEdge.EdgeStatus;
import io.hedgerow.core.internal.picture.Drawing;
import io.hedgerow.core.internal.picture.EdgeWords;
import io.hedgerow.core.internal.picture.ShownNetwork;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Writes edges, the strongest last and so on top; attributes hold variables and strength, for scripts that filter. */
public final class SvgLines {

    private SvgLines() {}

    /** Writes the edges; with {@code dashLagged}, dashes distinguish a lagged edge from others. */
    public static void write(ShownNetwork shown, Drawing drawing, boolean dashLagged, Svg svg) {
        double strongest = Style.strongest(shown.network().edges());
        List<Drawing.Line> weakestFirst = new ArrayList<>(drawing.lines());
        weakestFirst.sort(
                Comparator.comparing((Drawing.Line l) -> l.edge().edge().status() != EdgeStatus.MISSING)
                        .thenComparing(l -> l.edge().edge().strength()));
        for (Drawing.Line line : weakestFirst) {
            NetworkEdge edge = line.edge().edge();
            boolean missing = edge.status() == EdgeStatus.MISSING;
            double thickness = missing ? 1.5 : Style.thickness(edge.strength(), strongest);
            char atFrom = edge.mark().charAt(0);
            char atTo = edge.mark().charAt(edge.mark().length() - 1);
            char atFirst = line.upwards() ? atTo : atFrom;
            char atLast = line.upwards() ? atFrom : atTo;
            String colour = Style.colour(edge);
            String dashes = line.closesCycle() && !missing
                    ? Style.UPWARD_DASHES
                    : Style.dashes(edge, dashLagged && line.edge().lag() > 0);
            svg.add(
                    "<g data-from=\"{}\" data-to=\"{}\" data-strength=\"{}\"><title>{}</title>",
                    line.edge().from(),
                    line.edge().to(),
                    Double.toString(edge.strength()),
                    Xml.shown(EdgeWords.sentence(shown.network(), line.edge())));
            svg.add(
                    "<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"{}/>",
                    line.curve().path(Arrow.length(atFirst, thickness), Arrow.length(atLast, thickness)),
                    colour,
                    thickness,
                    Style.attribute(dashes));
            Arrow.write(atFirst, line.curve().tip(true), thickness, colour, edge.weight() >= 0, svg);
            Arrow.write(atLast, line.curve().tip(false), thickness, colour, edge.weight() >= 0, svg);
            svg.add("</g>\n");
        }
    }
}
