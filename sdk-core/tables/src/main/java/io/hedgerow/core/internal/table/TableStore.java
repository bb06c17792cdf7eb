// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.table;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * A collection of count tables that answers with margins of the smallest one that has the requested variables.
 * Immutable.
 */
public final class TableStore {

    private final int variables;
    /** [v · d + w], v at most w: the smallest table with both. */
    private final CountTable[] pairs;
    /** Those of more than two variables, the smallest first. */
    private final List<CountTable> larger;

    private final BiFunction<CountTable, int[], CountTable> reading;

    private TableStore(
            int variables,
            CountTable[] pairs,
            List<CountTable> larger,
            BiFunction<CountTable, int[], CountTable> reading) {
        this.variables = variables;
        this.pairs = pairs;
        this.larger = larger;
        this.reading = reading;
    }

    /** Takes tables of variables below d. */
    public static TableStore of(int variables, List<CountTable> tables) {
        List<CountTable> sorted = new ArrayList<>(tables);
        sorted.sort(Comparator.comparingInt(CountTable::cells));
        CountTable[] pairs = new CountTable[variables * variables];
        for (CountTable table : sorted) {
            for (int v : table.variables()) {
                for (int w : table.variables()) {
                    if (v <= w && pairs[v * variables + w] == null) {
                        pairs[v * variables + w] = table;
                    }
                }
            }
        }
        List<CountTable> larger =
                sorted.stream().filter(table -> table.variableCount() > 2).toList();
        return new TableStore(variables, pairs, larger, CountTable::margin);
    }

    /** The same tables, which answer with something that is read from a table about some of its variables. */
    public TableStore readBy(BiFunction<CountTable, int[], CountTable> other) {
        return new TableStore(variables, pairs, larger, other);
    }

    public TableStore with(List<CountTable> more) {
        List<CountTable> all = new ArrayList<>(larger);
        for (CountTable table : pairs) {
            if (table != null && table.variableCount() <= 2) {
                all.add(table);
            }
        }
        all.addAll(more);
        return of(variables, all).readBy(reading);
    }

    /** Whether a table has all of some variables, ascending; true of none where there is a table. */
    public boolean covers(int[] set) {
        return smallest(set).isPresent();
    }

    /** The counts of some variables, ascending; empty where no table has all of them. */
    public Optional<CountTable> counts(int[] set) {
        return smallest(set).map(table -> reading.apply(table, set));
    }

    private Optional<CountTable> smallest(int[] set) {
        if (set.length == 0) {
            for (CountTable table : pairs) {
                if (table != null) {
                    return Optional.of(table);
                }
            }
            return Optional.empty();
        }
        if (set.length <= 2) {
            return Optional.ofNullable(pairs[set[0] * variables + set[set.length - 1]]);
        }
        for (CountTable table : larger) {
            if (table.hasAll(set)) {
                return Optional.of(table);
            }
        }
        return Optional.empty();
    }
}
