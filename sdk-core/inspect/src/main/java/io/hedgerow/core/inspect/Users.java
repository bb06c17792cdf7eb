// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.inspect;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.inspect.InspectionFinding.Advice;
import io.hedgerow.core.inspect.InspectionFinding.Place;
import io.hedgerow.core.inspect.InspectionFinding.Weight;
import io.hedgerow.core.internal.columns.KeyColumnName;
import io.hedgerow.core.internal.text.Words;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds the column that identifies users with several rows in a file. Not private. */
final class Users {

    /** A key has more values than a group of rows such as a ward. */
    private static final int GROUPS = 50;

    private Users() {}

    /** The column that says whose a row is, if individuals have several rows. */
    static Optional<SeenColumn> column(SeenFile file, Optional<String> said) {
        if (said.isPresent()) {
            return Optional.of(file.columns().stream()
                    .filter(column -> column.name().equals(said.get()))
                    .findFirst()
                    .orElseThrow(() -> new DataException(
                            file.rows().place() + ": must have the column that says whose a row is, has no column \""
                                    + said.get() + "\"")));
        }
        return file.columns().stream()
                .filter(column -> column.isCategory() || (column.isNumber() && isWhole(column)))
                .filter(column -> {
                    long values = column.levels().size();
                    boolean again = values < column.texts().cells();
                    return again
                            && (KeyColumnName.isLikely(column.name())
                                    ? values > 2
                                    : values > GROUPS && standsTogether(column));
                })
                .findFirst();
    }

    private static boolean isWhole(SeenColumn column) {
        for (double value : column.values()) {
            if (value != Math.rint(value)) {
                return false;
            }
        }
        return true;
    }

    /** Whether the rows of each value are next to each other, at least two of most. */
    private static boolean standsTogether(SeenColumn column) {
        double[] values = column.values();
        int runs = 1;
        for (int t = 1; t < values.length; t++) {
            runs += values[t] == values[t - 1] ? 0 : 1;
        }
        return runs <= 1.1 * column.levels().size() && values.length >= 1.5 * runs;
    }

    static Optional<InspectionFinding> remark(SeenFile file, SeenColumn user) {
        Map<Double, List<Integer>> rows = new HashMap<>();
        for (int t = 0; t < user.values().length; t++) {
            rows.computeIfAbsent(user.values()[t], unseen -> new ArrayList<>()).add(t);
        }
        rows.remove(Double.NaN);
        int most = rows.values().stream().mapToInt(List::size).max().orElse(0);
        if (most < 2) {
            return Optional.empty();
        }
        List<String> same = file.columns().stream()
                .filter(column -> !column.name().equals(user.name())
                        && !column.isConstant()
                        && column.kind() != SeenColumn.Kind.EMPTY)
                .filter(column -> rows.values().stream()
                        .allMatch(own -> own.stream()
                                        .mapToDouble(t -> column.values()[t])
                                        .distinct()
                                        .count()
                                == 1))
                .map(SeenColumn::name)
                .toList();
        List<Integer> shown = rows.values().stream()
                .filter(own -> own.size() == most)
                .findFirst()
                .orElseThrow();
        return Optional.of(new InspectionFinding(
                Weight.WRONG,
                "repeated-person",
                new Place(List.of(file.name()), List.of(user.name())),
                Words.count(rows.size(), "individual") + " in " + Words.count(file.keptRows(), "row") + ", with up to "
                        + most + " rows each"
                        + (same.isEmpty() ? "" : "; equal in all rows of an individual: " + String.join(", ", same)),
                "rows " + (shown.get(0) + 1) + " and " + (shown.get(1) + 1) + " are of one individual",
                "rows of one individual are alike: they count as independent ones, and everything looks surer than it"
                        + " is; with a budget, protecting rows does not protect individuals",
                Advice.of("write one row for each individual, or learn a series of each; with a budget protect"
                        + " individuals")));
    }
}
