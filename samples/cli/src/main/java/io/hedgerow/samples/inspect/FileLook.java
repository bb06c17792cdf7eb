// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.inspect;

import io.hedgerow.core.internal.text.NumberToken;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.samples.columns.ColumnTexts.Style;
import io.hedgerow.samples.columns.RowDependence;
import io.hedgerow.samples.inspect.Remark.Weight;
import io.hedgerow.samples.learn.method.Algorithm;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What one file alone shows: cells, kinds, rows and their order. Not private. */
final class FileLook {

    private static final Set<String> LIKE_MISSING = Set.of(
            ".", "-", "--", "n/a", "#n/a", "n.a.", "k.a.", "none", "missing", "unknown", "nil", "na.", "unk", "\\n");

    /** A column with more values than one for so many rows tells rows apart. */
    private static final int FINE = 10;

    private static final double[] CODES = {-9, -99, -999, -9999, -99999, 999, 9999, 99999};

    private final SeenFile file;
    /** The column that says whose a row is; null where none does. */
    private final @Nullable String person;

    private final List<Remark> remarks = new ArrayList<>();

    private FileLook(SeenFile file, @Nullable String person) {
        this.file = file;
        this.person = person;
    }

    static List<Remark> of(SeenFile file, @Nullable String person) {
        FileLook look = new FileLook(file, person);
        file.columns().forEach(look::cells);
        look.styles();
        look.kinds();
        look.missing();
        look.copies();
        look.repeatedRows();
        look.order();
        look.tails();
        return look.remarks;
    }

    private void say(
            Weight weight,
            String about,
            List<String> columns,
            String found,
            String example,
            String effect,
            String advice) {
        remarks.add(new Remark(weight, about, List.of(file.name()), columns, found, example, effect, advice));
    }

    private void cells(SeenColumn column) {
        List<String> one = List.of(column.name());
        if (column.isNumber()) {
            List<String> others = column.others();
            List<String> like = others.stream()
                    .filter(text -> LIKE_MISSING.contains(text.toLowerCase(Locale.ROOT)))
                    .toList();
            if (!like.isEmpty()) {
                say(
                        Weight.REFUSED,
                        "missing-text",
                        one,
                        "cells hold " + quoted(like) + " instead of a number",
                        like.get(0),
                        "learn ends at the first of them",
                        "say that they are missing: \"*\": {missing: [" + quoted(like) + "]} in the mapping file");
            } else if (!others.isEmpty()) {
                say(
                        Weight.REFUSED,
                        "text-among-numbers",
                        one,
                        "most cells are numbers, and some are not",
                        quoted(others),
                        "learn ends at the first of them",
                        "correct the cells, or say what they are with missing or numbers in the mapping file");
            }
            codes(column, one);
        }
        if (column.isConstant()) {
            say(
                    Weight.NOTE,
                    "constant",
                    one,
                    "all rows have one value",
                    column.shownLevels(),
                    "it tells nothing of other columns; learn leaves it out where this is so at all sites",
                    "leave it out");
        }
    }

    /** How numbers are written, once for all columns that are written alike. */
    private void styles() {
        Map<Style, List<SeenColumn>> by = new EnumMap<>(Style.class);
        for (SeenColumn column : file.columns()) {
            Style style = column.isNumber() ? column.texts().style() : Style.POINT;
            boolean clear = style != Style.UNCLEAR || !file.hasDecimalComma();
            by.computeIfAbsent(clear ? style : Style.COMMA, unseen -> new ArrayList<>())
                    .add(column);
        }
        by.forEach((style, columns) -> {
            List<String> names = columns.stream().map(SeenColumn::name).toList();
            String example = columns.get(0).levels().keySet().stream()
                    .filter(text -> text.indexOf(',') >= 0)
                    .findFirst()
                    .orElse("");
            if (style == Style.MIXED || style == Style.UNCLEAR) {
                say(
                        Weight.WRONG,
                        "decimal-sign",
                        names,
                        style == Style.MIXED
                                ? "numbers have a comma in some cells and a point in others"
                                : "a comma may be before the decimals, or between groups of digits",
                        example,
                        "learn refuses the cells, or reads numbers a thousand times too large",
                        "look at the source, and say decimal: comma or thousands: \",\" in the mapping file");
            } else if (style != Style.POINT) {
                say(
                        Weight.REFUSED,
                        "decimal-sign",
                        names,
                        style == Style.POINT_AND_COMMAS
                                ? "numbers have commas between groups of digits"
                                : "numbers have a comma before their decimals",
                        example,
                        "learn refuses the cells",
                        "the mapping file says how they are written");
            }
        });
    }

