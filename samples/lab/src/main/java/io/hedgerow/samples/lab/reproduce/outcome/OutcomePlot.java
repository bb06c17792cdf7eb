// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.reproduce.outcome;

import io.hedgerow.core.internal.text.AxisTicks;
import io.hedgerow.samples.lab.reproduce.item.PaperItem;
import io.hedgerow.samples.lab.reproduce.paper.Measure;
import io.hedgerow.samples.lab.reproduce.paper.PublishedFigure;
import io.hedgerow.samples.lab.table.SvgPicture;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Draws an outcome: a panel for each measure and part of the figure, lines with bands of one standard deviation,
 * crosses where the paper prints a number. Lines differ in dashes and marks as well as in colour, and the colours in
 * lightness, so that it reads in black and white and for the colour-blind.
 */
public final class OutcomePlot {

    private static final double WIDTH = 300;
    private static final double HEIGHT = 190;
    private static final double LEFT = 62;
    private static final double TOP = 34;
    private static final double CELL_WIDTH = LEFT + WIDTH + 24;
    private static final double CELL_HEIGHT = TOP + HEIGHT + 58;
    private static final int MOST_LABELS = 10;
    private static final int MOST_TICKS = 6;

    /** Colours after Okabe and Ito; each of another lightness. */
    private static final List<String> COLOURS =
            List.of("#000000", "#d55e00", "#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#999999");

    private static final List<String> DASHES = List.of("", "7 3", "2 3", "9 3 2 3", "4 2", "1 2", "12 3", "6 2 1 2");

    private final ItemOutcome outcome;
    private final List<String> points;
    private final SvgPicture svg;

    private OutcomePlot(ItemOutcome outcome) {
        this.outcome = outcome;
        this.points = outcome.points();
        PaperItem item = outcome.item();
        double legend = 22 * item.methods().size() + 30;
        this.svg = new SvgPicture(
                item.measures().size() * CELL_WIDTH,
                item.panels().size() * CELL_HEIGHT + legend,
                11,
                item.id() + ": " + item.title());
    }

    public static String svg(ItemOutcome outcome) {
        return OutcomeHeatmaps.suit(outcome.item())
                ? new OutcomeHeatmaps(outcome).svg()
                : new OutcomePlot(outcome).draw();
    }

    private String draw() {
        PaperItem item = outcome.item();
        int columns = item.measures().size();
        int rows = item.panels().size();
        for (int r = 0; r < rows; r++) {
            for (int c = 0; c < columns; c++) {
                svg.add("<g transform=\"translate(%.0f %.0f)\">\n", c * CELL_WIDTH, r * CELL_HEIGHT);
                panel(item.panels().get(r), item.measures().get(c));
                svg.add("</g>\n");
            }
        }
        for (int m = 0; m < item.methods().size(); m++) {
            double y = rows * CELL_HEIGHT + 16 + 22 * m;
            line("M" + LEFT + " " + y + "h44", m);
            mark(LEFT + 22, y, m);
            svg.add(
                    "<text x=\"%.0f\" y=\"%.0f\">%s</text>\n",
                    LEFT + 54, y + 4, SvgPicture.escape(item.methods().get(m).name()));
        }
        svg.add(
                "<text x=\"%.0f\" y=\"%.0f\">%s</text>\n",
                LEFT, rows * CELL_HEIGHT + 20 + 22 * item.methods().size(), SvgPicture.escape(explanation()));
        return svg.end();
    }

    private String explanation() {
        List<String> seeds = outcome.seeds();
        String bands = seeds.size() == 1
                ? "seed " + seeds.get(0) + " alone"
                : "bands: one standard deviation over seeds "
                        + (seeds.size() == 2
                                ? String.join(" and ", seeds)
                                : seeds.get(0) + " to " + seeds.get(seeds.size() - 1));
        return (outcome.item().published().isEmpty() ? "" : "× printed in the paper; ") + bands;
    }

    private void panel(PaperItem.Panel panel, Measure measure) {
        PaperItem item = outcome.item();
        List<String> series = item.methods().stream()
                .map(method -> PaperItem.series(panel, method))
                .toList();
        List<AxisTicks.Tick> ticks = ticks(largest(series, measure));
        double top = ticks.get(ticks.size() - 1).value();
        String title = measure.label() + (panel.name().isEmpty() ? "" : ", " + panel.name());
        svg.add(
                "<text x=\"%.0f\" y=\"20\" font-size=\"13\" font-weight=\"bold\">%s</text>\n",
                LEFT, SvgPicture.escape(title));
        for (AxisTicks.Tick tick : ticks) {
            double y = y(tick.value(), top);
            svg.add("<path d=\"M%.0f %.1fh%.0f\" stroke=\"#dddddd\"/>\n", LEFT, y, WIDTH);
            svg.add("<text x=\"%.0f\" y=\"%.1f\" text-anchor=\"end\">%s</text>\n", LEFT - 6, y + 4, tick.text());
        }
        int step = (points.size() + MOST_LABELS - 1) / MOST_LABELS;
        for (int p = 0; p < points.size(); p += step) {
            svg.add(
                    "<text x=\"%.1f\" y=\"%.0f\" text-anchor=\"middle\">%s</text>\n",
                    x(p), TOP + HEIGHT + 16, SvgPicture.escape(points.get(p)));
        }
        svg.add(
                "<text x=\"%.0f\" y=\"%.0f\" text-anchor=\"middle\">%s</text>\n",
                LEFT + WIDTH / 2, TOP + HEIGHT + 34, SvgPicture.escape(item.axis()));
        for (int m = 0; m < series.size(); m++) {
            band(series.get(m), measure, top, m);
        }
        for (int m = 0; m < series.size(); m++) {
            means(series.get(m), measure, top, m);
        }
        for (PublishedFigure printed : item.published()) {
            int at = points.indexOf(printed.at());
            if (printed.measure() == measure && at >= 0 && series.contains(printed.series())) {
                String colour = COLOURS.get(series.indexOf(printed.series()) % COLOURS.size());
                double x = x(at);
                double y = y(Math.min(top, printed.mean()), top);
                svg.add(
                        "<path d=\"M%.1f %.1fl10 10m0 -10l-10 10\" stroke=\"%s\" stroke-width=\"1.6\"/>\n",
                        x - 5, y - 5, colour);
            }
        }
    }

