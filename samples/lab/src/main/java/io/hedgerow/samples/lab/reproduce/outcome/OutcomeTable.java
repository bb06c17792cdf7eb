// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.reproduce.outcome;

import io.hedgerow.samples.lab.reproduce.item.PaperItem;
import io.hedgerow.samples.lab.reproduce.item.PaperItems;
import io.hedgerow.samples.lab.reproduce.paper.Measure;
import io.hedgerow.samples.lab.reproduce.paper.PublishedFigure;
import io.hedgerow.samples.lab.reproduce.run.RunFile.RunLine;
import io.hedgerow.samples.lab.table.Spread;
import io.hedgerow.samples.output.Table;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Writes an outcome as Markdown: {@code table.md} of a run, and {@code README.md} beside the tables of the document.
 */
public final class OutcomeTable {

    private static final int MOST_NAMED = 12;

    private OutcomeTable() {}

    public static String markdown(ItemOutcome outcome) {
        PaperItem item = outcome.item();
        StringBuilder text = new StringBuilder("# " + item.id() + ": " + item.title() + "\n\n");
        text.append(item.place()).append(". Seeds ").append(String.join(", ", outcome.seeds()));
        text.append("; mean±sd. ").append(outcome.verdict());
        text.append(outcome.counts().isEmpty() ? "" : " (" + outcome.counts() + ")")
                .append(".\n");
        if (outcome.failures() > 0) {
            text.append("Measurements of runs that failed: ")
                    .append(outcome.failures())
                    .append(".\n");
        }
        text.append('\n').append(figures(outcome)).append('\n').append(beside(outcome));
        outcome.onCodesData()
                .ifPresent(code -> text.append("\nOn the data of the published code: ")
                        .append(code.verdict())
                        .append(code.counts().isEmpty() ? "" : " (" + code.counts() + ")")
                        .append(".\n\n")
                        .append(beside(code)));
        return text.toString();
    }

    /** The page of an item, with a sentence on the lines that were left out. */
    public static String readme(ItemOutcome outcome, String leftOut) {
        PaperItem item = outcome.item();
        StringBuilder text = new StringBuilder("# " + item.id() + ": " + item.title() + "\n");
        text.append(item.place()).append(". ");
        text.append(outcome.seeds().size() == 1 ? "Seed " : "Seeds ");
        text.append(String.join(", ", outcome.seeds())).append(". ");
        int run = outcome.points().size();
        if (run < item.points().size()) {
            text.append("Run at ")
                    .append(
                            run > MOST_NAMED
                                    ? run + " of " + item.points().size() + " points"
                                    : String.join(", ", outcome.points()))
                    .append(" only. ");
        }
        if (outcome.failures() > 0) {
            text.append("Measurements of runs that failed: ")
                    .append(outcome.failures())
                    .append(". ");
        }
        text.append(leftOut.isEmpty() ? "" : leftOut + ". ")
                .append(item.cause())
                .append("\n\n");
        text.append("| as published | ").append(outcome.verdict());
        text.append(outcome.counts().isEmpty() ? "" : ": " + outcome.counts()).append(" |\n| --- | --- |\n");
        outcome.onCodesData()
                .ifPresent(code -> text.append("| as published, on the data of the published code | ")
                        .append(code.verdict())
                        .append(code.counts().isEmpty() ? "" : ": " + code.counts())
                        .append(" |\n"));
        text.append("| with our settings | ").append(outcome.ourVerdict()).append(" |\n| register | ");
        text.append(item.register().isEmpty() ? "not declared" : item.register())
                .append(" |\n");
        String beside = beside(outcome);
        text.append(beside.isEmpty() ? "" : "\n## Beside the paper\n" + beside);
        String code = outcome.onCodesData().map(OutcomeTable::beside).orElse("");
        text.append(code.isEmpty() ? "" : "\n## Beside the paper, on the data of the published code\n" + code);
        text.append("\n![").append(item.title()).append("](plot.svg)\n\n## All means\n");
        text.append("Over seeds, ± one standard deviation. Every run is in [table.csv](table.csv).\n\n");
        return text.append(figures(outcome)).toString();
    }

