// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.reproduce.outcome;

import io.hedgerow.samples.lab.reproduce.item.PaperItem;
import io.hedgerow.samples.lab.reproduce.item.PaperItems;
import io.hedgerow.samples.lab.reproduce.paper.Measure;
import io.hedgerow.samples.lab.reproduce.paper.PublishedFigure;
import io.hedgerow.samples.lab.table.Spread;
import io.hedgerow.samples.output.Table;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Puts numbers that a paper prints of methods that are not run here ({@code others/ID.csv}, printed as they came from
 * other papers) in one list with all that were run, the best first. They count in no verdict.
 */
final class OtherMethods {

    /** One line of the list. */
    private record Line(String method, Measure measure, double mean, String printed, String ours) {}

    private OtherMethods() {}

    /** A table for each measure; nothing where the paper prints no others. */
    static String markdown(ItemOutcome outcome) {
        Map<String, List<PublishedFigure>> known = new LinkedHashMap<>();
        PaperItems.others(outcome.item().id())
                .forEach(figure -> known.computeIfAbsent(
                                figure.at() + " " + figure.measure().column(), key -> new ArrayList<>())
                        .add(figure));
        List<List<String>> rows = new ArrayList<>();
        known.values().forEach(figures -> rows.addAll(rows(outcome, figures)));
        return rows.isEmpty()
                ? ""
                : "Beside methods that are not run here, with the numbers that the paper prints of them:\n\n"
                        + new Table(2, List.of("method", "figure", "printed", "ours"), rows).markdown();
    }

    /** Numbers of one measure at one point, with those of the lines of the item. */
    private static List<List<String>> rows(ItemOutcome outcome, List<PublishedFigure> figures) {
        PaperItem item = outcome.item();
        String at = figures.get(0).at();
        Measure measure = figures.get(0).measure();
        List<Line> lines = new ArrayList<>();
        for (PublishedFigure figure : figures) {
            lines.add(new Line(
                    figure.series() + " (" + figure.place() + ")", measure, figure.mean(), theirs(figure), "-"));
        }
        boolean part = at.equals(PublishedFigure.OVER_ALL) && outcome.isPart();
        for (String series : item.allSeries()) {
            Optional<Spread> ours = part ? Optional.empty() : outcome.spread(series, at, measure);
            ours.ifPresent(spread -> lines.add(new Line(
                    series,
                    measure,
                    spread.mean(),
                    printed(item, series, at, measure),
                    spread.deviation() == 0 ? spread.text(3).replaceAll("±.*", "") : spread.text(3))));
        }
        Comparator<Line> better = Comparator.comparingDouble(Line::mean);
        return lines.stream()
                .sorted(measure.improves(1) ? better.reversed() : better)
                .map(line -> List.of(line.method, line.measure.label(), line.printed, line.ours))
                .toList();
    }

    private static String printed(PaperItem item, String series, String at, Measure measure) {
        return item.published().stream()
                .filter(figure ->
                        figure.series().equals(series) && figure.at().equals(at) && figure.measure() == measure)
                .map(OtherMethods::theirs)
                .findFirst()
                .orElse("-");
    }

    private static String theirs(PublishedFigure figure) {
        Double deviation = figure.deviation();
        return figure.printed() + (deviation == null ? "" : " ± " + deviation);
    }
}
