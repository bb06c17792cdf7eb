// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.status.page;

import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;
import java.util.stream.Collectors;

/** A curve over rounds as inline SVG that takes its colours from the page. Points that cannot be drawn are gaps. */
final class Curve {

    record Series(String name, List<Double> values) {
        Series {
            values = List.copyOf(values);
        }
    }

    private static final double WIDTH = 300;
    private static final double HEIGHT = 170;
    private static final double LEFT = 54;
    private static final double RIGHT = 8;
    private static final double TOP = 10;
    private static final double BOTTOM = 26;

    private final int[] rounds;
    private final boolean logarithmic;
    private final DoubleFunction<String> words;
    private final double lowest;
    private final double highest;

    private Curve(int[] rounds, List<Series> series, boolean logarithmic, DoubleFunction<String> words) {
        this.rounds = rounds.clone();
        this.logarithmic = logarithmic;
        this.words = words;
        double least = Double.POSITIVE_INFINITY;
        double most = Double.NEGATIVE_INFINITY;
        for (Series one : series) {
            for (double value : one.values()) {
                if (isDrawn(value)) {
                    least = Math.min(least, scale(value));
                    most = Math.max(most, scale(value));
                }
            }
        }
        if (logarithmic) {
            lowest = Math.floor(least);
            highest = Math.max(lowest + 1, Math.ceil(most));
        } else {
            lowest = 0;
            highest = most > 0 ? round(most) : 1;
        }
    }

    static String svg(
            String title, int[] rounds, List<Series> series, boolean logarithmic, DoubleFunction<String> words) {
        boolean any = series.stream()
                .anyMatch(one ->
                        one.values().stream().anyMatch(value -> Double.isFinite(value) && (!logarithmic || value > 0)));
        if (!any) {
            return "<p class=\"empty\">Nothing to draw yet.</p>";
        }
        return new Curve(rounds, series, logarithmic, words).draw(title, series);
    }

    private boolean isDrawn(double value) {
        return Double.isFinite(value) && (!logarithmic || value > 0);
    }

    private double scale(double value) {
        return logarithmic ? Math.log10(value) : value;
    }

    /** The next of 1, 2, 5 times a power of ten. */
    private static double round(double value) {
        double power = Math.pow(10, Math.floor(Math.log10(value)));
        double leading = value / power;
        return power * (leading <= 1 ? 1 : leading <= 2 ? 2 : leading <= 5 ? 5 : 10);
    }

    private double x(int round) {
        int first = rounds[0];
        int span = Math.max(1, rounds[rounds.length - 1] - first);
        return LEFT + (WIDTH - LEFT - RIGHT) * (round - first) / span;
    }

    private double y(double scaled) {
        return TOP + (HEIGHT - TOP - BOTTOM) * (highest - scaled) / (highest - lowest);
    }

    private String draw(String title, List<Series> series) {
        StringBuilder svg = new StringBuilder("<svg class=\"curve\" role=\"img\" viewBox=\"0 0 300 170\" aria-label=\""
                + Html.escape(title + ". " + description(series)) + "\">\n");
        int steps = logarithmic ? (int) (highest - lowest) : 4;
        int every = Math.max(1, (steps + 4) / 5);
        for (int k = 0; k <= steps; k += every) {
            double scaled = lowest + (highest - lowest) * k / steps;
            svg.append("""
                    <line class="grid" x1="54" x2="292" y1="%1$s" y2="%1$s"/>\
                    <text class="tick" x="48" y="%2$s" text-anchor="end">%3$s</text>
                    """.formatted(
                    at(y(scaled)), at(y(scaled) + 4), logarithmic ? decade((int) scaled) : words.apply(scaled)));
        }
        svg.append(tick(rounds[0], "start"));
        if (rounds.length > 1) {
            svg.append(tick(rounds[rounds.length - 1], "end"));
        }
        svg.append("<text class=\"tick\" x=\"173\" y=\"164\" text-anchor=\"middle\">round</text>\n");
        for (int k = 0; k < series.size(); k++) {
            svg.append(line(series.get(k), "line" + k));
        }
        return svg.append("</svg>\n").toString();
    }

    private static String decade(int exponent) {
        return exponent == 0
                ? "1"
                : "10<tspan class=\"power\" dy=\"-5\">" + (exponent < 0 ? "−" : "") + Math.abs(exponent) + "</tspan>";
    }

    private String tick(int round, String anchor) {
        return "<text class=\"tick\" x=\"%s\" y=\"164\" text-anchor=\"%s\">%s</text>\n"
                .formatted(at(x(round)), anchor, round + 1);
    }

    private String line(Series series, String style) {
        StringBuilder path = new StringBuilder();
        boolean pen = false;
        List<Double> values = series.values();
        int last = -1;
        for (int k = 0; k < values.size(); k++) {
            if (!isDrawn(values.get(k))) {
                pen = false;
                continue;
            }
            path.append(pen ? 'L' : 'M').append(at(x(rounds[k]))).append(' ').append(at(y(scale(values.get(k)))));
            pen = true;
            last = k;
        }
        return last < 0
                ? ""
                : "<path class=\"%1$s\" d=\"%2$s\"/><circle class=\"%1$s\" r=\"3\" cx=\"%3$s\" cy=\"%4$s\"/>\n"
                        .formatted(style, path, at(x(rounds[last])), at(y(scale(values.get(last)))));
    }

    private String description(List<Series> series) {
        return series.stream()
                .map(one -> "%s from %s in round %s to %s in round %s."
                        .formatted(
                                one.name(),
                                words.apply(one.values().get(0)),
                                rounds[0] + 1,
                                words.apply(one.values().get(one.values().size() - 1)),
                                rounds[rounds.length - 1] + 1))
                .collect(Collectors.joining(" "));
    }

    private static String at(double coordinate) {
        return String.format(Locale.ROOT, "%.1f", coordinate);
    }
}