    /** Numbers far from all others that stand for missing cells. */
    private void codes(SeenColumn column, List<String> one) {
        double[] sorted = column.sorted();
        if (sorted.length < 20) {
            return;
        }
        double low = SeenColumn.quantile(sorted, 0.1);
        double high = SeenColumn.quantile(sorted, 0.9);
        for (double code : CODES) {
            long times = Arrays.stream(sorted).filter(value -> value == code).count();
            boolean end = code == sorted[0] || code == sorted[sorted.length - 1];
            double apart = code < low ? low - code : code - high;
            if (times >= 2 && end && apart > 3 * (high - low)) {
                String shown = String.valueOf((long) code);
                say(
                        Weight.WRONG,
                        "missing-code",
                        one,
                        Words.count(times, "cell") + " hold " + shown + ", far from all others (most are from "
                                + Figures.of(low) + " to " + Figures.of(high) + ")",
                        shown,
                        "a code for a missing cell counts as a number, and decides means and correlations",
                        "if it is such a code: \"*\": {missing: [\"" + shown + "\"]} in the mapping file");
            }
        }
    }

    private void kinds() {
        for (SeenColumn column : file.columns()) {
            List<String> one = List.of(column.name());
            switch (column.kind()) {
                case DATE ->
                    say(
                            Weight.NOTE,
                            "date",
                            one,
                            "dates",
                            column.shownLevels(),
                            "learn leaves dates out unless a mapping file makes days of them",
                            "the mapping file says date; say drop if the day means nothing");
                case IDENTIFIER ->
                    say(
                            Weight.NOTE,
                            "identifier",
                            one,
                            "nearly every row has another value",
                            column.shownLevels(),
                            "it names rows and measures nothing; learn leaves it out",
                            "leave it out");
                case EMPTY ->
                    say(
                            Weight.REFUSED,
                            "empty",
                            one,
                            "no cell has a value",
                            "",
                            "learn ends at the first missing cell",
                            "leave it out");
                case CATEGORY -> {
                    if (column.levels().size() > 50) {
                        say(
                                Weight.REFUSED,
                                "many-levels",
                                one,
                                "texts with " + column.levels().size() + " levels",
                                column.shownLevels(),
                                "a category has at most 50 levels",
                                "group rare levels with other: true, or leave it out");
                    }
                }
                case NUMBER -> {
                    // nothing to say of a number by its kind
                }
            }
        }
    }

    private void missing() {
        Map<String, Long> counts = new LinkedHashMap<>();
        boolean[] incomplete = new boolean[file.keptRows()];
        for (SeenColumn column : file.columns()) {
            if (column.kind() == SeenColumn.Kind.EMPTY) {
                continue;
            }
            double[] values = column.values();
            for (int t = 0; t < values.length; t++) {
                incomplete[t] |= Double.isNaN(values[t]);
            }
            long missing = column.missing();
            if (missing > 0) {
                counts.put(column.name(), missing);
            }
        }
        if (counts.isEmpty()) {
            return;
        }
        int rows = 0;
        for (boolean one : incomplete) {
            rows += one ? 1 : 0;
        }
        say(
                Weight.REFUSED,
                "missing",
                List.copyOf(counts.keySet()),
                rows + " of " + Words.count(file.keptRows(), "row") + " have a missing cell",
                counts.entrySet().stream()
                        .map(one -> one.getKey() + " " + one.getValue())
                        .collect(Collectors.joining(", ")),
                "learn ends at the first missing cell; where cells are missing for a reason, the rows that are left are"
                        + " not like all",
                "--missing skip-row leaves these rows out, and counts them in the result; leave out a column that is"
                        + " mostly missing");
    }

    private void copies() {
        for (Copies.Copy copy : Copies.of(file)) {
            say(
                    Weight.WRONG,
                    "copy",
                    copy.columns(),
                    copy.found(),
                    copy.example(),
                    "edges among these columns are not of causes, and hide others",
                    "leave one of them out (a suggestion in the mapping file, or --drop)");
        }
    }

