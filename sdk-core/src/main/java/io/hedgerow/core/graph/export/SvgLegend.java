package io.hedgerow.core.graph.export;

import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.NetworkEdge;
import io.hedgerow.core.graph.NetworkEdge.EdgeStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Says what colours, dashes, arrowheads and widths of a picture mean, with counts where a truth is known. */
final class SvgLegend {

    private static final double LINE_HEIGHT = 20;
    private static final double SAMPLE = 34;
    private static final double FONT = 12;

    private final List<Entry> entries = new ArrayList<>();

    /**
     * Collects what this picture needs.
     *
     * @param network what is shown
     * @param drawing its layout
     */
    SvgLegend(NamedNetwork network, Drawing drawing) {
        List<NetworkEdge> edges = network.edges();
        if (network.truth().isPresent()) {
            for (EdgeStatus status :
                    List.of(EdgeStatus.CORRECT, EdgeStatus.REVERSED, EdgeStatus.EXTRA, EdgeStatus.MISSING)) {
                long count = edges.stream().filter(e -> e.status() == status).count();
                String text = status.name().toLowerCase(Locale.ROOT) + " " + count;
                entries.add(new Entry(Style.colour(status), Style.dashes(status), 2.2, true, text));
            }
            if (edges.stream().anyMatch(e -> e.weight() < 0)) {
                entries.add(new Entry(Style.QUIET, "", 1.6, false, "negative weight"));
            }
        } else {
            long positive = edges.stream().filter(e -> e.weight() > 0).count();
            long negative = edges.size() - positive;
            if (positive > 0) {
                entries.add(new Entry(Style.colourOfSign(1), "", 2.2, true, "positive " + positive));
            }
            if (negative > 0) {
                entries.add(new Entry(Style.colourOfSign(-1), "", 2.2, false, "negative " + negative));
            }
        }
        if (edges.stream().anyMatch(e -> !e.directed())) {
            entries.add(new Entry(Style.QUIET, "", 1.6, true, false, "direction not identified"));
        }
        if (drawing.lines().stream().anyMatch(l -> l.upwards() && l.edge().status() != EdgeStatus.MISSING)) {
            entries.add(new Entry(Style.QUIET, Style.UPWARD_DASHES, 1.6, true, "points upwards (closes a cycle)"));
        }
        double strongest = Style.strongest(edges);
        if (strongest > 0) {
            String range = String.format(Locale.ROOT, "|weight| up to %.3g", strongest);
            entries.add(new Entry(Style.QUIET, "", Style.thickness(strongest, strongest), true, range));
        }
    }

    /** Width that shows all in one line. */
    double width() {
        return entries.stream().mapToDouble(Entry::width).sum();
    }

    /** Height when wrapped to a width. */
    double height(double width) {
        double x = 0;
        double lines = entries.isEmpty() ? 0 : 1;
        for (Entry entry : entries) {
            if (x > 0 && x + entry.width() > width) {
                x = 0;
                lines++;
            }
            x += entry.width();
        }
        return lines * LINE_HEIGHT;
    }

    void write(double left, double top, double width, StringBuilder out) {
        double x = 0;
        double y = top + LINE_HEIGHT / 2;
        for (Entry entry : entries) {
            if (x > 0 && x + entry.width() > width) {
                x = 0;
                y += LINE_HEIGHT;
            }
            entry.write(left + x, y, out);
            x += entry.width();
        }
    }

    private record Entry(
            String colour, String dashes, double thickness, boolean filled, boolean directed, String text) {

        Entry(String colour, String dashes, double thickness, boolean filled, String text) {
            this(colour, dashes, thickness, filled, true, text);
        }

        double width() {
            return SAMPLE + 8 + TextWidth.ems(text) * FONT + 22;
        }

        void write(double x, double y, StringBuilder out) {
            double head = directed ? Arrow.length(thickness) : 0;
            out.append("<path d=\"M").append(Numbers.at(x, y)).append(" H").append(Numbers.of(x + SAMPLE - head));
            out.append("\" fill=\"none\" stroke=\"").append(colour).append("\" stroke-width=\"");
            out.append(Numbers.of(thickness)).append('"');
            if (!dashes.isEmpty()) {
                out.append(" stroke-dasharray=\"").append(dashes).append('"');
            }
            out.append("/>");
            if (directed) {
                Arrow.write(x + SAMPLE, y, 1, 0, thickness, colour, filled, out);
            }
            out.append("<text x=\"").append(Numbers.of(x + SAMPLE + 8));
            out.append("\" y=\"").append(Numbers.of(y + 4)).append("\" font-size=\"12\" fill=\"");
            out.append(Style.INK).append("\">").append(Xml.escape(text)).append("</text>\n");
        }
    }
}
