// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.picture.svg;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.design.TimeSlices;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.internal.picture.TextWidth;
import io.hedgerow.core.internal.text.AxisTicks;
import io.hedgerow.core.search.TotalEffects;
import io.hedgerow.core.search.TotalEffects.Effect;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Rows of a forest plot, the largest of {@code all} effects first: the name of each, its median as a square, its 90 %
 * interval as a line, and P. Hollow is what the shown class does not identify. Effects of unlike units are
 * {@code scaled} by the standard deviations of their variables, where these are known. At most {@value #MOST} are
 * drawn, those with the largest P times size.
 */
public record EffectRows(List<Row> rows, boolean scaled, int all) {

    private static final int MOST = 30;
    private static final double LEAST = 0.5;
    private static final double MARGIN = 28;
    private static final double PLOT = 360;
    private static final double LINE = 22;
    private static final double FONT = 12;
    private static final double LONGEST_NAME = 300;
    private static final double SQUARE = 4.5;
    private static final double OF_P = 58;
    private static final int MOST_TICKS = 7;

    public record Row(String name, double probability, double median, double lower, double upper, boolean identified) {}

    /** The rows of a network's effects; those with P below one half are left out. */
    public static EffectRows of(NamedNetwork network, TotalEffects effects) {
        VariableSchema names = network.slices().map(TimeSlices::variables).orElseGet(network::schema);
        List<Double> deviations = network.deviations();
        boolean scaled =
                deviations.size() >= names.size() && deviations.stream().allMatch(s -> s > 0);
        List<Row> rows = effects.pairs().stream()
                .filter(effect -> effect.probability() >= LEAST)
                .map(effect ->
                        row(names, effect, scaled ? deviations.get(effect.from()) / deviations.get(effect.to()) : 1))
                .sorted(Comparator.comparingDouble((Row row) -> row.probability() * Math.abs(row.median()))
                        .reversed())
                .limit(MOST)
                .toList();
        return new EffectRows(
                rows.stream()
                        .sorted(Comparator.comparingDouble(Row::median).reversed())
                        .toList(),
                scaled,
                effects.pairs().size());
    }

    private static Row row(VariableSchema names, Effect effect, double factor) {
        String after = effect.steps() == 0 ? "" : " +" + effect.steps();
        String name = named(names, effect.from(), effect.levels().map(TotalEffects.Contrast::level))
                + " → "
                + named(names, effect.to(), effect.levels().map(TotalEffects.Contrast::outcome))
                + after;
        return new Row(
                name,
                effect.probability(),
                factor * effect.change().median(),
                factor * effect.change().lower(),
                factor * effect.change().upper(),
                effect.identification().possible().isEmpty()
                        || effect.identification().identified());
    }

    private static String named(VariableSchema names, int variable, Optional<Integer> level) {
        return names.names().get(variable)
                + level.filter(at -> at >= 0)
                        .map(at -> " = " + names.levels(variable).get(at))
                        .orElse("");
    }

    private double low() {
        return Math.min(0, rows.stream().mapToDouble(Row::lower).min().orElse(0));
    }

    private double high() {
        double high = Math.max(0, rows.stream().mapToDouble(Row::upper).max().orElse(0));
        return high > low() ? high : low() + 1;
    }

    public String picture(String network) {
        double names = Math.min(
                LONGEST_NAME,
                rows.stream()
                        .mapToDouble(row -> TextWidth.ems(row.name()) * FONT)
                        .max()
                        .orElse(0));
        double left = MARGIN + names + 16;
        double top = MARGIN + 102;
        double bottom = top + rows.size() * LINE + 8;
        double width = Math.max(640, left + PLOT + OF_P + MARGIN);
        String title = network + ": total effects";
        Svg svg = new Svg(width, bottom + 40 + MARGIN, title, description());
        svg.text(MARGIN, MARGIN + 18, Svg.HEADING, TextWidth.fitting(title, (width - 2 * MARGIN) / 19));
        small(MARGIN, MARGIN + 38, "start", description(), svg);
        small(MARGIN, MARGIN + 56, "start", "square: median; line: 90 % of the posterior; P: there is an effect", svg);
        small(MARGIN, MARGIN + 74, "start", "hollow: in the shown class its direction is open, or it is 0", svg);
        double room = 0.03 * (high() - low());
        double from = low() - room;
        double scale = PLOT / (high() - low() + 2 * room);
        for (AxisTicks.Tick tick : AxisTicks.of(from, from + PLOT / scale, MOST_TICKS)) {
            double x = left + (tick.value() - from) * scale;
            svg.add("<path d=\"M{} {}V{}\" stroke=\"#dddddd\"/>\n", x, top, bottom);
            small(x, bottom + 16, "middle", tick.text(), svg);
        }
        svg.add("<path d=\"M{} {}V{}\" {}/>\n", left - from * scale, top, bottom, CurveLegend.ZERO);
        small(left + PLOT / 2, bottom + 34, "middle", unit(), svg);
        small(left + PLOT + OF_P - 8, top - 6, "end", "P", svg);
        IntStream.range(0, rows.size())
                .forEach(k -> row(rows.get(k), top + (k + 0.5) * LINE + 4, left, from, scale, names, svg));
        return svg.end();
    }

    private void row(Row row, double y, double left, double from, double scale, double names, Svg svg) {
        small(MARGIN + names, y + 4, "end", TextWidth.fitting(row.name(), names / FONT), svg);
        double x = left + (row.median() - from) * scale;
        svg.add(
                "<path d=\"M{} {}H{}\" stroke=\"{}\" stroke-width=\"1.8\"/>\n",
                left + (row.lower() - from) * scale,
                y,
                left + (row.upper() - from) * scale,
                Style.INK);
        svg.add(
                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\" stroke=\"{}\"/>\n",
                x - SQUARE,
                y - SQUARE,
                2 * SQUARE,
                2 * SQUARE,
                row.identified() ? Style.INK : "#ffffff",
                Style.INK);
        small(
                left + PLOT + OF_P - 8,
                y + 4,
                "end",
                String.format(Locale.ROOT, "%.2f", Math.min(0.99, row.probability())),
                svg);
    }

    private String description() {
        return rows.size() < all
                ? rows.size() + " of " + all + " effects: the likeliest and strongest"
                : "All " + all + " effects";
    }

    private String unit() {
        return scaled
                ? "change in standard deviations when the cause is one standard deviation higher"
                : "change when the cause is one unit higher, or of a probability";
    }

    private static void small(double x, double y, String anchor, String text, Svg svg) {
        svg.text(x, y, "font-size=\"12\" text-anchor=\"" + anchor + '"', text);
    }
}
