// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.category;

import io.hedgerow.core.internal.table.CountTable;
import io.hedgerow.core.internal.table.TableStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.IntStream;

/**
 * Counts of categories over the rows that have all cells of a set, read from tables in which the last level is that a
 * cell is missing. Which rows these are may depend on other cells, so the counts are made to agree with the likeliest
 * counts of each two (iterative proportional fitting: Deming and Stephan 1940), and are in total the rows that tell of
 * them. Immutable.
 */
final class SeenTables {

    private static final int SWEEPS = 12;
    private static final double CLOSE = 1e-3;

    private final CategoryColumns columns;
    private final FirstSums first;

    private SeenTables(CategoryColumns columns, FirstSums first) {
        this.columns = columns;
        this.first = first;
    }

    /** The tables of each category and of each two. */
    static SeenTables of(CategoryColumns columns, FirstSums first) {
        return new SeenTables(columns, first);
    }

    /** Each category and each two. */
    TableStore store(SeenExchange exchange) {
        SeenTables tables = this;
        int[] own = columns.categories();
        List<CountTable> all = new ArrayList<>();
        for (int a = 0; a < own.length; a++) {
            all.add(tables.open(CountTable.of(
                    new int[] {own[a]}, new int[] {columns.levels(own[a])}, exchange.single(a))));
            for (int b = 0; b < a; b++) {
                all.add(tables.open(exchange.pair(a, b)));
            }
        }
        return TableStore.of(columns.size(), all).readBy((table, set) -> tables.read(table.margin(set)));
    }

    /**
     * Tables in which all n rows are as sure of each relation as the rows that tell of it: what a network lets expect,
     * and of what differs from it √(n_A / n), whose χ² among n rows is that among n_A.
     */
    BiFunction<CountTable, int[], CountTable> evidence(SureNetwork network) {
        double n = (double) first.rows();
        return (table, set) -> {
            CountTable likeliest = read(table.margin(set));
            double rows = likeliest.total();
            if (set.length == 0) {
                return likeliest;
            }
            CountTable expected = network.shares(table.variables()).margin(set);
            double[] cells = likeliest.counts();
            double share = Math.sqrt(Math.min(1, rows / n));
            for (int cell = 0; cell < cells.length; cell++) {
                double seen = rows > 0 ? share * cells[cell] / rows : 0;
                cells[cell] = n * ((rows > 0 ? 1 - share : 1) * expected.count(cell) + seen);
            }
            return likeliest.with(cells);
        };
    }

    /** The same counts with one level more of each variable, which no row has. */
    private CountTable open(CountTable table) {
        int[] set = table.variables();
        int[] levels = Arrays.stream(set).map(v -> columns.levels(v) + 1).toArray();
        double[] counts = new double[CountTable.cells(levels)];
        int[] places = whole(set);
        for (int cell = 0; cell < places.length; cell++) {
            counts[places[cell]] = table.count(cell);
        }
        return CountTable.of(set, levels, counts);
    }

    /** Where the cells of whole rows are in a table with one level more of each variable. */
    private int[] whole(int[] set) {
        int[] levels = columns.levels(set);
        int[] places = new int[CountTable.cells(levels)];
        for (int cell = 0; cell < places.length; cell++) {
            int rest = cell;
            int stride = 1;
            for (int k : levels) {
                places[cell] += rest % k * stride;
                rest /= k;
                stride *= k + 1;
            }
        }
        return places;
    }

    /** The counts of the rows that have all cells of an open table, which agree with the likeliest ones. */
    CountTable read(CountTable open) {
        int[] set = open.variables();
        if (set.length == 0) {
            return open.with(new double[] {first.rows()});
        }
        int[] places = whole(set);
        double[] counts = new double[places.length];
        Arrays.setAll(counts, cell -> open.count(places[cell]));
        CountTable seen = CountTable.of(set, columns.levels(set), counts);
        double rows = seen.total();
        if (set.length <= 2) {
            CountTable likeliest = first.tables().counts(set).orElseThrow();
            double share = rows / likeliest.total();
            return seen.with(
                    Arrays.stream(likeliest.counts()).map(c -> c * share).toArray());
        }
        return rows == 0 ? seen : raked(seen);
    }

    private CountTable raked(CountTable seen) {
        int[] set = seen.variables();
        double rows = seen.total();
        double[] cells = seen.counts();
        List<int[]> places = new ArrayList<>();
        List<double[]> margins = new ArrayList<>();
        for (int b = 1; b < set.length; b++) {
            for (int a = 0; a < b; a++) {
                int[] two = {set[a], set[b]};
                CountTable likeliest = first.tables().counts(two).orElseThrow();
                double total = likeliest.total();
                places.add(seen.places(two));
                margins.add(Arrays.stream(likeliest.counts())
                        .map(c -> c * rows / total)
                        .toArray());
            }
        }
        rake(cells, places, margins, SWEEPS);
        double left = rows / Arrays.stream(cells).sum();
        return seen.with(Arrays.stream(cells).map(c -> c * left).toArray());
    }

    /** The cells of a table of two with given margins, those of the first variable first. */
    static double[] raked(CountTable table, double[][] margins, int sweeps) {
        int[] set = table.variables();
        double[] cells = table.counts();
        List<int[]> places = IntStream.range(0, set.length)
                .mapToObj(v -> table.places(new int[] {set[v]}))
                .toList();
        rake(cells, places, List.of(margins), sweeps);
        return cells;
    }

    private static void rake(double[] cells, List<int[]> places, List<double[]> margins, int sweeps) {
        for (int sweep = 0; sweep < sweeps; sweep++) {
            double most = 0;
            for (int m = 0; m < places.size(); m++) {
                int[] of = places.get(m);
                double[] wanted = margins.get(m);
                double[] have = new double[wanted.length];
                for (int cell = 0; cell < cells.length; cell++) {
                    have[of[cell]] += cells[cell];
                }
                for (int cell = 0; cell < have.length; cell++) {
                    double factor = have[cell] > 0 ? wanted[cell] / have[cell] : 1;
                    most = Math.max(most, Math.abs(have[cell] - wanted[cell]) * (have[cell] > 0 ? 1 : 0));
                    have[cell] = factor;
                }
                for (int cell = 0; cell < cells.length; cell++) {
                    cells[cell] *= have[of[cell]];
                }
            }
            if (most < CLOSE) {
                return;
            }
        }
    }
}
