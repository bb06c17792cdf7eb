package io.hedgerow.core.graph.export;

import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.NetworkEdge;
import io.hedgerow.core.graph.NetworkEdge.EdgeStatus;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * Draws a network as a self-contained SVG picture: causes above effects, no scripts, no style sheets, no fonts to load,
 * so that it can stand in a page or in print. Width of an edge: |weight|. Hollow arrowhead: negative weight. Colour:
 * the sign, or beside a truth whether the edge is correct, reversed, extra or missing (dashed grey). An edge drawn
 * upwards closes a cycle with the others and is dashed. An edge without arrowhead has no identified direction.
 *
 * <p>Layered layout after Sugiyama, Tagawa and Toda 1981. Meant for up to 50 variables, usable to about 200; the whole
 * text of names and weights is in tooltips. Deterministic.
 */
final class SvgExporter implements GraphExporter {

    private static final double MARGIN = 28;
    private static final double FONT = 13;
    private static final int LONGEST_NAME = 36;
    private static final int LONGEST_TITLE = 120;
    private static final int DESCRIBED_EDGES = 60;

    @Override
    public String id() {
        return "svg";
    }

    @Override
    public String fileExtension() {
        return "svg";
    }

    @Override
    public void write(NamedNetwork network, Appendable out) throws IOException {
        String title = network.title().orElse("Bayesian network");
        String heading = shortened(title, LONGEST_TITLE);
        double least = Math.max(420, TextWidth.ems(heading) * 19);
        Drawing drawing = NetworkLayout.of(network, boxWidths(network), Math.max(least, 640));
        SvgLegend legend = new SvgLegend(network, drawing);
        double inner = Math.max(drawing.width(), Math.max(least, Math.min(legend.width(), 1000)));
        double legendTop = MARGIN + 38;
        double graphTop = legendTop + legend.height(inner) + 22;
        double width = inner + 2 * MARGIN;
        double height = graphTop + drawing.height() + MARGIN;
        StringBuilder svg = new StringBuilder();
        String size = Numbers.of(width) + "\" height=\"" + Numbers.of(height) + "\"";
        svg.append("<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"")
                .append(size);
        svg.append(" viewBox=\"0 0 ").append(Numbers.at(width, height));
        svg.append("\" font-family=\"Helvetica, Arial, sans-serif\">\n<title>").append(Xml.escape(title));
        svg.append("</title>\n<desc>").append(Xml.escape(description(network))).append("</desc>\n");
        svg.append("<rect width=\"").append(size).append(" fill=\"#ffffff\"/>\n");
        text(MARGIN, MARGIN + 18, "font-size=\"18\" font-weight=\"bold\"", heading, svg);
        legend.write(MARGIN, legendTop, inner, svg);
        Drawing placed = drawing.moved(MARGIN + (inner - drawing.width()) / 2, graphTop);
        writeLines(network, placed.lines(), svg);
        writeBoxes(network, placed, svg);
        out.append(svg.append("</svg>\n"));
    }

    private static double[] boxWidths(NamedNetwork network) {
        int[] in = new int[network.size()];
        int[] outgoing = new int[network.size()];
        for (NetworkEdge edge : network.edges()) {
            outgoing[edge.from()]++;
            in[edge.to()]++;
        }
        double[] width = new double[network.size()];
        for (int i = 0; i < width.length; i++) {
            double text = TextWidth.ems(shortened(network.name(i), LONGEST_NAME)) * FONT + 22;
            double ports = 9 * Math.max(in[i], outgoing[i]) + 14;
            width[i] = Math.max(42, Math.max(text, ports));
        }
        return width;
    }

    private static void writeLines(NamedNetwork network, List<Drawing.Line> lines, StringBuilder svg) {
        double strongest = Style.strongest(network.edges());
        List<Drawing.Line> weakestFirst = new ArrayList<>(lines);
        weakestFirst.sort(Comparator.comparing((Drawing.Line l) -> l.edge().status() != EdgeStatus.MISSING)
                .thenComparing(l -> Math.abs(l.edge().weight())));
        for (Drawing.Line line : weakestFirst) {
            NetworkEdge edge = line.edge();
            Route route = line.route();
            boolean missing = edge.status() == EdgeStatus.MISSING;
            double thickness = missing ? 1.5 : Style.thickness(edge.weight(), strongest);
            int end = line.upwards() ? 0 : route.rows() - 1;
            double slope = route.slope(end);
            double norm = Math.sqrt(1 + slope * slope);
            double cut = edge.directed() ? Arrow.length(thickness) / norm : 0;
            String colour = Style.colour(edge);
            String dashes = line.upwards() && !missing ? Style.UPWARD_DASHES : Style.dashes(edge.status());
            svg.append("<g><title>").append(Xml.escape(sentence(network, edge))).append("</title><path d=\"");
            svg.append(route.path(line.upwards() ? cut : 0, line.upwards() ? 0 : cut));
            svg.append("\" fill=\"none\" stroke=\"").append(colour).append("\" stroke-width=\"");
            svg.append(Numbers.of(thickness)).append('"');
            if (!dashes.isEmpty()) {
                svg.append(" stroke-dasharray=\"").append(dashes).append('"');
            }
            svg.append("/>");
            double sign = line.upwards() ? -1 : 1;
            double tipY = line.upwards() ? route.bottom(end) : route.top(end);
            if (edge.directed()) {
                boolean filled = edge.weight() >= 0;
                Arrow.write(route.x(end), tipY, sign * slope / norm, sign / norm, thickness, colour, filled, svg);
            }
            svg.append("</g>\n");
        }
    }

    private static void writeBoxes(NamedNetwork network, Drawing drawing, StringBuilder svg) {
        boolean[] joined = new boolean[network.size()];
        for (Drawing.Line line : drawing.lines()) {
            joined[line.edge().from()] = true;
            joined[line.edge().to()] = true;
        }
        for (Drawing.Box box : drawing.boxes()) {
            boolean lone = !joined[box.variable()];
            String name = network.name(box.variable());
            String shown = shortened(name, LONGEST_NAME);
            svg.append("<g>");
            if (!shown.equals(name)) {
                svg.append("<title>").append(Xml.escape(name)).append("</title>");
            }
            svg.append("<rect x=\"").append(Numbers.of(box.x() - box.width() / 2));
            svg.append("\" y=\"").append(Numbers.of(box.y() - ComponentLayout.NODE_HEIGHT / 2));
            svg.append("\" width=\"").append(Numbers.of(box.width()));
            svg.append("\" height=\"")
                    .append(Numbers.of(ComponentLayout.NODE_HEIGHT))
                    .append("\" rx=\"7\"");
            svg.append(lone ? " fill=\"#ffffff\" stroke=\"#b5b5b5\"" : " fill=\"#f3f5f8\" stroke=\"#4a5568\"");
            svg.append(" stroke-width=\"1.2\"/>");
            text(box.x(), box.y() + 4.6, "font-size=\"13\" text-anchor=\"middle\"", shown, svg);
            svg.append("</g>\n");
        }
    }

    private static void text(double x, double y, String attributes, String text, StringBuilder svg) {
        svg.append("<text x=\"").append(Numbers.of(x)).append("\" y=\"").append(Numbers.of(y));
        svg.append("\" ")
                .append(attributes)
                .append(" fill=\"")
                .append(Style.INK)
                .append("\">");
        svg.append(Xml.escape(text)).append("</text>\n");
    }

    private static String description(NamedNetwork network) {
        StringBuilder text = new StringBuilder("Network of " + network.size() + " variables and "
                + network.weights().edgeCount() + " edges.");
        network.metrics()
                .ifPresent(m -> text.append(" Beside the truth: " + m.correct() + " correct, " + m.reversed()
                        + " reversed, " + m.extra() + " extra, " + m.missing() + " missing."));
        List<NetworkEdge> edges = network.edges();
        if (edges.size() <= DESCRIBED_EDGES) {
            for (NetworkEdge edge : edges) {
                text.append(' ').append(sentence(network, edge)).append('.');
            }
        }
        return text.toString();
    }

    private static String sentence(NamedNetwork network, NetworkEdge edge) {
        String text = network.name(edge.from())
                + (edge.directed() ? " → " : " — ")
                + network.name(edge.to())
                + String.format(Locale.ROOT, ", weight %.4g", edge.weight());
        if (edge.voteShare().isPresent()) {
            text += String.format(
                    Locale.ROOT, ", vote share %.0f %%", 100 * edge.voteShare().getAsDouble());
        }
        if (edge.adjacent().isPresent()) {
            text += String.format(
                    Locale.ROOT,
                    ", joined with probability %.2f",
                    edge.adjacent().getAsDouble());
        }
        if (edge.direction().isPresent()) {
            text += String.format(
                    Locale.ROOT,
                    ", then in this direction with %.2f",
                    edge.direction().getAsDouble());
        }
        return edge.status() == EdgeStatus.UNJUDGED
                ? text
                : text + ", " + edge.status().name().toLowerCase(Locale.ROOT);
    }

    /** Long text keeps its beginning and its end, where names usually differ. */
    private static String shortened(String text, int longest) {
        int[] points = text.codePoints().toArray();
        if (points.length <= longest) {
            return text;
        }
        int head = longest * 2 / 3;
        int tail = longest - head - 1;
        return new String(points, 0, head) + "…" + new String(points, points.length - tail, tail);
    }
}