    /**
     * Rows that are equal in all columns but identifiers, more often than columns that know nothing of each other have.
     */
    private void repeatedRows() {
        List<SeenColumn> columns = file.columns().stream()
                .filter(column -> column.kind() != SeenColumn.Kind.IDENTIFIER)
                .toList();
        int n = file.keptRows();
        boolean fine = columns.stream()
                .anyMatch(column -> column.isNumber() && column.levels().size() > n / FINE);
        if (!fine || n < 10) {
            return;
        }
        double log = 0;
        for (SeenColumn column : columns) {
            double[] sorted = column.values().clone();
            Arrays.sort(sorted);
            double same = 0;
            double run = 0;
            for (int t = 0; t < n; t++) {
                run = t > 0 && Double.compare(sorted[t], sorted[t - 1]) == 0 ? run + 1 : 1;
                same += run - 1;
            }
            log += Math.log(Math.max(same, 0.5) / (n * (n - 1) / 2.0));
        }
        double expected = Math.exp(log) * n * (n - 1) / 2.0;
        Map<Long, Integer> first = new HashMap<>();
        long repeated = 0;
        String example = "";
        long[] numbers =
                SeenFile.rowNumbers(columns.stream().map(SeenColumn::values).toList());
        for (int t = 0; t < n; t++) {
            Integer before = first.putIfAbsent(numbers[t], t);
            if (before != null) {
                repeated++;
                example = example.isEmpty() ? "rows " + (before + 1) + " and " + (t + 1) : example;
            }
        }
        if (repeated > 1 + 20 * expected) {
            say(
                    Weight.WRONG,
                    "repeated-rows",
                    List.of(),
                    Words.count(repeated, "row") + " of " + n + " occur before in the file",
                    example,
                    "a row that is there twice counts twice, and everything looks surer than it is",
                    "find out whether one record was written twice, and remove it at the source");
        }
    }

    private void order() {
        List<SeenColumn> columns = file.columns().stream()
                .filter(column -> column.kind() != SeenColumn.Kind.IDENTIFIER && column.kind() != SeenColumn.Kind.EMPTY)
                .toList();
        List<RowDependence.Found> found = RowDependence.of(
                        columns.stream().map(SeenColumn::name).toList(),
                        columns.stream().map(SeenColumn::values).toList())
                .stream()
                .filter(one -> !one.column().equals(person))
                .toList();
        Map<RowDependence.Order, List<RowDependence.Found>> by =
                found.stream().collect(Collectors.groupingBy(RowDependence.Found::order));
        for (RowDependence.Order order : RowDependence.Order.values()) {
            boolean series = order == RowDependence.Order.SERIES;
            List<RowDependence.Found> some = by.getOrDefault(order, List.of());
            if (!some.isEmpty()) {
                RowDependence.Found most = some.stream()
                        .max(Comparator.comparing(RowDependence.Found::correlation))
                        .orElseThrow();
                List<String> names =
                        some.stream().map(RowDependence.Found::column).toList();
                say(
                        series ? Weight.WRONG : Weight.NOTE,
                        series ? "series" : order == RowDependence.Order.STEPS ? "steps" : "sorted",
                        names,
                        switch (order) {
                            case SERIES ->
                                "rows depend on each other: this looks like a series, or like rows of batches";
                            case STEPS -> "values change along the file, in steps or slowly";
                            case SORTED -> "rows are in the order of this column";
                        },
                        most.column() + ": ranks of a row and the next one have the correlation "
                                + Figures.of(most.correlation())
                                + (most.steps().isEmpty() ? "" : ", changes after rows " + most.steps()),
                        series
                                ? "rows count as independent ones: columns that drift look related, with far too much"
                                        + " certainty"
                                : "rows of several sites, wards or years in one file count as one population; if the"
                                        + " order is that of time, rows may be a series",
                        series
                                ? "in the order of time learn with --algorithm " + Algorithm.USUAL_OF_SERIES
                                        + ", --time and --realisation;"
                                        + " where rows of a batch or an individual stand together, take one of each"
                                : "say what the order is: --site-column for sites, " + Algorithm.USUAL_OF_SERIES
                                        + " for times");
            }
        }
    }

    private void tails() {
        Map<String, List<String>> by = new LinkedHashMap<>();
        for (SeenColumn column : file.columns()) {
            if (column.isNumber() && !column.isConstant()) {
                Figures.shape(column.sorted())
                        .ifPresent(shape -> by.computeIfAbsent(shape, unseen -> new ArrayList<>())
                                .add(column.name()));
            }
        }
        by.forEach((shape, names) -> say(
                Weight.NOTE,
                shape.replace(' ', '-'),
                names,
                shape,
                "",
                "covariances are for normal columns: few rows decide edges of these",
                Algorithm.withMethods("consider --transform normal-scores, or --algorithm {METHODS-WITH:non-gaussian}"
                        + " where relations are linear")));
    }

    private static String quoted(List<String> texts) {
        return texts.stream().map(NumberToken::quote).collect(Collectors.joining(", "));
    }
}
