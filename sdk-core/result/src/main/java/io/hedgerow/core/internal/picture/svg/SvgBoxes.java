// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.picture.svg;

import io.hedgerow.core.graph.NetworkEdge;
import io.hedgerow.core.internal.picture.Drawing;
import io.hedgerow.core.internal.picture.EdgeWords;
import io.hedgerow.core.internal.picture.ShownNetwork;
import io.hedgerow.core.internal.picture.ShownNetwork.ShownEdge;
import io.hedgerow.core.internal.picture.TextWidth;
import java.util.List;

/**
 * Writes the nodes of a picture: a box with a name, and in the compact form with a mark for each lag of the variable
 * itself.
 */
public final class SvgBoxes {

    private static final double FONT = 13;
    private static final int LONGEST_NAME = 36;
    private static final double MARK = 20;

    private final ShownNetwork shown;
    private final List<ShownEdge> edges;
    /** Whether a variable's own past is a mark in its box, not a line. */
    private final boolean marks;

    public SvgBoxes(ShownNetwork shown, boolean marks) {
        this.shown = shown;
        this.edges = shown.edges();
        this.marks = marks;
    }

    public double[] widths() {
        double[] width = new double[shown.size()];
        for (int i = 0; i < width.length; i++) {
            double text = TextWidth.ems(TextWidth.shortened(shown.name(i), LONGEST_NAME)) * FONT + 22;
            width[i] = Math.max(42, text + MARK * ownLags(i).size());
        }
        return width;
    }

    /** The same where all edges begin and end above and below. */
    public double[] widthsWithPorts() {
        double[] width = widths();
        int[] in = new int[width.length];
        int[] outgoing = new int[width.length];
        for (ShownEdge edge : edges) {
            outgoing[edge.from()] += edge.isOwnLag() ? 0 : 1;
            in[edge.to()] += edge.isOwnLag() ? 0 : 1;
        }
        for (int i = 0; i < width.length; i++) {
            width[i] = Math.max(width[i], 9 * Math.max(in[i], outgoing[i]) + 14);
        }
        return width;
    }

    private List<ShownEdge> ownLags(int node) {
        return edges.stream()
                .filter(e -> marks && e.isOwnLag() && e.to() == node)
                .toList();
    }

    public void write(Drawing drawing, Svg svg) {
        boolean[] joined = new boolean[shown.size()];
        for (ShownEdge edge : edges) {
            joined[edge.from()] = true;
            joined[edge.to()] = true;
        }
        for (Drawing.Box box : drawing.boxes()) {
            int node = box.column() % shown.size();
            String name = shown.name(node);
            String brief = TextWidth.shortened(name, LONGEST_NAME);
            svg.add("<g data-node=\"{}\" data-name=\"{}\">", node, Xml.shown(name));
            if (!brief.equals(name)) {
                svg.add("<title>{}</title>", Xml.shown(name));
            }
            svg.add(
                    "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"7\" {} stroke-width=\"1.2\"/>",
                    box.left(),
                    box.top(),
                    box.width(),
                    box.height(),
                    joined[node] ? "fill=\"#f3f5f8\" stroke=\"#4a5568\"" : "fill=\"#ffffff\" stroke=\"#b5b5b5\"");
            List<ShownEdge> own = ownLags(node);
            double x = box.x() - MARK * own.size() / 2;
            svg.text(x, box.y() + 4.6, "font-size=\"13\" text-anchor=\"middle\"", brief);
            for (int k = 0; k < own.size(); k++) {
                double at = box.left() + box.width() - MARK * (own.size() - k) + 4;
                svg.add("<g><title>{}</title>", Xml.shown(EdgeWords.sentence(shown.network(), own.get(k))));
                mark(at, box.y(), own.get(k).edge(), Integer.toString(own.get(k).lag()), svg);
                svg.add("</g>\n");
            }
            svg.add("</g>\n");
        }
    }

    /** A disk with a number, hollow where the weight is negative. */
    static void mark(double x, double y, NetworkEdge edge, String number, Svg svg) {
        String colour = Style.colour(edge);
        boolean filled = edge.weight() >= 0;
        svg.add("<circle cx=\"{}\" cy=\"{}\" r=\"7.5\" fill=\"{}\"", x, y, filled ? colour : "#ffffff");
        String dashes = Style.attribute(Style.dashes(edge, false));
        svg.add(" stroke=\"{}\" stroke-width=\"1.5\"{}/>", colour, dashes);
        svg.add("<text x=\"{}\" y=\"{}\" font-size=\"10\" text-anchor=\"middle\"", x, y + 3.6);
        svg.add(" fill=\"{}\">{}</text>", filled ? "#ffffff" : colour, number);
    }
}
