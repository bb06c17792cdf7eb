// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.picture.svg;

import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.NetworkEdge;
import io.hedgerow.core.graph.NetworkEdge.EdgeStatus;
import io.hedgerow.core.graph.PairProbabilities;
import io.hedgerow.core.internal.picture.Drawing;
import io.hedgerow.core.internal.picture.Drawing.EdgePath;
import io.hedgerow.core.internal.picture.ShownNetwork;
import io.hedgerow.core.internal.picture.ShownNetwork.ShownEdge;
import io.hedgerow.core.internal.picture.TextWidth;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Explains colours, dashes, arrowheads and widths of a picture, with counts where a truth is known. */
public final class SvgLegend {

    private static final double LINE_HEIGHT = 20;
    private static final double SAMPLE = 34;
    private static final double FONT = 12;

    private final List<Entry> entries = new ArrayList<>();

    /** Explains this picture; {@code compact}: a dynamic network is drawn without time slices. */
    public SvgLegend(ShownNetwork shown, Drawing drawing, boolean compact) {
        NamedNetwork network = shown.network();
        List<NetworkEdge> edges = network.edges();
        if (network.truth().isPresent()) {
            addStatuses(edges);
        } else {
            addSigns(edges);
        }
        addMarks(shown, edges);
        if (drawing.lines().stream()
                .anyMatch(l -> l.closesCycle() && l.edge().edge().status() != EdgeStatus.MISSING)) {
            entries.add(new Sample(Style.QUIET, Style.UPWARD_DASHES, 1.6, true, "points upwards (closes a cycle)"));
        }
        addScale(network);
        if (compact) {
            addCompact(shown);
        } else if (shown.isDynamic()) {
            addSlices(shown);
        }
        shown.ofOthers().ifPresent(words -> entries.add(new Caption("without a line: " + words)));
    }

    private void addStatuses(List<NetworkEdge> edges) {
        for (EdgeStatus status :
                List.of(EdgeStatus.CORRECT, EdgeStatus.REVERSED, EdgeStatus.EXTRA, EdgeStatus.MISSING)) {
            long count = edges.stream().filter(e -> e.status() == status).count();
            String text = status.name().toLowerCase(Locale.ROOT) + " " + count;
            entries.add(new Sample(Style.colour(status), Style.dashes(status), 2.2, true, text));
        }
        if (edges.stream().anyMatch(e -> e.weight() < 0)) {
            entries.add(new Sample(Style.QUIET, "", 1.6, false, "negative weight"));
        }
    }

    private void addSigns(List<NetworkEdge> edges) {
        long positive = edges.stream().filter(e -> e.weight() > 0).count();
        long negative = edges.stream().filter(e -> e.weight() < 0).count();
        if (positive > 0) {
            entries.add(new Sample(Style.colourOfSign(1), "", 2.2, true, "positive " + positive));
        }
        if (negative > 0) {
            entries.add(new Sample(Style.colourOfSign(-1), "", 2.2, false, "negative " + negative));
        }
    }

    /** Explains arrowheads, and edges that are in doubt. */
    private void addMarks(ShownNetwork shown, List<NetworkEdge> edges) {
        if (shown.hasMarks()) {
            for (String mark : shown.marks()) {
                entries.add(new Sample(Style.QUIET, "", 1.6, true, mark, ShownNetwork.meaning(mark)));
            }
        } else if (edges.stream().anyMatch(e -> !e.directed())) {
            entries.add(new Sample(Style.QUIET, "", 1.6, true, NetworkEdge.LINE, "direction not identified"));
        }
        if (edges.stream().anyMatch(e -> !e.sure())) {
            boolean words = edges.stream().anyMatch(e -> e.evidence().isPresent());
            String text = words ? "weak evidence" : "joined with probability below " + PairProbabilities.SURE;
            entries.add(new Sample(Style.QUIET, Style.DOUBTFUL_DASHES, 1.6, true, NetworkEdge.LINE, text));
        }
    }

