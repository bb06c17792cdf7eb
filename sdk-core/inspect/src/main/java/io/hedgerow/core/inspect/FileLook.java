// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.inspect;

import io.hedgerow.core.inspect.InspectionFinding.Advice;
import io.hedgerow.core.inspect.InspectionFinding.Place;
import io.hedgerow.core.inspect.InspectionFinding.Weight;
import io.hedgerow.core.internal.diagnostics.RowDependence;
import io.hedgerow.core.internal.text.Words;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The findings of one file alone: its cells, kinds of columns, rows and their order. Not private. */
final class FileLook {

    /** A column with more values than one for so many rows tells rows apart. */
    private static final int FINE = 10;

    private final SeenFile file;
    /** The column that says whose a row is; null where none does. */
    private final @Nullable String user;

    private final List<InspectionFinding> remarks = new ArrayList<>();

    private FileLook(SeenFile file, @Nullable String user) {
        this.file = file;
        this.user = user;
    }

    static List<InspectionFinding> of(SeenFile file, @Nullable String user) {
        FileLook look = new FileLook(file, user);
        look.remarks.addAll(CellLook.of(file));
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
            String code,
            List<String> columns,
            String found,
            String example,
            String effect,
            String advice) {
        Place place = new Place(List.of(file.name()), columns);
        remarks.add(new InspectionFinding(weight, code, place, found, example, effect, Advice.of(advice)));
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
                Weight.NOTE,
                "missing",
                List.copyOf(counts.keySet()),
                rows + " of " + Words.count(file.keptRows(), "row") + " have a missing cell",
                counts.entrySet().stream()
                        .map(one -> one.getKey() + " " + one.getValue())
                        .collect(Collectors.joining(", ")),
                "gram uses the other cells of these rows; where cells are missing for a reason, rows without a missing"
                        + " cell are not like all",
                "use the other cells, or leave these rows out, and count them; leave out a column that is mostly"
                        + " missing");
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
                    "leave one of them out, as the mapping file suggests");
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
                .filter(one -> !one.column().equals(user))
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
                                ? "in the order of time learn a series; where rows of a batch or an individual stand"
                                        + " together, take one of each"
                                : "find out what the order is: of sites, which are then several sources, or of times,"
                                        + " which are a series");
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
                "consider normal scores, or a method for noise that is not Gaussian where relations are linear"));
    }
}
