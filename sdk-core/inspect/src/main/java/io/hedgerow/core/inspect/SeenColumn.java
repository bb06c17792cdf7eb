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

    static double quantile(double[] sorted, double share) {
        return sorted.length == 0 ? Double.NaN : sorted[(int) Math.round(share * (sorted.length - 1))];
    }

    /** The first levels, for people. */
    String shownLevels() {
        Map<String, Long> all = levels();
        String first = String.join(
                ", ", all.keySet().stream().limit(4).map(NumberToken::oneLine).toList());
        return all.size() > 4 ? first + ", ... (" + all.size() + ")" : first;
    }
}
