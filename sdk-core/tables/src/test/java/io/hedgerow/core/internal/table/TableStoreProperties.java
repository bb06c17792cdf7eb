// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Which table answers, as tables with noise do not agree; and sums over cells, as their formulas have them. */
class TableStoreProperties {

    private static final int VARIABLES = 5;
    private static final int[] LEVELS = {2, 3, 4, 2, 3};

    private static CountTable of(int[] set, double count) {
        int[] levels = Arrays.stream(set).map(v -> LEVELS[v]).toArray();
        double[] counts = new double[CountTable.cells(levels)];
        counts[counts.length - 1] = count;
        return CountTable.of(set, levels, counts);
    }

    private static int[] members(int mask) {
        return IntStream.range(0, VARIABLES).filter(v -> (mask >> v & 1) == 1).toArray();
    }

    /** Every table has its own total, its place: the smallest table with all variables of a set is asked. */
    @Property(tries = 200)
    void counts_areOfTheSmallestTableWithTheSet(@ForAll @IntRange(min = 1, max = 8) int tables, @ForAll long seed) {
        Random random = new Random(seed);
        int[] masks = random.ints(tables, 1, 1 << VARIABLES).toArray();
        List<CountTable> all = new ArrayList<>();
        for (int k = 0; k < tables; k++) {
            all.add(of(members(masks[k]), k + 1));
        }
        int first = random.nextInt(tables + 1);
        TableStore store = TableStore.of(VARIABLES, all.subList(0, first)).with(all.subList(first, tables));
        for (int mask = 1; mask < 1 << VARIABLES; mask++) {
            int wanted = mask;
            OptionalInt smallest = IntStream.range(0, tables)
                    .filter(k -> (masks[k] & wanted) == wanted)
                    .map(k -> all.get(k).cells())
                    .min();
            int[] set = members(mask);
            assertEquals(smallest.isPresent(), store.covers(set));
            if (smallest.isPresent()) {
                CountTable found = store.counts(set).orElseThrow();
                int place = (int) found.total() - 1;
                assertEquals(smallest.getAsInt(), all.get(place).cells());
                assertEquals(place + 1, found.count(found.cells() - 1), "the last levels stay the last");
            }
        }
        assertTrue(store.covers(new int[0]));
        assertFalse(TableStore.of(VARIABLES, List.of()).covers(new int[0]));
    }

    /** n H = n ln n − Σ n_c ln n_c, H = −Σ p ln p; empty cells add nothing. */
    @Property(tries = 100)
    void entropySum_givesTheEntropy(@ForAll long seed) {
        double[] counts = new Random(seed)
                .ints(24, 0, 6)
                .mapToDouble(n -> Math.max(0, n - 2))
                .toArray();
        counts[0] = 1;
        CountTable table = CountTable.of(new int[] {0, 1, 2}, new int[] {2, 3, 4}, counts);
        double n = Arrays.stream(counts).sum();
        double entropy = -Arrays.stream(counts)
                .filter(count -> count > 0)
                .map(count -> count / n * Math.log(count / n))
                .sum();
        assertEquals(n * entropy, n * Math.log(n) - table.entropySum(), 1e-9);
        assertEquals(Arrays.stream(counts).filter(count -> count > 0).count(), table.filled());
    }

    /** Row by row: M = Σ ln of (rows of its combination so far + α/q) / (rows so far + α), in any order. */
    @Property(tries = 100)
    void bdeu_isTheProbabilityOfRowsOneAfterAnother(@ForAll @IntRange(max = 40) int rows, @ForAll long seed) {
        Random random = new Random(seed);
        double alpha = 0.5 + 10 * random.nextDouble();
        double[] counts = new double[12];
        double sum = 0;
        for (int r = 0; r < rows; r++) {
            int cell = random.nextInt(12);
            sum += Math.log((counts[cell] + alpha / 12) / (r + alpha));
            counts[cell]++;
        }
        CountTable table = CountTable.of(new int[] {1, 2}, new int[] {3, 4}, counts);
        assertEquals(sum, new BdeuScore(alpha, 1).of(table), 1e-9);
        double[] half = Arrays.stream(counts).map(count -> count / 2).toArray();
        assertEquals(
                new BdeuScore(alpha, 1).of(table.with(half)),
                new BdeuScore(alpha, 0.5).of(table),
                1e-9,
                "a row that counts half");
    }

    @Test
    void cells_ofTooManyCombinations_doNotOverflow() {
        assertEquals(Integer.MAX_VALUE, CountTable.cells(new int[] {1 << 16, 1 << 16}));
        assertEquals(Integer.MAX_VALUE, CountTable.cells(new int[] {1 << 30, 1 << 30, 1 << 30, 1 << 30}));
        assertEquals(24, CountTable.cells(new int[] {2, 3, 4}));
        assertEquals(1, CountTable.cells(new int[0]));
    }
}
