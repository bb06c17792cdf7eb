// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.inspect;

import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.internal.diagnostics.DataDiagnostics;
import io.hedgerow.core.internal.diagnostics.DataDiagnostics.DataWarning;
import io.hedgerow.core.internal.diagnostics.RowDependence;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Columns of a file that say the same: numbers with a correlation of 1 up to rounding, numbers that others add up to,
 * and levels of which each goes with one level of another column. The first {@value #MOST} complete rows are looked at.
 */
final class Copies {

    private static final int MOST = 5_000;
    private static final int FEWEST = 20;
    /** Ranges of the middle half of the values: of normal columns one value in 10¹³ is farther away. */
    private static final double FAR = 5;
    /** Rounding to three digits leaves so much. */
    private static final double SAME = 0.99995;
    /** Ties of a rounded column, and few others, leave so much of the correlation of ranks. */
    private static final double SAME_RANKS = 0.999;
    /** Columns of more levels are no codes of each other. */
    private static final int LEVELS = 200;

    private Copies() {}

    /** Columns with the same information, the one to leave out first. */
    record Copy(List<String> columns, String found, String example) {}

    static List<Copy> of(SeenFile file) {
        List<Copy> copies = new ArrayList<>();
        List<SeenColumn> numbers = file.columns().stream()
                .filter(column -> column.isNumber() && !column.isConstant() && 2 * column.missing() < file.keptRows())
                .toList();
        int[] rows = complete(file, numbers);
        Set<SeenColumn> repeated = new HashSet<>();
        if (rows.length >= FEWEST) {
            for (int i = 0; i < numbers.size(); i++) {
                for (int j = i + 1; j < numbers.size(); j++) {
                    SeenColumn first = numbers.get(i);
                    SeenColumn second = numbers.get(j);
                    if (repeated.contains(first) || repeated.contains(second)) {
                        continue;
                    }
                    double correlation = alike(first.values(), second.values(), rows);
                    if (Math.abs(correlation) > SAME) {
                        repeated.add(second);
                        copies.add(new Copy(
                                List.of(second.name(), first.name()),
                                second.name() + " repeats " + first.name() + " (correlation "
                                        + (correlation > 0 ? "1" : "-1") + ")",
                                example(first, second, rows)));
                    }
                }
            }
            combinations(numbers, repeated, rows, copies);
        }
        levels(file, copies);
        return copies;
    }

    private static int[] complete(SeenFile file, List<SeenColumn> numbers) {
        return IntStream.range(0, file.keptRows())
                .filter(t -> numbers.stream().noneMatch(column -> Double.isNaN(column.values()[t])))
                .limit(MOST)
                .toArray();
    }

    private static String example(SeenColumn first, SeenColumn second, int[] rows) {
        int t = rows[0];
        return "row " + (t + 1) + ": " + first.name() + " " + Figures.of(first.values()[t]) + ", " + second.name() + " "
                + Figures.of(second.values()[t]);
    }

    /** The correlation of values, where that of ranks is as large: a few far values make any two columns look alike. */
    private static double alike(double[] x, double[] y, int[] rows) {
        double correlation = correlation(x, y, rows);
        if (!(Math.abs(correlation) > SAME)) {
            return 0;
        }
        int[] all = IntStream.range(0, rows.length).toArray();
        double ofRanks = correlation(RowDependence.ranks(chosen(x, rows)), RowDependence.ranks(chosen(y, rows)), all);
        return Math.abs(ofRanks) > SAME_RANKS ? correlation : 0;
    }

    private static double[] chosen(double[] values, int[] rows) {
        return IntStream.of(rows).mapToDouble(t -> values[t]).toArray();
    }

    private static double correlation(double[] x, double[] y, int[] rows) {
        double[] a = chosen(x, rows);
        double[] b = chosen(y, rows);
        double meanA = Figures.mean(a);
        double meanB = Figures.mean(b);
        double both = 0;
        for (int t = 0; t < a.length; t++) {
            both += (a[t] - meanA) * (b[t] - meanB);
        }
        double scale = Figures.deviation(a) * Figures.deviation(b) * a.length;
        return scale > 0 ? both / scale : 0;
    }

    private static void combinations(
            List<SeenColumn> numbers, Set<SeenColumn> repeated, int[] rows, List<Copy> copies) {
        List<SeenColumn> left = numbers.stream()
                .filter(column -> !repeated.contains(column))
                .filter(column -> {
                    double first = rows.length == 0 ? 0 : column.values()[rows[0]];
                    return IntStream.of(rows).anyMatch(t -> column.values()[t] != first);
                })
                .toList();
        if (left.size() < 3 || rows.length <= left.size()) {
            return;
        }
        int[] near = central(left, rows);
        VariableSchema schema =
                new VariableSchema(left.stream().map(SeenColumn::name).toList());
        int d = left.size();
        double[] covariance = new double[d * d];
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                covariance[i * d + j] = i == j
                        ? 1
                        : correlation(left.get(i).values(), left.get(j).values(), near);
            }
        }
        SufficientStatistics moments = SufficientStatistics.ofMoments(near.length, new double[d], covariance);
        for (DataWarning warning : DataDiagnostics.warnings(schema, moments)) {
            if (warning.kind() == DataWarning.Kind.COLLINEAR) {
                copies.add(new Copy(warning.variables(), warning.text(), ""));
            }
        }
    }

    /** The rows without values far away, if these are most: a few of them make any two columns look alike. */
    private static int[] central(List<SeenColumn> columns, int[] rows) {
        int[] near = rows;
        for (SeenColumn column : columns) {
            double[] sorted = chosen(column.values(), rows);
            Arrays.sort(sorted);
            double low = sorted[sorted.length / 4];
            double high = sorted[3 * sorted.length / 4];
            double reach = FAR * (high - low);
            if (reach > 0) {
                near = IntStream.of(near)
                        .filter(t -> column.values()[t] >= low - reach && column.values()[t] <= high + reach)
                        .toArray();
            }
        }
        return 2 * near.length > rows.length ? near : rows;
    }

    /** Levels that go with each other one to one. */
    private static void levels(SeenFile file, List<Copy> copies) {
        List<SeenColumn> columns = file.columns().stream()
                .filter(column -> column.isCategory() || column.isNumber())
                .filter(column -> !column.isConstant() && column.levels().size() <= LEVELS)
                .toList();
        Set<SeenColumn> repeated = new HashSet<>();
        for (int i = 0; i < columns.size(); i++) {
            for (int j = 0; j < columns.size(); j++) {
                SeenColumn text = columns.get(i);
                SeenColumn other = columns.get(j);
                boolean pair = text.isCategory() && (other.isNumber() || j > i) && i != j;
                if (pair && !repeated.contains(text) && !repeated.contains(other) && isOneToOne(text, other)) {
                    repeated.add(other);
                    copies.add(new Copy(
                            List.of(other.name(), text.name()),
                            "each level of " + other.name() + " goes with one of " + text.name(),
                            text.name() + " " + text.shownLevels() + "; " + other.name() + " " + other.shownLevels()));
                }
            }
        }
    }

    private static boolean isOneToOne(SeenColumn one, SeenColumn other) {
        if (one.levels().size() != other.levels().size()
                || one.texts().cells() != other.texts().cells()) {
            return false;
        }
        Map<Double, Double> there = new HashMap<>();
        Map<Double, Double> back = new HashMap<>();
        int both = 0;
        for (int t = 0; t < one.values().length; t++) {
            double a = one.values()[t];
            double b = other.values()[t];
            if (Double.isNaN(a) || Double.isNaN(b)) {
                continue;
            }
            both++;
            if (!same(there.putIfAbsent(a, b), b) || !same(back.putIfAbsent(b, a), a)) {
                return false;
            }
        }
        return both >= FEWEST && there.size() * 3 <= both;
    }

    private static boolean same(@Nullable Double before, double now) {
        return before == null || before == now;
    }
}
