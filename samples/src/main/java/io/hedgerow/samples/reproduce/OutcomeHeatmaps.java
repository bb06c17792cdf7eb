// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.reproduce;

import io.hedgerow.samples.experiment.Heatmap;
import io.hedgerow.samples.experiment.Spread;
import io.hedgerow.samples.experiment.SvgPicture;
import java.util.ArrayList;
import java.util.List;

/**
 * Draws the first measure of a grid of two settings: a heatmap for each line and for what stands before the settings.
 */
record OutcomeHeatmaps(ItemOutcome outcome) {

    String svg() {
        PaperItem item = outcome.item();
        List<Heatmap> maps = new ArrayList<>();
        for (String series : item.allSeries()) {
            outcome.points().stream().map(item::heatmap).distinct().forEach(part -> maps.add(of(series, part)));
        }
        int width = maps.stream().mapToInt(Heatmap::width).max().orElse(1);
        int height = maps.stream().mapToInt(Heatmap::height).sum();
        SvgPicture svg = new SvgPicture(width, height, 12, item.id() + ": " + item.title());
        int y = 0;
        for (Heatmap map : maps) {
            svg.add("<g transform=\"translate(0 %d)\">\n", y);
            map.draw(svg);
            svg.add("</g>\n");
            y += map.height();
        }
        return svg.end();
    }

    private Heatmap of(String series, String part) {
        List<String> points = outcome.points().stream()
                .filter(at -> outcome.item().heatmap(at).equals(part))
                .toList();
        List<String> down = points.stream().map(at -> value(at, 2)).distinct().toList();
        List<String> across = points.stream().map(at -> value(at, 1)).distinct().toList();
        Measure measure = outcome.item().measures().get(0);
        List<List<Double>> cells = down.stream()
                .map(row -> across.stream()
                        .map(column -> points.stream()
                                .filter(at ->
                                        value(at, 2).equals(row) && value(at, 1).equals(column))
                                .findFirst()
                                .flatMap(at -> outcome.spread(series, at, measure))
                                .map(Spread::mean)
                                .orElse(Double.NaN))
                        .toList())
                .toList();
        return new Heatmap(
                measure.label() + ", " + series + (part.isEmpty() ? "" : ", " + part.replace('=', ' ')),
                name(points.get(0), 1),
                across,
                name(points.get(0), 2),
                down,
                cells,
                measure.improves(1));
    }

    /** The word at a place from the end: {@code name=value}. */
    private static String[] word(String at, int fromEnd) {
        String[] words = at.split(" ", -1);
        return words[words.length - fromEnd].split("=", 2);
    }

    private static String value(String at, int fromEnd) {
        return word(at, fromEnd)[1];
    }

    private static String name(String at, int fromEnd) {
        return word(at, fromEnd)[0];
    }
}
