// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.columns;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** The distinct cell texts of a column in all files, from which its type is inferred. */
public record ColumnScan(List<ColumnTexts> files) {

    /** A plan names no more levels of a category. */
    public static final int MOST_LEVELS = 50;

    private static final int FEWEST = 10;

    public ColumnScan {
        files = List.copyOf(files);
    }

    public Map<String, Long> counts() {
        if (files.size() == 1) {
            return Collections.unmodifiableMap(files.get(0).counts());
        }
        Map<String, Long> all = new LinkedHashMap<>();
        files.forEach(file -> file.counts().forEach((text, count) -> all.merge(text, count, Long::sum)));
        return all;
    }

    private boolean all(Predicate<ColumnTexts> holds) {
        return files.stream().allMatch(holds);
    }

    /** Whether no cell of it has a text. */
    public boolean isEmpty() {
        return cells() == 0;
    }

    private long cells() {
        return files.stream().mapToLong(ColumnTexts::cells).sum();
    }

    /** Whether so few cells say nothing of what a column is. */
    public boolean isTiny() {
        return cells() < FEWEST;
    }

    /** Whether all cells of all files are one text, or one number. */
    public boolean isConstant() {
        double lowest = files.stream().mapToDouble(ColumnTexts::lowest).min().orElse(0);
        double highest = files.stream().mapToDouble(ColumnTexts::highest).max().orElse(0);
        return counts().size() == 1 || (lowest == highest && all(file -> file.cells() == 0 || file.isNumber()));
    }

    /** Whether its cells are texts, or codes that only look like numbers. */
    public boolean isText() {
        boolean words = files.stream().anyMatch(file -> file.cells() > 0 && file.isText())
                && all(file -> file.cells() == 0 || file.isText());
        boolean codes = files.stream().anyMatch(ColumnTexts::hasCodes) && counts().size() <= MOST_LEVELS;
        return words || codes;
    }

    public boolean isDate() {
        return !isEmpty() && all(file -> file.cells() == 0 || file.isDate());
    }

    public boolean isWhole() {
        return !isEmpty() && all(file -> file.cells() == 0 || file.isWhole());
    }

    public boolean isNearlyDistinct() {
        return all(ColumnTexts::isNearlyDistinct);
    }

    public boolean isConsecutive() {
        return all(ColumnTexts::isConsecutive);
    }

    /** Whether it names rows: nearly every row has another text, or another number that is no measurement. */
    public boolean isIdentifier(String name) {
        boolean key = isText() || (isWhole() && (KeyColumnName.isLikely(name) || isConsecutive()));
        return key && !isTiny() && isNearlyDistinct();
    }
}
