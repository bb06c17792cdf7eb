// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.category;

import io.hedgerow.core.internal.block.SetScore;
import io.hedgerow.core.internal.search.graph.ParentSets;
import io.hedgerow.core.internal.table.BdeuScore;
import io.hedgerow.core.internal.table.CountTable;
import io.hedgerow.core.internal.table.TableStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Counts of categories over the rows that have all cells of a set, read from tables in which the last level is that a
 * cell is missing. Which rows these are may depend on other cells, so the counts are made to agree with the likeliest
 * counts of each two (iterative proportional fitting: Deming and Stephan 1940), and are in total the rows that tell of
 * them.
 *
 * <p>The likeliest counts of two are of products of indicators, as if relations were linear. Where it depends on
 * another category whether they are seen, and a table has all of these, they are of its rows, weighed by the shares of
 * that category. Immutable.
 */
final class SeenTables implements AskedTables {

    private static final int SWEEPS = 12;
    private static final double CLOSE = 1e-3;

    private final CategoryColumns columns;
    private final FirstSums first;
    private final int[] reasons;
    /** As they are asked for, with a level more. */
    private final TableStore open;
    /** The likeliest counts of each category and of each two. */
    private final TableStore pairs;

    private SeenTables(CategoryColumns columns, FirstSums first, int[] reasons, TableStore open, TableStore pairs) {
        this.columns = columns;
        this.first = first;
        this.reasons = reasons;
        this.open = open;
        this.pairs = pairs;
    }

    /**
     * The tables of each category and of each two.
     *
     * @param exchange of their first sums
     * @param first the likeliest sums
     * @param reasons of each variable a category on which it depends whether it is seen; below 0 without
     */
    static SeenTables of(CategoryColumns columns, SeenExchange exchange, FirstSums first, int[] reasons) {
        int[] own = columns.categories();
        List<CountTable> all = new ArrayList<>();
        for (int a = 0; a < own.length; a++) {
            all.add(opened(columns, exchange.single(a)));
            for (int b = 0; b < a; b++) {
                all.add(opened(columns, exchange.pair(a, b)));
            }
        }
        return new SeenTables(columns, first, reasons.clone(), TableStore.of(columns.size(), all), first.tables());
    }

    /** The same counts with one level more of each variable, which no row has. */
    private static CountTable opened(CategoryColumns columns, CountTable table) {
        int[] set = table.variables();
        int[] levels = Arrays.stream(set).map(v -> columns.levels(v) + 1).toArray();
        double[] counts = new double[CountTable.cells(levels)];
        int[] places = whole(columns.levels(set));
        for (int cell = 0; cell < places.length; cell++) {
            counts[places[cell]] = table.count(cell);
        }
        return CountTable.of(set, levels, counts);
    }

