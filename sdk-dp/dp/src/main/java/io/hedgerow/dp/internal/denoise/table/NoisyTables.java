// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.denoise.table;

import io.hedgerow.core.internal.random.SearchRandom;
import io.hedgerow.core.internal.table.CountTable;
import io.hedgerow.dp.internal.denoise.FoundAgain;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Tables of counts with noise, which overlap: the counts of a set of variables are a margin of every table that has all
 * of them, and are pooled by the variances of their noise. Post-processing: costs no budget. Immutable.
 *
 * @param variables d
 * @param units n, public
 * @param missing the variables whose last level is that the cell is missing
 * @param unlike whether tables were of unlike numbers of rows, which are as many as the fewest now
 */
public record NoisyTables(int variables, long units, Set<Integer> missing, boolean unlike, List<Table> tables) {

    /** Deviations of noise that the rows of which a cell is missing are more than. */
    private static final double BEYOND = 3;
    /** The same, for the sum of squares of what totals of tables differ by. */
    private static final double UNLIKE = 5;
    /** Totals that differ by more than n do not differ for missing cells. */
    private static final double TOO_UNLIKE = 1;

    /** Counts with noise in every cell, independent of each other and of the same variance. */
    public record Table(CountTable counts, double variance) {

        private Table margin(int[] set) {
            CountTable margin = counts.margin(set);
            return new Table(margin, variance * counts.cells() / margin.cells());
        }

        /** With another margin. */
        private Table moved(int[] set, double[] margin) {
            double[] own = counts.margin(set).counts();
            double[] cells = counts.counts();
            int[] places = counts.places(set);
            double share = (double) own.length / cells.length;
            for (int cell = 0; cell < cells.length; cell++) {
                cells[cell] += share * (margin[places[cell]] - own[places[cell]]);
            }
            return new Table(counts.with(cells), variance);
        }

        private double varianceOfTotal() {
            return variance * counts.cells();
        }

        private Table scaled(double rows) {
            double factor = rows / Math.max(rows, counts.total());
            return new Table(
                    counts.with(Arrays.stream(counts.counts())
                            .map(count -> factor * count)
                            .toArray()),
                    factor * factor * variance);
        }

        private boolean hasAll(int[] set) {
            int[] own = counts.variables();
            return Arrays.stream(set).allMatch(v -> Arrays.binarySearch(own, v) >= 0);
        }
    }

    public NoisyTables {
        missing = Set.copyOf(missing);
        tables = List.copyOf(tables);
    }

    /**
     * Tables as they were released, whose last level is that a cell is missing. Of variables of which no cells are
     * missing beyond noise it is left out.
     */
    public static NoisyTables withMissing(int variables, long units, List<Table> tables) {
        Set<Integer> all = IntStream.range(0, variables).boxed().collect(Collectors.toSet());
        NoisyTables whole = new NoisyTables(variables, units, all, false, tables);
        Set<Integer> missing = new HashSet<>();
        for (int v = 0; v < variables; v++) {
            Table own = whole.margin(v).orElseThrow();
            int last = own.counts().cells() - 1;
            if (own.counts().count(last) > BEYOND * Math.sqrt(own.variance())) {
                missing.add(v);
            }
        }
        List<Table> kept = tables.stream()
                .map(table -> new Table(table.counts().withoutLast(v -> !missing.contains(v)), table.variance()))
                .toList();
        return new NoisyTables(variables, units, missing, false, kept).agreeing();
    }

    /**
     * Tables as they were released, each of the rows that have all of it. Where these are unlike, as where cells are
     * missing, counts are scaled to the fewest rows of a table; n is then as many.
     */
    public static NoisyTables of(int variables, long units, List<Table> tables) {
        double precision = 0;
        double mean = 0;
        double least = Double.POSITIVE_INFINITY;
        for (Table table : tables) {
            precision += 1 / table.varianceOfTotal();
            mean += table.counts().total() / table.varianceOfTotal();
            least = Math.min(least, table.counts().total());
        }
        mean /= precision;
        double square = 0;
        for (Table table : tables) {
            double beyond = table.counts().total() - mean;
            square += beyond * beyond / table.varianceOfTotal();
        }
        double degrees = tables.size() - 1;
        boolean ofRows = least >= 0 && square < TOO_UNLIKE * units * (double) units * precision;
        if (!ofRows || square <= degrees + UNLIKE * Math.sqrt(2 * degrees) + UNLIKE * UNLIKE) {
            return new NoisyTables(variables, units, Set.of(), false, tables).agreeing();
        }
        double rows = Math.max(1, Math.min((double) units, least));
        List<Table> scaled = tables.stream().map(table -> table.scaled(rows)).toList();
        return new NoisyTables(variables, Math.round(rows), Set.of(), true, scaled).agreeing();
    }

