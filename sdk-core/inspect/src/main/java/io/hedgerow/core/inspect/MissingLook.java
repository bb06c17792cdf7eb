// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.inspect;

import io.hedgerow.core.data.MissingValues;
import io.hedgerow.core.data.RowContrast;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.RowTally;
import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.inspect.InspectionFinding.Advice;
import io.hedgerow.core.inspect.InspectionFinding.Place;
import io.hedgerow.core.inspect.InspectionFinding.Weight;
import io.hedgerow.core.inspect.SeenColumn.Kind;
import io.hedgerow.core.internal.chance.Holm;
import io.hedgerow.core.internal.text.NumberToken;
import io.hedgerow.core.internal.text.Words;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Findings about missing cells of columns that are variables. Not private. */
final class MissingLook {

    private static final int NAMED = 5;

    /** A category has no more levels. */
    private static final int MOST_LEVELS = 50;

    /** Fewer cells on either side say little. */
    private static final int FEWEST = 10;

    private MissingLook() {}

    /** Counts the rows of a file that leaving out would lose, and says how these differ from the others. */
    static Optional<InspectionFinding> ofRows(SeenFile file, @Nullable String user) {
        List<SeenColumn> columns = file.columns().stream()
                .filter(column -> isVariable(column) && !column.name().equals(user))
                .toList();
        RowSource.Omitted omitted = omitted(file, columns);
        if (omitted.rows() == 0) {
            return Optional.empty();
        }
        String differ = RowContrast.difference(omitted.contrasts(), omitted.rows())
                .map(text -> "; " + text)
                .orElse("");
        return Optional.of(new InspectionFinding(
                Weight.NOTE,
                "missing",
                new Place(List.of(file.name()), List.copyOf(omitted.cells().keySet())),
                omitted.rows() + " of " + Words.count(file.keptRows(), "row") + " have a missing cell",
                omitted.cells().entrySet().stream()
                        .map(one -> one.getKey() + " " + one.getValue())
                        .collect(Collectors.joining(", ")),
                "gram uses the other cells of these rows; where cells are missing for a reason, rows without a missing"
                        + " cell are not like all" + differ,
                Advice.of("use the other cells, or leave these rows out, and count them;"
                        + " leave out a column that is mostly missing")));
    }

    /** Identifiers, constants, and dates of which many are missing are left out anyway. */
    private static boolean isVariable(SeenColumn column) {
        boolean clear = column.kind() != Kind.DATE || 10 * column.missing() < column.values().length;
        return clear && column.kind() != Kind.EMPTY && column.kind() != Kind.IDENTIFIER && !column.isConstant();
    }

    private static RowSource.Omitted omitted(SeenFile file, List<SeenColumn> columns) {
        Map<String, VariableKind> kinds = new LinkedHashMap<>();
        Set<String> coarse = new LinkedHashSet<>();
        List<Map<Double, Integer>> places = new ArrayList<>();
        for (SeenColumn column : columns) {
            Map<Double, Integer> own = new HashMap<>();
            places.add(own);
            if (column.isCategory() && column.levels().size() <= MOST_LEVELS) {
                List<String> levels = List.copyOf(column.levels().keySet());
                kinds.put(column.name(), new VariableKind.Categorical(levels));
                levels.forEach(level -> own.put(column.code(level), own.size()));
            } else if (column.isCategory()) {
                coarse.add(column.name());
            }
        }
        VariableSchema schema =
                new VariableSchema(columns.stream().map(SeenColumn::name).toList()).with(kinds);
        RowTally tally = new RowTally(schema, MissingValues.SKIP_ROW, coarse);
        double[] row = new double[columns.size()];
        for (int t = 0; t < file.keptRows(); t++) {
            for (int j = 0; j < row.length; j++) {
                double value = columns.get(j).values()[t];
                row[j] = places.get(j).isEmpty() || Double.isNaN(value)
                        ? value
                        : places.get(j).getOrDefault(value, 0);
            }
            tally.handsOn(row);
        }
        return tally.omitted(file.name(), List.of());
    }

    /** A difference of a number, or of the indicator of a level, in rows that lack a cell of another column. */
    private record Dependence(String missing, String on, String level, double deviations) {

        String words() {
            String lower = deviations > 0 ? " is smaller" : " is larger";
            return level.isEmpty()
                    ? on + lower
                    : on + " is " + (deviations > 0 ? "seldom " : "often ") + NumberToken.oneLine(level);
        }
    }

