// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.inspect;

import io.hedgerow.core.internal.columns.ColumnScan;
import io.hedgerow.core.internal.columns.ColumnTexts;
import io.hedgerow.core.internal.text.NumberToken;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

final class SeenColumn {

    private final String name;
    private final ColumnTexts texts;
    private final Kind kind;
    private final double[] values;

    /**
     * A column.
     *
     * @param name in the file
     * @param texts of its cells
     * @param kind what it most likely is
     * @param values numbers, days, or a number for each text, in the order of the rows; NaN where a cell is missing or
     *     is none; not copied
     */
    SeenColumn(String name, ColumnTexts texts, Kind kind, double[] values) {
        this.name = name;
        this.texts = texts;
        this.kind = kind;
        this.values = values;
    }

    String name() {
        return name;
    }

    ColumnTexts texts() {
        return texts;
    }

    Kind kind() {
        return kind;
    }

    /** In the order of the rows; not a copy. */
    double[] values() {
        return values;
    }

    enum Kind {
        NUMBER,
        CATEGORY,
        DATE,
        IDENTIFIER,
        EMPTY;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** {@return the kind of a column by its texts} */
    static Kind kind(String name, ColumnTexts texts) {
        ColumnScan scan = new ColumnScan(List.of(texts));
        if (scan.isEmpty()) {
            return Kind.EMPTY;
        }
        if (scan.isDate()) {
            return Kind.DATE;
        }
        if (scan.isIdentifier(name)) {
            return Kind.IDENTIFIER;
        }
        return scan.isText() ? Kind.CATEGORY : Kind.NUMBER;
    }

    boolean isNumber() {
        return kind == Kind.NUMBER;
    }

    boolean isCategory() {
        return kind == Kind.CATEGORY;
    }

    /** Whether all cells are one text or one number. */
    boolean isConstant() {
        return kind != Kind.EMPTY && new ColumnScan(List.of(texts)).isConstant();
    }

    Map<String, Long> levels() {
        return texts.counts();
    }

    /** Texts that are no number in a column of numbers, or no day in a column of dates. */
    List<String> others() {
        return texts.withoutMeaning(texts.reading(false));
    }

    /** How many of the rows that were kept have no value. */
    long missing() {
        return Arrays.stream(values).filter(Double::isNaN).count();
    }

    /** The values that are there, by size. */
    double[] sorted() {
        return Arrays.stream(values)
                .filter(value -> !Double.isNaN(value))
                .sorted()
                .toArray();
    }

    /** The ranks of the values among those that are there, from 1, ties by their mean; NaN where a cell is missing. */
    double[] ranks() {
        double[] sorted = sorted();
        double[] ranks = new double[values.length];
        for (int t = 0; t < ranks.length; t++) {
            ranks[t] = Double.isNaN(values[t])
                    ? Double.NaN
                    : (first(sorted, values[t], false) + first(sorted, values[t], true) + 1) / 2.0;
        }
        return ranks;
    }

    /** The place of the first that is not smaller than a value, or of the first that is larger. */
    private static int first(double[] sorted, double value, boolean larger) {
        int from = 0;
        int to = sorted.length;
        while (from < to) {
            int middle = (from + to) >>> 1;
            if (sorted[middle] < value || (larger && sorted[middle] == value)) {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        return from;
    }

    static double quantile(double[] sorted, double share) {
        return sorted.length == 0 ? Double.NaN : sorted[(int) Math.round(share * (sorted.length - 1))];
    }

    /** The number of a level among the values. */
    double code(String level) {
        return texts.reading(true).code(level);
    }

    /** 1 where the cell is a level, 0 where it is another, NaN where it is missing. */
    double[] indicator(String level) {
        double code = code(level);
        return Arrays.stream(values)
                .map(value -> Double.isNaN(value) ? value : value == code ? 1 : 0)
                .toArray();
    }

    /** The first levels, for people. */
    String shownLevels() {
        Map<String, Long> all = levels();
        String first = String.join(
                ", ", all.keySet().stream().limit(4).map(NumberToken::oneLine).toList());
        return all.size() > 4 ? first + ", ... (" + all.size() + ")" : first;
    }
}