    /** Where the cells of whole rows are in a table with one level more of each variable. */
    private static int[] whole(int[] levels) {
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

    @Override
    public SeenTables with(List<CountTable> more) {
        TableStore all = open.with(more);
        int[] own = columns.categories();
        List<CountTable> two = new ArrayList<>();
        for (int j : own) {
            two.add(first.single(j));
            for (int i : own) {
                if (i < j) {
                    two.add(pair(all, i, j));
                }
            }
        }
        return new SeenTables(columns, first, reasons, all, TableStore.of(columns.size(), two));
    }

    private CountTable pair(TableStore all, int i, int j) {
        int[] two = {i, j};
        int[] on = union(
                Arrays.stream(two).map(v -> reasons[v]).filter(k -> k >= 0).toArray());
        int[] set = union(two, on);
        CountTable linear = first.tables().counts(two).orElseThrow();
        if (on.length == 0 || !all.covers(set)) {
            return linear;
        }
        CountTable seen = all.counts(set).orElseThrow().withoutLast(v -> true);
        if (seen.total() == 0) {
            return linear;
        }
        CountTable weighed = raked(seen, List.of(first.tables().counts(on).orElseThrow()));
        return raked(weighed.margin(two), List.of(first.single(i), first.single(j)));
    }

    private static int[] union(int[]... sets) {
        return Arrays.stream(sets)
                .flatMapToInt(IntStream::of)
                .sorted()
                .distinct()
                .toArray();
    }

    @Override
    public int[] beside() {
        return reasons.clone();
    }

    @Override
    public SetScore evidence(ParentSets graph, BdeuScore score) {
        return new SeenEvidence(evidence(SureNetwork.of(columns, likeliest(), graph, score)), score);
    }

    /** The counts of the rows that have all cells of a set, which agree with the likeliest ones. */
    @Override
    public TableStore likeliest() {
        return open.readBy((table, set) -> likeliest(table.margin(set)));
    }

    /**
     * Tables in which all n rows are as sure of each relation as the rows that tell of it: what a network lets expect,
     * and of what differs from it √(n_A / n), whose χ² among n rows is that among n_A.
     */
    TableStore evidence(SureNetwork network) {
        double n = (double) first.rows();
        return open.readBy((table, set) -> {
            CountTable likeliest = likeliest(table.margin(set));
            return set.length == 0
                    ? likeliest
                    : asSure(likeliest, network.shares(table.variables()).margin(set), n);
        });
    }

    /** n (q + √(n_A / n) (p − q)) of the counts n_A p and the shares q. */
    static CountTable asSure(CountTable likeliest, CountTable expected, double n) {
        double rows = likeliest.total();
        double share = Math.sqrt(Math.min(1, rows / n));
        double[] cells = likeliest.counts();
        for (int cell = 0; cell < cells.length; cell++) {
            double told = rows > 0 ? share * cells[cell] / rows : 0;
            cells[cell] = n * ((1 - share) * expected.count(cell) + told);
        }
        return likeliest.with(cells);
    }

    private CountTable likeliest(CountTable table) {
        int[] set = table.variables();
        if (set.length == 0) {
            return table.with(new double[] {first.rows()});
        }
        CountTable seen = table.withoutLast(v -> true);
        double rows = seen.total();
        if (set.length <= 2) {
            return seen.with(scaled(pairs.counts(set).orElseThrow().counts(), rows));
        }
        if (rows == 0) {
            return seen;
        }
        List<CountTable> margins = new ArrayList<>();
        for (int b = 1; b < set.length; b++) {
            for (int a = 0; a < b; a++) {
                margins.add(pairs.counts(new int[] {set[a], set[b]}).orElseThrow());
            }
        }
        CountTable raked = raked(seen, margins);
        return raked.with(scaled(raked.counts(), rows));
    }

    /** The counts of whole rows in a table with one level more of each variable. */
    private static double[] scaled(double[] counts, double total) {
        double sum = Arrays.stream(counts).sum();
        return sum == 0
                ? counts
                : Arrays.stream(counts).map(n -> n * total / sum).toArray();
    }

    /** A table of as many rows whose margins are in the proportions of some, as far as its cells without rows allow. */
    static CountTable raked(CountTable table, List<CountTable> margins) {
        double[] cells = table.counts();
        double rows = Arrays.stream(cells).sum();
        List<int[]> places =
                margins.stream().map(margin -> table.places(margin.variables())).toList();
        List<double[]> wanted =
                margins.stream().map(margin -> scaled(margin.counts(), rows)).toList();
        double most = Double.POSITIVE_INFINITY;
        for (int sweep = 0; sweep < SWEEPS && most > CLOSE; sweep++) {
            most = 0;
            for (int m = 0; m < margins.size(); m++) {
                most = Math.max(most, rake(cells, places.get(m), wanted.get(m)));
            }
        }
        return table.with(cells);
    }

    /** Multiplies cells so that they have a margin; by how many rows it differed at most. */
    private static double rake(double[] cells, int[] places, double[] wanted) {
        double[] factor = new double[wanted.length];
        for (int cell = 0; cell < cells.length; cell++) {
            factor[places[cell]] += cells[cell];
        }
        double most = 0;
        for (int k = 0; k < factor.length; k++) {
            if (factor[k] > 0) {
                most = Math.max(most, Math.abs(factor[k] - wanted[k]));
                factor[k] = wanted[k] / factor[k];
            }
        }
        for (int cell = 0; cell < cells.length; cell++) {
            cells[cell] *= factor[places[cell]];
        }
        return most;
    }
}
