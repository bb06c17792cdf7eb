// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.category;

import io.hedgerow.core.internal.block.SetScore;
import io.hedgerow.core.internal.table.BdeuScore;
import io.hedgerow.core.internal.table.CountTable;
import io.hedgerow.core.internal.table.TableStore;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The evidence of sets of categories with missing cells:
 *
 * <pre>M(A) = M(A − i) + M(A − j) − M(A − i − j) + G(i; j | A − i − j)</pre>
 *
 * <p>G is what BDeu on the table of A tells of a dependence of i and j given the others, B(A) − B(A − i) − B(A − j) +
 * B(A − i − j), among the rows that have all cells of A ({@link SeenTables}). With all cells that is the same for every
 * i and j; with missing cells the i and j with the smallest G are taken, so that relations beyond doubt, of which sets
 * of different size have different rows, are only compared where they cancel. For the same reason a G beyond doubt is
 * that of all n rows. Not thread-safe.
 */
final class SeenEvidence implements SetScore {

    private final TableStore tables;
    private final BdeuScore score;
    private final Map<List<Integer>, Double> known = new HashMap<>();

    SeenEvidence(TableStore tables, BdeuScore score) {
        this.tables = tables;
        this.score = score;
    }

    @Override
    public double of(int[] set) {
        if (set.length == 0) {
            return 0;
        }
        List<Integer> key = Arrays.stream(set).boxed().toList();
        Double before = known.get(key);
        if (before != null) {
            return before;
        }
        Optional<CountTable> table = tables.counts(set);
        double value = table.isEmpty() ? Double.NaN : set.length == 1 ? score.of(table.get()) : of(set, table.get());
        known.put(key, value);
        return value;
    }

    private double of(int[] set, CountTable table) {
        double[] without = new double[set.length];
        for (int a = 0; a < set.length; a++) {
            without[a] = score.of(table.margin(without(set, a)));
        }
        double all = score.of(table);
        double least = Double.POSITIVE_INFINITY;
        int first = 0;
        int second = 1;
        for (int b = 1; b < set.length; b++) {
            for (int a = 0; a < b; a++) {
                double gain = all - without[a] - without[b] + score.of(table.margin(without(without(set, b), a)));
                if (gain < least) {
                    least = gain;
                    first = a;
                    second = b;
                }
            }
        }
        int[] rest = without(without(set, second), first);
        return of(without(set, first)) + of(without(set, second)) - of(rest) + least;
    }

    private static int[] without(int[] set, int place) {
        return IntStream.range(0, set.length)
                .filter(v -> v != place)
                .map(v -> set[v])
                .toArray();
    }
}
