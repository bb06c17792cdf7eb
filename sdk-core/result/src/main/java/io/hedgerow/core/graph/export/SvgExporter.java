// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.graph.export;

import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.export.ExportedNetwork.Part;
import io.hedgerow.core.internal.picture.Drawing;
import io.hedgerow.core.internal.picture.EdgeWords;
import io.hedgerow.core.internal.picture.Numbers;
import io.hedgerow.core.internal.picture.ShownNetwork;
import io.hedgerow.core.internal.picture.ShownNetwork.ShownCurve;
import io.hedgerow.core.internal.picture.TextWidth;
import io.hedgerow.core.internal.picture.layout.LagLabels;
import io.hedgerow.core.internal.picture.layout.NetworkLayout;
import io.hedgerow.core.internal.picture.layout.SliceLayout;
import io.hedgerow.core.internal.picture.svg.CurveLegend;
import io.hedgerow.core.internal.picture.svg.CurvePanel;
import io.hedgerow.core.internal.picture.svg.EffectRows;
import io.hedgerow.core.internal.picture.svg.Svg;
import io.hedgerow.core.internal.picture.svg.SvgBoxes;
import io.hedgerow.core.internal.picture.svg.SvgLegend;
import io.hedgerow.core.internal.picture.svg.SvgLines;
import io.hedgerow.core.search.Evidence;
import io.hedgerow.core.search.TotalEffects;
import java.io.IOException;
import java.util.List;

/** Writes self-contained SVG pictures of the results of a network: its edges, their curves, or its total effects. */
final class SvgExporter {

    private static final double MARGIN = 28;
    private static final int LONGEST_TITLE = 120;
    private static final int MOST_IN_SLICES = 30;
    private static final double GAP = 28;
    private static final int MOST_COLUMNS = 5;

    private SvgExporter() {}

    static NetworkExporter edges() {
        return new PartExporter(
                "svg", "svg", "a picture of the graph", Part.GRAPH, (network, out) -> writeEdges(network.graph(), out));
    }

    static NetworkExporter curves() {
        return new PartExporter(
                "curves-svg",
                "svg",
                "a picture of the curve of each edge, a panel each",
                Part.CURVES,
                (network, out) -> writeCurves(network.graph(), network.curves(), out));
    }

    static NetworkExporter effects() {
        return new PartExporter(
                "effects-svg",
                "svg",
                "a picture of the strongest total effects with their intervals (forest plot)",
                Part.EFFECTS,
                (network, out) ->
                        writeEffects(network.graph(), network.effects().orElseThrow(), out));
    }

    /**
     * Draws a network ({@link Svg}): causes above effects. Width of an edge: |weight|. Hollow arrowhead: negative
     * weight. Colour: the sign, or beside a truth whether the edge is correct, reversed, extra or missing (dashed
     * grey). An edge drawn upwards closes a cycle with the others and is dashed. An edge without arrowhead has no
     * identified direction. Layered layout after Sugiyama, Tagawa and Toda 1981. Meant for up to 50 variables, usable
     * to about 200; the whole text of names and weights is in tooltips. Deterministic. A dynamic network of up to 30
     * variables is drawn in time slices ({@link SliceLayout}), a larger one as {@code docs/guides/analyst.md} says.
     */
    private static void writeEdges(NamedNetwork network, Appendable out) throws IOException {
        String title = network.title().orElse("Bayesian network");
        String heading = TextWidth.shortened(title, LONGEST_TITLE);
        double least = Math.max(420, TextWidth.ems(heading) * 19);
        ShownNetwork shown = ShownNetwork.of(network);
        boolean slices = shown.isDynamic() && shown.size() <= MOST_IN_SLICES;
        boolean compact = shown.isDynamic() && !slices;
        SvgBoxes boxes = new SvgBoxes(shown, compact);
        Drawing drawing = slices
                ? SliceLayout.of(shown, boxes.widths())
                : LagLabels.added(NetworkLayout.of(shown, boxes.widthsWithPorts(), Math.max(least, 640)));
        SvgLegend legend = new SvgLegend(shown, drawing, compact);
        double inner = Math.max(drawing.width(), Math.max(least, Math.min(legend.width(), 1000)));
        double legendTop = MARGIN + 38;
        double graphTop = legendTop + legend.height(inner) + 22;
        Svg svg =
                new Svg(inner + 2 * MARGIN, graphTop + drawing.height() + MARGIN, title, EdgeWords.description(shown));
        svg.text(MARGIN, MARGIN + 18, Svg.HEADING, heading);
        legend.write(MARGIN, legendTop, inner, svg);
        Drawing placed = drawing.moved(MARGIN + (inner - drawing.width()) / 2, graphTop);
        SvgLines.write(shown, placed, compact, svg);
        writeLabels(placed.labels(), svg);
        boxes.write(placed, svg);
        out.append(svg.end());
    }