    /**
     * The same tables, the nearest whose margins agree: those of sets of few variables first, each margin is that of
     * all tables that have it, and what a table differs by goes to its cells in equal parts (Qardaji, Yang and Li
     * 2014).
     */
    NoisyTables agreeing() {
        Set<List<Integer>> sets = new LinkedHashSet<>();
        for (Table table : tables) {
            int[] own = table.counts().variables();
            for (int mask = 0; mask < 1 << own.length; mask++) {
                int chosen = mask;
                sets.add(IntStream.range(0, own.length)
                        .filter(v -> (chosen >> v & 1) == 1)
                        .mapToObj(v -> own[v])
                        .toList());
            }
        }
        List<Table> agreeing = new ArrayList<>(tables);
        sets.stream()
                .sorted(Comparator.comparingInt(List::size))
                .map(set -> set.stream().mapToInt(Integer::intValue).toArray())
                .forEach(set -> agree(set, agreeing));
        return new NoisyTables(variables, units, missing, unlike, agreeing);
    }

    /** The same with as much noise again, drawn from a seed, and margins that agree. */
    NoisyTables noisier(long seed) {
        SearchRandom random = new SearchRandom(seed);
        List<Table> noisier = tables.stream()
                .map(table -> {
                    double deviation = Math.sqrt(table.variance());
                    double[] counts = table.counts().counts();
                    for (int cell = 0; cell < counts.length; cell++) {
                        counts[cell] += deviation * FoundAgain.normal(random);
                    }
                    return new Table(table.counts().with(counts), 2 * table.variance());
                })
                .toList();
        return new NoisyTables(variables, units, missing, unlike, noisier).agreeing();
    }

    private static void agree(int[] set, List<Table> tables) {
        List<Table> having = tables.stream().filter(table -> table.hasAll(set)).toList();
        if (having.size() > 1) {
            double[] pooled = pooled(set, having).counts().counts();
            tables.replaceAll(table -> table.hasAll(set) ? table.moved(set, pooled) : table);
        }
    }

    /**
     * Counts of some variables, ascending, from all tables that have them; empty where none has. Where cells are
     * missing, they are of the rows that have all of these.
     */
    public Optional<Table> of(int... set) {
        return margin(set).map(all -> new Table(all.counts().withoutLast(missing::contains), all.variance()));
    }

    /** The same with the level that a cell is missing, where there is one. */
    Optional<Table> margin(int... set) {
        List<Table> having = tables.stream().filter(table -> table.hasAll(set)).toList();
        return having.isEmpty() ? Optional.empty() : Optional.of(pooled(set, having));
    }

    /** Of a variable, without that its cell is missing. */
    int levels(int variable) {
        return of(variable).orElseThrow().counts().cells();
    }

    /** How many rows these counts are of: n where no cells are missing, and at least 1. */
    public double rows(int... set) {
        return Arrays.stream(set).anyMatch(missing::contains)
                ? Math.max(1, of(set).orElseThrow().counts().total())
                : units;
    }

    private static Table pooled(int[] set, List<Table> having) {
        List<Table> margins = having.stream().map(table -> table.margin(set)).toList();
        double precision =
                margins.stream().mapToDouble(table -> 1 / table.variance()).sum();
        double[] counts = new double[margins.get(0).counts().cells()];
        for (Table table : margins) {
            double weight = 1 / table.variance() / precision;
            for (int cell = 0; cell < counts.length; cell++) {
                counts[cell] += weight * table.counts().count(cell);
            }
        }
        return new Table(margins.get(0).counts().with(counts), 1 / precision);
    }

    /** The shares of the levels of a variable, all above 0. */
    double[] shares(int variable) {
        double[] shares = probable(of(variable).orElseThrow().counts().counts());
        double least = 0.5 / units;
        double total = 0;
        for (int l = 0; l < shares.length; l++) {
            shares[l] = Math.max(least, shares[l]);
            total += shares[l];
        }
        for (int l = 0; l < shares.length; l++) {
            shares[l] /= total;
        }
        return shares;
    }

    /** The nearest probabilities to counts over their sum: one number less than each, 0 where that is negative. */
    static double[] probable(double[] counts) {
        double total = Math.max(1, Arrays.stream(counts).sum());
        double[] sorted = Arrays.stream(counts).map(n -> -n / total).sorted().toArray();
        double sum = 0;
        double less = 0;
        for (int k = 0; k < sorted.length; k++) {
            sum -= sorted[k];
            double next = (sum - 1) / (k + 1);
            less = -sorted[k] > next ? next : less;
        }
        double taken = less;
        return Arrays.stream(counts).map(n -> Math.max(0, n / total - taken)).toArray();
    }

    static int[] with(int[] set, int... more) {
        return IntStream.concat(Arrays.stream(set), Arrays.stream(more))
                .sorted()
                .toArray();
    }
}
