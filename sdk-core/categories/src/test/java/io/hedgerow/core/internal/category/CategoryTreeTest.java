// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.category;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import io.hedgerow.core.internal.table.CountTable;
import io.hedgerow.core.internal.table.TableStore;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Moments by the tree against sums over all combinations of levels, for counts that a chain of four makes. */
class CategoryTreeTest {

    private static final int[] LEVELS = {3, 2, 4, 2};
    /** Positions among six variables; the others are numbers. */
    private static final int[] CATEGORIES = {0, 2, 3, 5};

    /** In a chain 1 − 0 − 3 − 2 of these, exactly. */
    private static double count(int[] l) {
        double first = 1 + l[1];
        double second = l[0] == l[1] ? 4 : 1;
        double third = 1 + (l[0] + l[3]) % 2 * 5;
        double fourth = l[3] == 0 ? 1 + l[2] : 7 - l[2];
        return first * second * third * fourth;
    }

    private static List<int[]> combinations() {
        List<int[]> all = new ArrayList<>();
        for (int cell = 0; cell < 48; cell++) {
            all.add(new int[] {cell % 3, cell / 3 % 2, cell / 6 % 4, cell / 24});
        }
        return all;
    }

    private static CategoryTree tree() {
        double[] counts =
                combinations().stream().mapToDouble(CategoryTreeTest::count).toArray();
        CountTable all = CountTable.of(CATEGORIES, LEVELS, counts);
        List<CountTable> tables = new ArrayList<>();
        for (int a = 0; a < 4; a++) {
            tables.add(all.margin(new int[] {CATEGORIES[a]}));
            for (int b = 0; b < a; b++) {
                tables.add(all.margin(new int[] {CATEGORIES[b], CATEGORIES[a]}));
            }
        }
        return new CategoryTree(TableStore.of(6, tables), CATEGORIES);
    }

    @Test
    void moments_areThoseOfAllCombinations_whereTheCountsAreATree() {
        double[][] value = {{-1, 0.5, 2}, {0.3, -0.7}, {1, 0, -2, 0.25}, {-0.5, 1.5}};
        double[] expected = new double[7];
        double total =
                combinations().stream().mapToDouble(CategoryTreeTest::count).sum();
        for (int[] l : combinations()) {
            double sum = IntStream.range(0, 4).mapToDouble(c -> value[c][l[c]]).sum();
            for (int k = 0; k <= 6; k++) {
                expected[k] += count(l) / total * Math.pow(sum, k);
            }
        }
        assertArrayEquals(expected, tree().moments(value, 6), 1e-10);
    }

    /** Given a level without rows the others are as in all rows, and count for nothing. */
    @Test
    void levelWithoutRows_changesNothing() {
        CountTable all = CountTable.of(new int[] {0, 1}, new int[] {3, 2}, new double[] {10, 0, 20, 5, 0, 1});
        CategoryTree tree = new CategoryTree(
                TableStore.of(2, List.of(all, all.margin(new int[] {0}), all.margin(new int[] {1}))), new int[] {0, 1});
        assertArrayEquals(new double[] {15 / 36.0, 0, 21 / 36.0}, tree.shares(0), 1e-15);
        double[] moments = tree.moments(new double[][] {{1, 1e9, -1}, {2, 3}}, 2);
        double mean = (10 * 3 + 20 + 5 * 4 + 2) / 36.0;
        double square = (10 * 9 + 20 + 5 * 16 + 4) / 36.0;
        assertArrayEquals(new double[] {1, mean, square}, moments, 1e-12);
    }
}
