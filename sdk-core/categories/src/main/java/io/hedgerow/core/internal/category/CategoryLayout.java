// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.category;

import io.hedgerow.core.internal.search.sums.SiteSums;
import io.hedgerow.core.internal.table.CountTable;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.model.Parameters;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The positions of sums and of the coordinator's requests in the vectors of a study with categories. A site's vector
 * has, one after another:
 *
 * <ul>
 *   <li>the {@link SiteSums} of its numbers
 *   <li>n and n ln n
 *   <li>of each category its counts and Σ n_l ln n_l
 *   <li>of each two categories the table of counts, and Σ n ln n of it
 *   <li>of the indicators of all levels, about the site's means: products with the indicators before them and
 *       themselves, products with each number, and with its square in the site's own deviations, less 1
 *   <li>joint tables as they are asked for, in at most {@value #ROUNDS_OF_TABLES} rounds, each with a part of its own
 * </ul>
 *
 * <p>The announcement has 2 d² places for the network, which it may hold at the end; the number of the round; and the
 * tables of the round: how many variables each has, and which.
 */
final class CategoryLayout {

    static final int ROUNDS_OF_TABLES = 3;

    /** Places of a table in the announcement: the number of its variables, and they. */
    private static final int TABLE = CategoryColumns.MOST_CANDIDATES + 2;

    private final CategoryColumns columns;
    private final List<Integer> parts;

    private final int size;
    private final int start;

    CategoryLayout(CategoryColumns columns) {
        this.columns = columns;
        int d = columns.size();
        int cells = 0;
        int largest = 0;
        for (int v : columns.categories()) {
            cells = Math.addExact(cells, columns.mostCells(v));
            largest = Math.max(largest, columns.mostCells(v));
        }
        List<Integer> ends = new ArrayList<>(List.of(0, products() + productCount()));
        for (int round = 1; round <= rounds() - 1; round++) {
            // few variables are asked for again
            ends.add(Math.addExact(ends.get(round), Math.max(largest, cells >> (round - 1))));
        }
        this.parts = List.copyOf(ends);
        this.start = 2 * d * d;
        int told = start + 2 + TABLE * columns.categories().length;
        int most = Math.max(told, ends.get(ends.size() - 1));
        this.size = (most + d - 1) / d * d;
    }

    /** One round is enough where tables of two have all there is to know. */
    int rounds() {
        return columns.categories().length < 3 ? 1 : 1 + ROUNDS_OF_TABLES;
    }

    /** The start of the part that each round fills, and the end of the last one. */
    List<Integer> parts() {
        return parts;
    }

    int capacity(int round) {
        return parts.get(round + 1) - parts.get(round);
    }

    ParameterLayout layout() {
        int d = columns.size();
        return ParameterLayout.of(d, List.of(new ParameterLayout.Block("sums", size / d, 0, 0)));
    }

    int numberSums() {
        int count = columns.numbers().length;
        return count == 0 ? 0 : SiteSums.layout(count).size();
    }

    /** n, then n ln n. */
    int rows() {
        return numberSums();
    }

    /** The counts of the category at a place, then their entropy sum. */
    int single(int place) {
        int at = rows() + 2;
        for (int c = 0; c < place; c++) {
            at += columns.levels(columns.categories()[c]) + 1;
        }
        return at;
    }

    /** Tables of two, in the order (1, 0), (2, 0), (2, 1), …, then the first of the products. */
    int[] pairs() {
        int[] own = columns.categories();
        int[] at = new int[own.length * (own.length - 1) / 2 + 1];
        at[0] = single(own.length);
        int pair = 0;
        for (int a = 1; a < own.length; a++) {
            for (int b = 0; b < a; b++) {
                at[pair + 1] = at[pair] + columns.levels(own[a]) * columns.levels(own[b]) + 1;
                pair++;
            }
        }
        return at;
    }

    /** For each indicator: products with those before it and itself, with each number, and with each square. */
    int products() {
        int[] pairs = pairs();
        return pairs[pairs.length - 1];
    }

    int indicators() {
        return Arrays.stream(columns.categories()).map(columns::levels).sum();
    }

    private int productCount() {
        int m = indicators();
        return Math.addExact(Math.multiplyExact(m, m + 1) / 2, Math.multiplyExact(m, 2 * columns.numbers().length));
    }

    int product(int indicator) {
        return products() + indicator * (indicator + 1) / 2 + indicator * 2 * columns.numbers().length;
    }

    Parameters tell(int round, List<int[]> tables) {
        double[] told = new double[size];
        told[start] = round;
        told[start + 1] = tables.size();
        int at = start + 2;
        for (int[] table : tables) {
            told[at] = table.length;
            for (int v = 0; v < table.length; v++) {
                told[at + 1 + v] = table[v];
            }
            at += TABLE;
        }
        return Parameters.takeOver(told);
    }

    int round(Parameters told) {
        return whole(told.get(start), 0, rounds() - 1, "the round of a question");
    }

    /** The tables that were asked for, which must fit in the round's part. */
    List<int[]> tables(Parameters told) {
        int d = columns.size();
        int count = whole(told.get(start + 1), 0, columns.categories().length, "the number of tables");
        List<int[]> tables = new ArrayList<>();
        long cells = 0;
        for (int t = 0; t < count; t++) {
            int at = start + 2 + t * TABLE;
            int[] table = new int[whole(told.get(at), 1, TABLE - 1, "the variables of a table")];
            for (int v = 0; v < table.length; v++) {
                table[v] = whole(told.get(at + 1 + v), 0, d - 1, "a variable of a table");
                if (columns.levels(table[v]) == 0 || (v > 0 && table[v] <= table[v - 1])) {
                    throw new IllegalArgumentException(
                            "a table must be of categories in their order, was of " + Arrays.toString(table));
                }
            }
            cells += CountTable.cells(columns.levels(table));
            tables.add(table);
        }
        if (cells > capacity(round(told))) {
            throw new IllegalArgumentException(
                    "tables must have at most " + capacity(round(told)) + " cells together, were asked for " + cells);
        }
        return tables;
    }

    private static int whole(double value, int least, int most, String what) {
        if (!(value >= least && value <= most) || value != Math.rint(value)) {
            throw new IllegalArgumentException(
                    what + " must be a whole number from " + least + " to " + most + ", was " + value);
        }
        return (int) value;
    }

    List<CountTable> read(int round, List<int[]> tables, Parameters sum) {
        List<CountTable> read = new ArrayList<>();
        int at = parts.get(round);
        for (int[] table : tables) {
            int[] levels = columns.levels(table);
            double[] counts = new double[CountTable.cells(levels)];
            for (int cell = 0; cell < counts.length; cell++) {
                counts[cell] = Math.max(0, Math.rint(sum.get(at++)));
            }
            read.add(CountTable.of(table, levels, counts));
        }
        return read;
    }
}
