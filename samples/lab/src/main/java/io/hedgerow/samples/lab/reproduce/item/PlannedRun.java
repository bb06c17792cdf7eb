// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.reproduce.item;

import io.hedgerow.samples.lab.reproduce.item.PaperItem.Competitor;
import io.hedgerow.samples.lab.reproduce.item.PaperItem.Extent;
import io.hedgerow.samples.lab.reproduce.item.PaperItem.Panel;
import io.hedgerow.samples.lab.reproduce.item.PaperItem.Point;
import io.hedgerow.samples.lab.reproduce.paper.Settings;
import io.hedgerow.samples.lab.reproduce.run.PaperRun;
import io.hedgerow.samples.lab.reproduce.run.RunFile.RunLine;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * One run of an item: a method on a data set, and the points of the axis at which it has a measurement.
 *
 * @param series the line of the figure
 * @param points one; or all of them, where rounds are watched
 * @param settings of data and method
 */
public record PlannedRun(int seed, String series, List<String> points, Settings settings) {
    public PlannedRun {
        points = List.copyOf(points);
    }

    /** All runs of an item, in the order of the table: panel, method, point, seed. */
    public static List<PlannedRun> of(PaperItem item, Extent extent, List<Integer> seeds) {
        List<PlannedRun> all = new ArrayList<>();
        for (Panel panel : item.panels()) {
            for (Competitor method : item.methods()) {
                Settings told =
                        item.data().with(extent.data()).with(panel.settings()).with(method.settings());
                List<Point> points = item.points(extent);
                if (item.watched()) {
                    List<String> rounds = points.stream().map(Point::at).toList();
                    seeds.forEach(seed -> all.add(
                            new PlannedRun(seed, PaperItem.series(panel, method), rounds, told.filled(Settings.NONE))));
                } else {
                    for (Point point : points) {
                        if (!point.isIn(panel)) {
                            continue;
                        }
                        Settings here = told.with(point.settings()).filled(at(point));
                        seeds.forEach(seed -> all.add(
                                new PlannedRun(seed, PaperItem.series(panel, method), List.of(point.at()), here)));
                    }
                }
            }
        }
        return all;
    }

    /** The settings of a point, and its name as {@code $at}. */
    private static Settings at(Point point) {
        return point.settings().with(new Settings(Map.of("at", point.at())));
    }

    /** What runs of other methods that use each other's work share: seed, data, and all settings except the name. */
    public String shared() {
        return seed + " " + points + " " + settings.without("algorithm").line();
    }

    public List<String> keys() {
        return points.stream()
                .map(at -> seed + "," + series + "," + at + "," + settings.line())
                .toList();
    }

    /** The lines of its measurements; a run that failed has lines without figures. */
    public List<RunLine> lines(PaperRun.Measured measured) {
        return points.stream()
                .map(at -> new RunLine(
                        seed,
                        series,
                        at,
                        settings.line(),
                        measured.bytes(),
                        measured.seconds(),
                        measured.rounds().isEmpty()
                                ? measured.figures()
                                : measured.rounds().getOrDefault(Integer.parseInt(at), measured.figures())))
                .toList();
    }
}
