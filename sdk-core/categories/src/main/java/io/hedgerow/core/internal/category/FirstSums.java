// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.category;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.internal.block.BlockInformation;
import io.hedgerow.core.internal.block.GaussianBlocks;
import io.hedgerow.core.internal.search.sums.WithinSites;
import io.hedgerow.core.internal.table.CountTable;
import io.hedgerow.core.internal.table.TableStore;
import io.hedgerow.core.model.Parameters;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The sum of K sites' first releases: counts of each two categories over all n rows, and moments of m columns that
 * stand for variables, each about its own site's means. A number has one column; a category one for each level but the
 * most frequent one and those that no site tells from its mean. Immutable.
 */
final class FirstSums {

    /** Rows of the prior of blocks, as of numbers. */
    private static final double OF_PRIOR = 3;

    private static final int LEAST_DEGREES = 4;

    private final CategoryColumns columns;
    private final int sites;
    private final long rows;
    private final Optional<WithinSites> numbers;
    private final List<CountTable> singles = new ArrayList<>();
    private final TableStore tables;
    private final int[][] blocks;
    /** The level of each column; −1 of a number. */
    private final int[] levelOf;

    private final double[] covariance;
    /** [m, numbers]: Σ 1_l (z² − 1) of the columns that are indicators. */
    private final double[] squares;

    private final CategoryAgreement agreement;

    FirstSums(CategoryColumns columns, int sites, Parameters sum) {
        this(columns, sites, sum, numbers(columns, sites, sum), chosen(columns, sum));
    }

    /** The same of rows with missing cells, from likeliest sums: the moments of numbers, and the indicators. */
    FirstSums(CategoryColumns columns, int sites, Parameters sum, Optional<WithinSites> numbers, int[] indicators) {
        CategoryLayout layout = new CategoryLayout(columns);
        this.columns = columns;
        this.sites = sites;
        this.rows = Math.round(sum.get(layout.rows()));
        if (rows - sites < LEAST_DEGREES) {
            throw new IllegalArgumentException("there must be at least " + (sites + LEAST_DEGREES) + " rows of " + sites
                    + " sites to tell relations from chance, were " + rows);
        }
        int count = columns.numbers().length;
        this.numbers = numbers;
        this.agreement = new CategoryAgreement(sites, rows);
        this.tables = tables(layout, sum);
        numbers.ifPresent(of -> of.disagreement().ifPresent(own -> agreement.addNumbers(own, count)));
        this.blocks = new int[columns.size()][];
        place(indicators);
        this.levelOf = new int[count + indicators.length];
        this.squares = new double[levelOf.length * count];
        this.covariance = covariance(layout, sum, indicators);
    }

    private TableStore tables(CategoryLayout layout, Parameters sum) {
        int[] own = columns.categories();
        List<CountTable> all = new ArrayList<>();
        double ofRows = sum.get(layout.rows() + 1);
        for (int a = 0; a < own.length; a++) {
            CountTable single = read(sum, layout.single(a), own[a]);
            singles.add(single);
            all.add(single);
            agreement.addShares(own[a], single, sum.get(layout.single(a) + single.cells()) - ofRows);
        }
        int[] pairs = layout.pairs();
        int pair = 0;
        for (int a = 1; a < own.length; a++) {
            for (int b = 0; b < a; b++) {
                CountTable table = read(sum, pairs[pair], own[b], own[a]);
                all.add(table);
                double within = sum.get(pairs[pair] + table.cells())
                        - sum.get(layout.single(a) + singles.get(a).cells())
                        - sum.get(layout.single(b) + singles.get(b).cells())
                        + ofRows;
                agreement.addPair(singles.get(a), singles.get(b), within - rows * information(table));
                pair++;
            }
        }
        return TableStore.of(columns.size(), all);
    }

    private CountTable read(Parameters sum, int from, int... set) {
        int[] levels = columns.levels(set);
        double[] counts = new double[CountTable.cells(levels)];
        Arrays.setAll(counts, cell -> Math.max(0, Math.rint(sum.get(from + cell))));
        return CountTable.of(set, levels, counts);
    }

    /** Mutual information of two variables in nats. */
    static double information(CountTable pair) {
        int[] of = pair.variables();
        double n = pair.total();
        return n == 0
                ? 0
                : (pair.entropySum()
                                - pair.margin(new int[] {of[0]}).entropySum()
                                - pair.margin(new int[] {of[1]}).entropySum()
                                + n * Math.log(n))
                        / n;
    }

    private static Optional<WithinSites> numbers(CategoryColumns columns, int sites, Parameters sum) {
        int count = columns.numbers().length;
        return count == 0
                ? Optional.empty()
                : Optional.of(WithinSites.of(
                                count,
                                sites,
                                Parameters.takeOver(
                                        Arrays.copyOf(sum.toArray(), new CategoryLayout(columns).numberSums())))
                        .requireVarying(Arrays.stream(columns.numbers())
                                .mapToObj(columns::name)
                                .toList()));
    }

    /** The indicators that are columns, by their place among all. */
    static int[] chosen(CategoryColumns columns, Parameters sum) {
        CategoryLayout layout = new CategoryLayout(columns);
        int[] own = columns.categories();
        List<Integer> all = new ArrayList<>();
        List<String> constant = new ArrayList<>();
        int first = 0;
        for (int c = 0; c < own.length; c++) {
            int at = layout.single(c);
            int levels = columns.levels(own[c]);
            int most = 0;
            for (int l = 1; l < levels; l++) {
                most = Math.rint(sum.get(at + l)) > Math.rint(sum.get(at + most)) ? l : most;
            }
            int before = all.size();
            for (int l = 0; l < levels; l++) {
                int i = first + l;
                // a product about means is 0 but for round-off where no site has both, the level and others
                if (l != most && sum.get(layout.product(i) + i) > 1e-6) {
                    all.add(i);
                }
            }
            if (all.size() == before) {
                constant.add("\"" + columns.name(own[c]) + "\"");
            }
            first += levels;
        }
        if (!constant.isEmpty()) {
            throw new DataException((constant.size() == 1 ? "column " : "columns ") + String.join(", ", constant)
                    + ": must have two levels at some site, " + (constant.size() == 1 ? "is" : "are")
                    + " constant: leave out, at every site, in a plan among its variables");
        }
        return all.stream().mapToInt(Integer::intValue).toArray();
    }

