// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.inspect;

import io.hedgerow.core.inspect.InspectionFinding.Advice;
import io.hedgerow.core.inspect.InspectionFinding.Place;
import io.hedgerow.core.inspect.InspectionFinding.Weight;
import io.hedgerow.core.internal.text.Words;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Finds rows that are equal in all numbers at two sites, more often than rows within one site are. Not private. */
final class SameRows {

    private SameRows() {}

    static List<InspectionFinding> of(List<SeenFile> files, List<ColumnGroup> groups) {
        List<InspectionFinding> remarks = new ArrayList<>();
        List<ColumnGroup> numbers = groups.stream()
                .filter(group -> group.columns().values().stream().allMatch(SeenColumn::isNumber))
                .toList();
        List<Map<Long, Long>> rows = new ArrayList<>();
        for (int k = 0; k < files.size() && !numbers.isEmpty(); k++) {
            int file = k;
            rows.add(Arrays.stream(SeenFile.rowNumbers(numbers.stream()
                            .map(group -> Objects.requireNonNull(group.columns().get(file))
                                    .values())
                            .toList()))
                    .boxed()
                    .collect(Collectors.groupingBy(Function.identity(), Collectors.counting())));
        }
        for (int i = 0; i < rows.size(); i++) {
            for (int j = i + 1; j < rows.size(); j++) {
                Map<Long, Long> other = rows.get(j);
                long both =
                        rows.get(i).keySet().stream().filter(other::containsKey).count();
                double chance = Math.max(pairs(rows.get(i)), pairs(other))
                        * files.get(i).keptRows()
                        * files.get(j).keptRows();
                if (both > 1 + 5 * chance) {
                    remarks.add(found(files.get(i), files.get(j), both));
                }
            }
        }
        return remarks;
    }

    private static InspectionFinding found(SeenFile one, SeenFile other, long both) {
        return new InspectionFinding(
                Weight.WRONG,
                "same-rows",
                new Place(List.of(one.name(), other.name()), List.of()),
                Words.count(both, "row") + " of one file are in the other, equal in all numbers",
                "",
                "they count twice, and look like agreement of sites",
                Advice.of("find out whether a file, or part of it, was copied, or individuals are at both sites"));
    }

    /** The share of pairs of rows of a file that are equal. */
    private static double pairs(Map<Long, Long> rows) {
        double all = rows.values().stream().mapToLong(Long::longValue).sum();
        double equal =
                rows.values().stream().mapToDouble(n -> n * (n - 1.0) / 2).sum();
        return all > 1 ? equal / (all * (all - 1) / 2) : 0;
    }
}
