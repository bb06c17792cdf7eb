// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data.csv;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.internal.text.NumberToken;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A column of a file whose cells are one of a few levels: k − 1 columns of rows, called {@code COLUMN=LEVEL}, each 1
 * where the cell is that level to the letter, blanks around it aside, and 0 elsewhere. The first level has no column of
 * its own, for the others tell it.
 */
final class CsvCategory {

    private final String column;
    private final List<String> levels;
    private final Map<String, Integer> indexByLevel = new HashMap<>();
    /** The place of each level's indicator in a row; −1 when it is left out, as that of the first is. */
    private final int[] target;

    private CsvCategory(String column, List<String> levels, int[] target) {
        this.column = column;
        this.levels = levels;
        this.target = target;
        for (String level : levels) {
            indexByLevel.put(level.strip(), indexByLevel.size());
        }
    }

    /**
     * Finds its indicators among the columns that are kept.
     *
     * @throws DataException when some are kept and others are not: the levels of those would pass for the first
     */
    static CsvCategory of(String file, String column, List<String> levels, List<String> kept) {
        List<String> names = names(column, levels);
        int[] target = new int[levels.size()];
        target[0] = -1;
        List<String> absent = new ArrayList<>();
        for (int k = 0; k < names.size(); k++) {
            target[k + 1] = kept.indexOf(names.get(k));
            if (target[k + 1] < 0) {
                absent.add(names.get(k));
            }
        }
        if (!absent.isEmpty() && absent.size() < names.size()) {
            throw new DataException(file + ": of column " + NumberToken.quote(column) + " with the levels "
                    + String.join(", ", levels) + " all of " + String.join(", ", names)
                    + " must be selected, or none: " + String.join(", ", absent) + " would count as " + levels.get(0));
        }
        return new CsvCategory(column, levels, target);
    }

    static List<String> names(String column, List<String> levels) {
        return levels.stream().skip(1).map(level -> column + "=" + level).toList();
    }

    boolean isKept() {
        return target.length > 1 && target[1] >= 0;
    }

    /** Writes the indicators of a cell; false when it is no level, and then they are NaN. */
    boolean write(String cell, double[] row) {
        Integer level = indexByLevel.get(cell.strip());
        for (int k = 1; k < target.length; k++) {
            row[target[k]] = level == null ? Double.NaN : level == k ? 1 : 0;
        }
        return level != null;
    }

    String complaint(String token) {
        return "must be one of the levels " + String.join(", ", levels) + ", was " + NumberToken.quote(token)
                + (NumberToken.isMissing(token)
                        ? " (missing): complete the cell, remove the record, or read with MissingValues.SKIP_ROW"
                        : sameNumber(token) + ": name it among the levels of " + column + ", the same at all sites");
    }

    /** Codes such as 250.1 and 250.10 are two, though they are one number. */
    private String sameNumber(String token) {
        double number = number(token);
        return levels.stream()
                .filter(level -> number(level) == number)
                .findFirst()
                .map(level -> ", which is not " + NumberToken.quote(level) + " to the letter")
                .orElse("");
    }

    private static double number(String text) {
        return NumberToken.parse(text.toCharArray(), 0, text.length());
    }
}