    /** The ticks from 0 to the least of them that is not below a value. */
    private static List<AxisTicks.Tick> ticks(double most) {
        double step = AxisTicks.of(0, most, MOST_TICKS).get(1).value();
        double top = Math.ceil(most / step * (1 - 1e-12)) * step;
        return AxisTicks.of(0, top * (1 + 1e-12), MOST_TICKS + 1);
    }

    /** The highest value of a line, band or cross; a band of shares ends at 1. */
    private double largest(List<String> series, Measure measure) {
        List<Double> heights = new ArrayList<>();
        for (String one : series) {
            for (String at : points) {
                outcome.spread(one, at, measure).ifPresent(s -> heights.add(s.mean() + s.deviation()));
            }
        }
        for (PublishedFigure printed : outcome.item().published()) {
            if (printed.measure() == measure && series.contains(printed.series()) && points.contains(printed.at())) {
                heights.add(printed.mean());
            }
        }
        // what is infinite or no number has no place on an axis
        double most = heights.stream().filter(Double::isFinite).reduce(0.0, Math::max);
        if (most == 0) {
            return 1;
        }
        return measure.isShare() ? Math.min(1, most) : most;
    }

    private void band(String series, Measure measure, double top, int m) {
        List<String> above = new ArrayList<>();
        List<String> below = new ArrayList<>();
        for (int p = 0; p < points.size(); p++) {
            int at = p;
            outcome.spread(series, points.get(p), measure).ifPresent(spread -> {
                above.add(point(x(at), y(Math.min(top, spread.mean() + spread.deviation()), top)));
                below.add(0, point(x(at), y(Math.max(0, spread.mean() - spread.deviation()), top)));
            });
        }
        if (above.size() > 1) {
            above.addAll(below);
            svg.add(
                    "<path d=\"M%sZ\" fill=\"%s\" fill-opacity=\"0.12\"/>\n",
                    String.join("L", above), COLOURS.get(m % COLOURS.size()));
        }
    }

    private void means(String series, Measure measure, double top, int m) {
        List<String> path = new ArrayList<>();
        for (int p = 0; p < points.size(); p++) {
            int at = p;
            outcome.spread(series, points.get(p), measure).ifPresent(spread -> {
                double y = y(Math.max(0, Math.min(top, spread.mean())), top);
                path.add(point(x(at), y));
                mark(x(at), y, m);
            });
        }
        if (path.size() > 1) {
            line("M" + String.join("L", path), m);
        }
    }

    private void line(String path, int m) {
        svg.add(
                "<path d=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"1.8\" stroke-dasharray=\"%s\"/>\n",
                path, COLOURS.get(m % COLOURS.size()), DASHES.get(m % DASHES.size()));
    }

    /** Draws a circle, square, triangle or diamond; filled for the first four lines and hollow for the next. */
    private void mark(double x, double y, int m) {
        String colour = COLOURS.get(m % COLOURS.size());
        String fill = m % 8 < 4 ? colour : "#ffffff";
        String shape =
                switch (m % 4) {
                    case 0 ->
                        String.format(Locale.ROOT, "M%.1f %.1fa3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0Z", x - 3.5, y);
                    case 1 -> String.format(Locale.ROOT, "M%.1f %.1fh6v6h-6Z", x - 3, y - 3);
                    case 2 -> String.format(Locale.ROOT, "M%.1f %.1fl4 7h-8Z", x, y - 4);
                    default -> String.format(Locale.ROOT, "M%.1f %.1fl4 4l-4 4l-4 -4Z", x, y - 4);
                };
        svg.add("<path d=\"%s\" fill=\"%s\" stroke=\"%s\"/>\n", shape, fill, colour);
    }

    private double x(int point) {
        return LEFT + WIDTH * (point + 0.5) / points.size();
    }

    private static double y(double value, double top) {
        return TOP + HEIGHT * (1 - value / top);
    }

    private static String point(double x, double y) {
        return String.format(Locale.ROOT, "%.1f %.1f", x, y);
    }
}