    /** Sets the blocks: numbers first, then the indicators. */
    private void place(int[] indicators) {
        int column = 0;
        for (int v : columns.numbers()) {
            blocks[v] = new int[] {column++};
        }
        int first = 0;
        int at = 0;
        for (int v : columns.categories()) {
            int end = first + columns.levels(v);
            int from = at;
            while (at < indicators.length && indicators[at] < end) {
                at++;
            }
            int start = column;
            blocks[v] = IntStream.range(start, start + at - from).toArray();
            column += at - from;
            first = end;
        }
    }

    private double[] covariance(CategoryLayout layout, Parameters sum, int[] indicators) {
        int count = columns.numbers().length;
        int m = count + indicators.length;
        double degrees = rows - sites;
        double[] s = new double[m * m];
        double[] ofNumbers = numbers.map(WithinSites::covariance).orElseGet(() -> new double[0]);
        for (int x = 0; x < count; x++) {
            levelOf[x] = -1;
            System.arraycopy(ofNumbers, x * count, s, x * m, count);
        }
        int[] level = IntStream.range(0, layout.indicators()).toArray();
        int first = 0;
        for (int c : columns.categories()) {
            for (int l = 0; l < columns.levels(c); l++) {
                level[first + l] = l;
            }
            first += columns.levels(c);
        }
        for (int a = 0; a < indicators.length; a++) {
            int at = layout.product(indicators[a]);
            int row = count + a;
            levelOf[row] = level[indicators[a]];
            for (int b = 0; b <= a; b++) {
                set(s, m, row, count + b, sum.get(at + indicators[b]) / degrees);
            }
            for (int x = 0; x < count; x++) {
                set(s, m, row, x, sum.get(at + indicators[a] + 1 + x) / degrees);
                squares[row * count + x] = sum.get(at + indicators[a] + 1 + count + x);
            }
        }
        return s;
    }

    private static void set(double[] s, int m, int i, int j, double value) {
        s[i * m + j] = value;
        s[j * m + i] = value;
    }

    long rows() {
        return rows;
    }

    Optional<WithinSites> numbers() {
        return numbers;
    }

    /** The counts of single categories and of each two. */
    TableStore tables() {
        return tables;
    }

    /** The columns of each variable: those of numbers first. */
    int[][] blocks() {
        return blocks.clone();
    }

    /** The variable of a column. */
    int variable(int column) {
        return IntStream.range(0, blocks.length)
                .filter(v -> Arrays.stream(blocks[v]).anyMatch(own -> own == column))
                .findFirst()
                .orElseThrow();
    }

    int columns() {
        return levelOf.length;
    }

    int level(int column) {
        return levelOf[column];
    }

    /** [m, m] row by row; a copy. */
    double[] covariance() {
        return covariance.clone();
    }

    /** The sum of z² − 1 of a number over the rows with the level of a column, z in each site's own deviations. */
    double squares(int column, int number) {
        return squares[column * columns.numbers().length + number];
    }

    /** The mean of a column over all rows: of an indicator the share of its level. */
    double mean(int variable, int column) {
        int place = Arrays.binarySearch(columns.categories(), variable);
        return place >= 0
                ? singles.get(place).count(levelOf[column]) / rows
                : numbers.orElseThrow().mean(Arrays.binarySearch(columns.numbers(), variable));
    }

    /** How sites agree. */
    CategoryAgreement agreement() {
        return agreement;
    }

    /** n_eff of moments. */
    double effectiveRows() {
        return Math.max(2, (rows - sites - OF_PRIOR) * agreement.weight());
    }

    /** The evidence of covariances of these columns, [m, m]: its own, or those that a search takes for as sure. */
    GaussianBlocks gaussian(double[] of) {
        return new GaussianBlocks(blocks, of, effectiveRows());
    }

    /** √(1 − exp(−2 I)) of the information I of each two variables beyond chance: [d, d], ones on the diagonal. */
    double[] nearness() {
        int d = columns.size();
        double[] near = new double[d * d];
        BlockInformation moments = new BlockInformation(blocks, covariance);
        for (int i = 0; i < d; i++) {
            near[i * (d + 1)] = 1;
            for (int j = 0; j < i; j++) {
                double beyond = beyondChance(j, i, moments);
                near[i * d + j] = Math.sqrt(-Math.expm1(-2 * Math.max(0, beyond)));
                near[j * d + i] = near[i * d + j];
            }
        }
        return near;
    }

    private double beyondChance(int j, int i, BlockInformation moments) {
        Optional<CountTable> pair =
                columns.levels(i) > 0 && columns.levels(j) > 0 ? tables.counts(new int[] {j, i}) : Optional.empty();
        if (pair.isPresent()) {
            double degrees = (double) (single(i).filled() - 1) * (single(j).filled() - 1);
            return information(pair.get()) - degrees / 2 / rows;
        }
        return moments.of(i, new int[] {j}, new int[0]) - blocks[i].length * (double) blocks[j].length / 2 / rows;
    }

    CountTable single(int variable) {
        return singles.get(Arrays.binarySearch(columns.categories(), variable));
    }
}