    /**
     * Tests whether cells of columns that all files have are missing where others have other values, over all files as
     * learning does: of rows drawn without regard to a column with variance v, n_ij of n_j, its sum varies by v n_ij (1
     * − n_ij / n_j). Of numbers the ranks within a file are summed: a few far values decide nothing, and units nothing.
     */
    static Optional<InspectionFinding> ofReasons(List<SeenFile> files, List<ColumnGroup> groups) {
        List<ColumnGroup> variables = groups.stream()
                .filter(group -> group.columns().values().stream().allMatch(MissingLook::isVariable))
                .toList();
        List<ColumnGroup> incomplete = variables.stream()
                .filter(group -> group.columns().values().stream().anyMatch(column -> column.missing() > 0))
                .toList();
        List<Dependence> all = new ArrayList<>();
        for (ColumnGroup on : incomplete.isEmpty() ? incomplete : variables) {
            for (String level : levels(on)) {
                Map<Integer, double[]> values = new TreeMap<>();
                on.columns()
                        .forEach((k, column) ->
                                values.put(k, level.isEmpty() ? column.ranks() : column.indicator(level)));
                incomplete.stream()
                        .filter(missing -> !missing.equals(on))
                        .forEach(missing -> all.add(dependence(missing, on.name(), level, values)));
            }
        }
        List<Dependence> beyond = Holm.beyondChance(all, Dependence::deviations);
        if (beyond.isEmpty()) {
            return Optional.empty();
        }
        Map<String, List<String>> by = new LinkedHashMap<>();
        beyond.forEach(one ->
                by.computeIfAbsent(one.missing, unseen -> new ArrayList<>()).add(one.words()));
        return Optional.of(new InspectionFinding(
                Weight.NOTE,
                "missing-depends-on",
                new Place(files.stream().map(SeenFile::name).toList(), List.copyOf(by.keySet())),
                "cells are missing where other columns have other values",
                by.entrySet().stream()
                        .limit(NAMED)
                        .map(one -> one.getKey() + " where "
                                + Words.listed(
                                        one.getValue().stream().limit(NAMED).toList(), "and"))
                        .collect(Collectors.joining("; ")),
                "rows without a missing cell are other rows than all; whether cells are missing for the missing value"
                        + " itself cannot be seen",
                Advice.of("use rows with missing cells, and ask why these are missing")));
    }

    /** The levels that all files together have, of two the second alone; an empty text of numbers. */
    private static List<String> levels(ColumnGroup group) {
        if (group.columns().values().stream().noneMatch(SeenColumn::isCategory)) {
            return List.of("");
        }
        Set<String> levels = new LinkedHashSet<>();
        group.columns().values().forEach(column -> levels.addAll(column.levels().keySet()));
        List<String> all = List.copyOf(levels);
        return all.size() > MOST_LEVELS ? Collections.emptyList() : all.size() == 2 ? all.subList(1, 2) : all;
    }

    /** By the values of a number or indicator in each file. */
    private static Dependence dependence(ColumnGroup missing, String on, String level, Map<Integer, double[]> files) {
        double sum = 0;
        double variance = 0;
        double expected = 0;
        for (Map.Entry<Integer, double[]> file : files.entrySet()) {
            double[] other =
                    Objects.requireNonNull(missing.columns().get(file.getKey())).values();
            double[] values = file.getValue();
            double all = 0;
            double mean = 0;
            double squares = 0;
            for (double value : values) {
                if (!Double.isNaN(value)) {
                    all++;
                    double step = value - mean;
                    mean += step / all;
                    squares += step * (value - mean);
                }
            }
            double have = 0;
            for (int t = 0; t < values.length; t++) {
                if (!Double.isNaN(values[t]) && !Double.isNaN(other[t])) {
                    have++;
                    sum += values[t] - mean;
                }
            }
            if (have > 0 && have < all) {
                variance += squares / all * have * (1 - have / all);
                double rarer = level.isEmpty() ? 1 : Math.min(mean, 1 - mean) * 2;
                expected += Math.min(have, all - have) * rarer;
            }
        }
        boolean tells = expected >= FEWEST && variance > 0;
        return new Dependence(missing.name(), on, level, tells ? sum / Math.sqrt(variance) : Double.NaN);
    }
}
