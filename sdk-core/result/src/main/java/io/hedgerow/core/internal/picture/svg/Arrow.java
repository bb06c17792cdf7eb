// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.picture.svg;

import io.hedgerow.core.internal.picture.Drawing.EdgePath;

/** Arrowheads and circles at the ends of lines as shapes, as not all viewers colour markers like their lines. */
final class Arrow {

    private static final double RADIUS = 3.6;

    private Arrow() {}

    /** The length of a line that an end takes: {@code <} or {@code >} an arrowhead, {@code o} a circle, others 0. */
    static double length(char end, double thickness) {
        return isHead(end) ? length(thickness) : end == 'o' ? 2 * RADIUS : 0;
    }

    /** Writes the mark at an end, from its tip; an arrowhead is solid for a positive weight, else hollow. */
    static void write(char end, EdgePath.Tip tip, double thickness, String colour, boolean filled, Svg svg) {
        if (isHead(end)) {
            head(tip, thickness, colour, filled, svg);
        } else if (end == 'o') {
            svg.add(
                    "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"#ffffff\" stroke=\"{}\" stroke-width=\"1.4\"/>",
                    tip.x() - RADIUS * tip.dx(),
                    tip.y() - RADIUS * tip.dy(),
                    RADIUS,
                    colour);
        }
    }

    private static boolean isHead(char end) {
        return end == '<' || end == '>';
    }

    private static double length(double thickness) {
        return 7 + 1.2 * thickness;
    }

    private static void head(EdgePath.Tip tip, double thickness, String colour, boolean filled, Svg svg) {
        double half = 2.6 + 0.7 * thickness;
        double baseX = tip.x() - length(thickness) * tip.dx();
        double baseY = tip.y() - length(thickness) * tip.dy();
        svg.add(
                "<path d=\"M{} {} L{} {} L{} {} Z\" fill=\"{}\" stroke=\"{}\" stroke-width=\"1.2\""
                        + " stroke-linejoin=\"round\"/>",
                tip.x(),
                tip.y(),
                baseX - half * tip.dy(),
                baseY + half * tip.dx(),
                baseX + half * tip.dy(),
                baseY - half * tip.dx(),
                filled ? colour : "#ffffff",
                colour);
    }
}