    private void addScale(NamedNetwork network) {
        double strongest = Style.strongest(network.edges());
        if (strongest > 0) {
            String scale = network.deviations().isEmpty() ? "" : "standardised ";
            String range = String.format(Locale.ROOT, "%s|weight| up to %.3g", scale, strongest);
            entries.add(new Sample(Style.QUIET, "", Style.thickness(strongest, strongest), true, range));
        }
    }

    private void addSlices(ShownNetwork shown) {
        if (shown.edges().stream().anyMatch(e -> e.lag() > 0)) {
            entries.add(new Caption("left to right: effects of the past"));
        }
        if (shown.edges().stream().anyMatch(ShownEdge::isOwnLag)) {
            entries.add(new Caption("between boxes of one row: a variable's own past"));
        }
        if (shown.edges().stream().anyMatch(e -> e.lag() == 0)) {
            entries.add(new Caption("arcs at the right: within a step"));
        }
    }

    private void addCompact(ShownNetwork shown) {
        if (shown.edges().stream().anyMatch(e -> e.lag() > 0 && !e.isOwnLag())) {
            entries.add(new Sample(Style.QUIET, Style.LAG_DASHES, 1.6, true, "from the past (t-1: one step back)"));
        }
        shown.edges().stream().filter(ShownEdge::isOwnLag).findFirst().ifPresent(e -> entries.add(new Mark(e)));
    }

    public double width() {
        return entries.stream().mapToDouble(Entry::width).sum();
    }

    public double height(double width) {
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

    public void write(double left, double top, double width, Svg svg) {
        double x = 0;
        double y = top + LINE_HEIGHT / 2;
        for (Entry entry : entries) {
            if (x > 0 && x + entry.width() > width) {
                x = 0;
                y += LINE_HEIGHT;
            }
            entry.write(left + x, y, svg);
            x += entry.width();
        }
    }

    private interface Entry {

        double width();

        void write(double x, double y, Svg svg);

        static double width(String text) {
            return TextWidth.ems(text) * FONT + 22;
        }

        static void text(double x, double y, String text, Svg svg) {
            svg.text(x, y + 4, "font-size=\"12\"", text);
        }
    }

    private record Caption(String text) implements Entry {

        @Override
        public double width() {
            return Entry.width(text);
        }

        @Override
        public void write(double x, double y, Svg svg) {
            Entry.text(x, y, text, svg);
        }
    }

    private record Mark(ShownEdge edge) implements Entry {

        private static final String TEXT = "own past, with the lag; hollow: negative weight";

        @Override
        public double width() {
            return 24 + Entry.width(TEXT);
        }

        @Override
        public void write(double x, double y, Svg svg) {
            SvgBoxes.mark(x + 8, y, edge.edge(), Integer.toString(edge.lag()), svg);
            Entry.text(x + 24, y, TEXT, svg);
        }
    }

    private record Sample(String colour, String dashes, double thickness, boolean filled, String mark, String text)
            implements Entry {

        Sample(String colour, String dashes, double thickness, boolean filled, String text) {
            this(colour, dashes, thickness, filled, NetworkEdge.ARROW, text);
        }

        @Override
        public double width() {
            return SAMPLE + 8 + TextWidth.ems(text) * FONT + 22;
        }

        @Override
        public void write(double x, double y, Svg svg) {
            char first = mark.charAt(0);
            char last = mark.charAt(mark.length() - 1);
            svg.add(
                    "<path d=\"M{} {} H{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"{}/>",
                    x + Arrow.length(first, thickness),
                    y,
                    x + SAMPLE - Arrow.length(last, thickness),
                    colour,
                    thickness,
                    Style.attribute(dashes));
            Arrow.write(first, new EdgePath.Tip(x, y, -1, 0), thickness, colour, filled, svg);
            Arrow.write(last, new EdgePath.Tip(x + SAMPLE, y, 1, 0), thickness, colour, filled, svg);
            Entry.text(x + SAMPLE + 8, y, text, svg);
        }
    }
}
