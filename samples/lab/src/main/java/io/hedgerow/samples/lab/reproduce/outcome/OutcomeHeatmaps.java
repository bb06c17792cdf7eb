// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.reproduce.outcome;

import io.hedgerow.samples.lab.reproduce.item.PaperItem;
import io.hedgerow.samples.lab.reproduce.paper.Measure;
import io.hedgerow.samples.lab.table.Heatmap;
import io.hedgerow.samples.lab.table.Spread;
import io.hedgerow.samples.lab.table.SvgPicture;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Draws the first measure of a grid of settings, {@code name=value} separated by blanks: a heatmap for each line and
 * for each grid of the item. The last setting runs across, all others down.
 */
record OutcomeHeatmaps(ItemOutcome outcome) {

    /** Heatmaps stand side by side as long as there is room. */
    private static final int MOST_WIDTH = 1600;

    /** Whether all points of an item are combinations of at least two settings. */
    static boolean suit(PaperItem item) {
        return item.points().stream()
                .map(point -> words(point.at()))
                .allMatch(words -> words.size() > 1 && words.stream().allMatch(word -> word.contains("=")));
    }

    String svg() {
        PaperItem item = outcome.item();
        List<Heatmap> maps = new ArrayList<>();
        for (String series : item.allSeries()) {
            for (String part :
                    outcome.points().stream().map(item::heatmap).distinct().toList()) {
                List<String> points = points(series, part);
                if (!points.isEmpty()) {
                    maps.add(of(series, part, points));
                }
            }
        }
        int width = 0;
        int x = 0;
        int y = 0;
        int high = 0;
        List<int[]> at = new ArrayList<>();
        for (Heatmap map : maps) {
            if (x > 0 && x + map.width() > MOST_WIDTH) {
                x = 0;
                y += high;
                high = 0;
            }
            at.add(new int[] {x, y});
            x += map.width();
            width = Math.max(width, x);
            high = Math.max(high, map.height());
        }
        SvgPicture svg = new SvgPicture(Math.max(1, width), y + high, 12, item.id() + ": " + item.title());
        for (int m = 0; m < maps.size(); m++) {
            svg.add("<g transform=\"translate(%d %d)\">\n", at.get(m)[0], at.get(m)[1]);
            maps.get(m).draw(svg);
            svg.add("</g>\n");
        }
        return svg.end();
    }

    /** Points of one grid that all lines have, or that were run of this one. */
    private List<String> points(String series, String part) {
        return outcome.points().stream()
                .filter(at -> outcome.item().heatmap(at).equals(part))
                .filter(at -> outcome.item().commonPoints().contains(at)
                        || !outcome.lines(series, at).isEmpty())
                .toList();
    }

    private Heatmap of(String series, String part, List<String> points) {
        int skipped = part.isEmpty() ? 0 : words(part).size();
        List<String> down =
                rising(points.stream().map(at -> down(at, skipped)).distinct().toList());
        List<String> across =
                rising(points.stream().map(OutcomeHeatmaps::across).distinct().toList());
        boolean one = down.stream().allMatch(row -> words(row).size() == 1);
        Measure measure = outcome.item().measures().get(0);
        List<List<Double>> cells = down.stream()
                .map(row -> across.stream()
                        .map(column -> points.stream()
                                .filter(at -> down(at, skipped).equals(row)
                                        && across(at).equals(column))
                                .findFirst()
                                .flatMap(at -> outcome.spread(series, at, measure))
                                .map(Spread::mean)
                                .orElse(Double.NaN))
                        .toList())
                .toList();
        return new Heatmap(
                measure.label() + ", " + series + (part.isEmpty() ? "" : ", " + part.replace('=', ' ')),
                half(across.get(0), 0),
                across.stream().map(word -> half(word, 1)).toList(),
                one ? half(down.get(0), 0) : "",
                one ? down.stream().map(word -> half(word, 1)).toList() : down,
                cells,
                measure.improves(1));
    }

    /** In the order of their values where they are of one setting each. */
    private static List<String> rising(List<String> some) {
        return some.stream().allMatch(one -> one.matches("[^= ]*=[0-9.]+"))
                ? some.stream()
                        .sorted(Comparator.comparingDouble(one -> Double.parseDouble(half(one, 1))))
                        .toList()
                : some;
    }

    private static List<String> words(String at) {
        return Arrays.asList(at.split(" ", -1));
    }

    private static String across(String at) {
        List<String> words = words(at);
        return words.get(words.size() - 1);
    }

    private static String down(String at, int skipped) {
        List<String> words = words(at);
        return words.subList(skipped, words.size() - 1).stream().collect(Collectors.joining(" "));
    }

    private static String half(String word, int which) {
        return word.split("=", 2)[which];
    }
}
