// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.enrol;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.transport.study.PlannedVariable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** Derives the bounds of every column from its smallest and largest values, with a margin of 25 %. Not private. */
final class InsecureBounds {

    /** The factor of room in bounds, because other sites have other rows. */
    private static final double ROOM = 1.25;

    private final List<String> names;
    private final double[] lowest;
    private final double[] highest;
    private final boolean[] hasNumbers;

    private InsecureBounds(List<String> names) {
        this.names = names;
        this.lowest = new double[names.size()];
        this.highest = new double[names.size()];
        this.hasNumbers = new boolean[names.size()];
    }

    static InsecureBounds of(RowSource rows) {
        InsecureBounds ranges = new InsecureBounds(rows.schema().names());
        rows.forEachRow(ranges::see);
        return ranges;
    }

    private void see(double[] row) {
        for (int j = 0; j < row.length; j++) {
            if (Double.isFinite(row[j])) {
                hasNumbers[j] = true;
                lowest[j] = Math.min(lowest[j], row[j]);
                highest[j] = Math.max(highest[j], row[j]);
            }
        }
    }

    /** Columns in which no cell is a number. */
    List<String> withoutNumbers() {
        return IntStream.range(0, hasNumbers.length)
                .filter(j -> !hasNumbers[j])
                .mapToObj(names::get)
                .toList();
    }

    /** The wanted columns as variables of a plan: numbers with suggested bounds, categories with their levels. */
    List<PlannedVariable> variables(VariableSchema schema, Predicate<String> wanted) {
        List<PlannedVariable> variables = new ArrayList<>();
        for (int j = 0; j < names.size(); j++) {
            double low = lowest[j] == 0 ? 0 : -bound(-lowest[j]);
            double high = highest[j] == 0 && low < 0 ? 0 : bound(highest[j]);
            if (wanted.test(names.get(j)) && !schema.levels(j).isEmpty()) {
                variables.add(PlannedVariable.categorical(names.get(j), schema.levels(j)));
            } else if (wanted.test(names.get(j))) {
                variables.add(new PlannedVariable(names.get(j), low, high));
            }
        }
        return variables;
    }

    /** The smallest of 1, 2 or 5 × 10^k that leaves a quarter above a value; 1 for 0. */
    static double bound(double value) {
        if (value == 0) {
            return 1;
        }
        double wanted = value * ROOM;
        int power = (int) Math.floor(Math.log10(wanted)) - 1;
        while (true) {
            for (int digit : new int[] {1, 2, 5}) {
                double candidate = Double.parseDouble(digit + "e" + power);
                if (candidate >= wanted) {
                    return candidate;
                }
            }
            power++;
        }
    }
}
