// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.picture.svg;

import io.hedgerow.core.internal.picture.EdgePath;
import io.hedgerow.core.internal.picture.Numbers;

/**
 * Arrowheads and circles at the ends of lines as plain shapes, since markers that take the colour of their line are not
 * supported everywhere.
 */
final class Arrow {

    private static final double RADIUS = 3.6;

    private Arrow() {}

    /**
     * The length of a line that an end takes: {@code <} or {@code >} an arrowhead, {@code o} a circle, others nothing.
     */
    static double length(char end, double thickness) {
        return isHead(end) ? length(thickness) : end == 'o' ? 2 * RADIUS : 0;
    }

    /** Writes the mark at an end, from its tip in a direction of length 1. */
    static void write(char end, EdgePath.Tip tip, double thickness, String colour, boolean filled, StringBuilder out) {
        if (isHead(end)) {
            write(tip.x(), tip.y(), tip.dx(), tip.dy(), thickness, colour, filled, out);
        } else if (end == 'o') {
            out.append("<circle cx=\"").append(Numbers.of(tip.x() - RADIUS * tip.dx()));
            out.append("\" cy=\"").append(Numbers.of(tip.y() - RADIUS * tip.dy()));
            out.append("\" r=\"").append(Numbers.of(RADIUS)).append("\" fill=\"#ffffff\" stroke=\"");
            out.append(colour).append("\" stroke-width=\"1.4\"/>");
        }
    }

    private static boolean isHead(char end) {
        return end == '<' || end == '>';
    }

    static double length(double thickness) {
        return 7 + 1.2 * thickness;
    }

    /** Writes an arrowhead, from its tip in a direction of length 1; solid for a positive weight, else hollow. */
    static void write(
            double x,
            double y,
            double dx,
            double dy,
            double thickness,
            String colour,
            boolean filled,
            StringBuilder out) {
        double length = length(thickness);
        double half = 2.6 + 0.7 * thickness;
        double baseX = x - length * dx;
        double baseY = y - length * dy;
        out.append("<path d=\"M")
                .append(Numbers.at(x, y))
                .append(" L")
                .append(Numbers.at(baseX - half * dy, baseY + half * dx))
                .append(" L")
                .append(Numbers.at(baseX + half * dy, baseY - half * dx))
                .append(" Z\" fill=\"")
                .append(filled ? colour : "#ffffff")
                .append("\" stroke=\"")
                .append(colour)
                .append("\" stroke-width=\"1.2\" stroke-linejoin=\"round\"/>");
    }
}