    static String figures(ItemOutcome outcome) {
        PaperItem item = outcome.item();
        List<String> header = new ArrayList<>(List.of("method", item.axis(), "runs"));
        item.measures().forEach(measure -> header.add(measure.label()));
        header.addAll(List.of("MB measured", "s"));
        List<List<String>> rows = new ArrayList<>();
        for (String series : item.allSeries()) {
            for (String at : outcome.points()) {
                List<RunLine> here = outcome.lines(series, at);
                if (!here.isEmpty()) {
                    List<String> row = new ArrayList<>(List.of(series, at, String.valueOf(here.size())));
                    item.measures().forEach(measure -> row.add(cell(outcome.spread(series, at, measure), here.size())));
                    row.add(mean(here.stream().map(line -> line.bytes() / 1e6)));
                    row.add(mean(here.stream().map(RunLine::seconds)));
                    rows.add(row);
                }
            }
        }
        return new Table(2, header, rows).markdown();
    }

    /** Printed numbers and statements beside ours; nothing where there are none. */
    public static String beside(ItemOutcome outcome) {
        List<List<String>> rows = new ArrayList<>();
        for (NumberComparison number : outcome.numbers()) {
            PublishedFigure theirs = number.published();
            rows.add(List.of(
                    theirs.series(),
                    theirs.at(),
                    theirs.measure().label(),
                    theirs.place(),
                    theirs.text(),
                    text(number.ours(), number.runs()),
                    String.valueOf(number.runs()),
                    number.difference("-"),
                    number.verdict(outcome.numbers())));
        }
        StringBuilder text = new StringBuilder();
        if (!rows.isEmpty()) {
            List<String> header = List.of(
                    "method",
                    outcome.item().axis(),
                    "figure",
                    "place",
                    "printed",
                    "ours",
                    "runs",
                    "difference, sd",
                    "verdict");
            text.append(new Table(4, header, rows).markdown());
        }
        String others = OtherMethods.markdown(outcome);
        text.append(text.isEmpty() || others.isEmpty() ? "" : "\n").append(others);
        if (!outcome.claims().isEmpty()) {
            text.append(text.isEmpty() ? "" : "\n");
            statements(outcome.claims(), text);
        }
        if (!outcome.ourClaims().isEmpty()) {
            text.append("\nWith our settings: ");
            text.append(outcome.ourVerdict()).append(".\n\n");
            statements(outcome.ourClaims(), text);
        }
        return text.toString();
    }

    private static void statements(List<CheckedClaim> claims, StringBuilder text) {
        for (CheckedClaim claim : claims) {
            text.append("- **")
                    .append(claim.said())
                    .append("**: ")
                    .append(claim.claim().text());
            text.append(" (").append(claim.claim().place()).append(").");
            text.append(claim.findings().isEmpty() ? "" : " " + claim.seen() + ".")
                    .append('\n');
        }
    }

    private static String cell(Optional<Spread> spread, int runs) {
        return spread.map(figure -> text(figure, runs)).orElse("-");
    }

    /** Writes three significant digits; one run has no deviation. */
    private static String text(Spread spread, int runs) {
        double size = Math.max(Math.abs(spread.mean()), spread.deviation());
        String both = spread.text(size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3);
        return runs == 1 ? both.substring(0, both.indexOf('±')) : both;
    }

    private static String mean(Stream<Double> values) {
        double mean = values.mapToDouble(Double::doubleValue).average().orElse(0);
        return String.format(Locale.ROOT, mean >= 10 ? "%.0f" : "%.2f", mean);
    }

    /**
     * Puts numbers that a paper prints of methods that are not run here ({@code others/ID.csv}, printed as they came
     * from other papers) in one list with all that were run, the best first. They count in no verdict.
     */
    static final class OtherMethods {

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
                        figure.series() + " (" + figure.place() + ")", measure, figure.mean(), figure.text(), "-"));
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
                    .map(PublishedFigure::text)
                    .findFirst()
                    .orElse("-");
        }
    }
}
