// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.graph.export;

/** Arrowheads as plain polygons, since markers that take the colour of their line are not supported everywhere. */
final class Arrow {

    private Arrow() {}

    static double length(double thickness) {
        return 7 + 1.2 * thickness;
    }

    /** Writes one, from its tip in a direction of length 1; solid for a positive weight, else hollow. */
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