    /** Words beside nodes and edges, on white, so that lines do not run through them. */
    private static void writeLabels(List<Drawing.Label> labels, Svg svg) {
        for (Drawing.Label label : labels) {
            svg.add(
                    "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"#ffffff\"/>",
                    label.x() - label.width() / 2,
                    label.y() - 0.8 * label.height(),
                    label.width(),
                    label.height());
            String attributes = "font-size=\"" + Numbers.of(label.size()) + "\" text-anchor=\"middle\"";
            svg.text(label.x(), label.y(), attributes, label.text());
        }
    }

    /** Draws up to 60 curves as panels, those of one effect on one scale, without colours. Deterministic. */
    private static void writeCurves(NamedNetwork network, List<Evidence.Curve> curves, Appendable out)
            throws IOException {
        List<ShownCurve> shown = ShownCurve.of(network, curves);
        List<CurvePanel> panels = shown.stream()
                .map(ShownCurve::effect)
                .distinct()
                .flatMap(effect ->
                        CurvePanel.ofEffect(shown.stream()
                                        .filter(curve -> curve.effect().equals(effect))
                                        .toList())
                                .stream())
                .toList();
        double gutter =
                12 + panels.stream().mapToDouble(CurvePanel::gutter).max().orElse(0);
        int columns = (int) Math.max(1, Math.min(MOST_COLUMNS, Math.ceil(Math.sqrt(panels.size()))));
        int lines = (panels.size() + columns - 1) / columns;
        double column = gutter + CurvePanel.WIDTH + GAP;
        double line = CurvePanel.HEAD + CurvePanel.HEIGHT + CurvePanel.FOOT;
        CurveLegend legend = new CurveLegend(shown);
        double top = MARGIN + 38 + legend.height() + 14;
        double width = Math.max(CurveLegend.width(), columns * column - GAP) + 2 * MARGIN;
        String title = network.title().orElse("Bayesian network") + ": curves";
        String description = "How each effect depends on each of its causes, one panel for each edge";
        Svg svg = new Svg(width, top + lines * line + MARGIN, title, description);
        svg.text(MARGIN, MARGIN + 18, Svg.HEADING, TextWidth.fitting(title, width / 19));
        legend.write(MARGIN, MARGIN + 38, svg);
        for (int p = 0; p < panels.size(); p++) {
            int above = p / columns;
            double x = MARGIN + gutter + (p - above * columns) * column;
            double y = top + CurvePanel.HEAD + above * line;
            svg.add("<g transform=\"translate({} {})\">\n", x, y);
            panels.get(p).write(svg);
            svg.add("</g>\n");
        }
        out.append(svg.end());
    }

    /** Draws the likeliest and strongest total effects as a forest plot. Deterministic. */
    private static void writeEffects(NamedNetwork network, TotalEffects effects, Appendable out) throws IOException {
        out.append(EffectRows.of(network, effects).picture(network.title().orElse("Bayesian network")));
    }
}
