// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.category;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.internal.block.BlockInformation;
import io.hedgerow.core.internal.block.GaussianBlocks;
import io.hedgerow.core.internal.effect.BlockEffects;
import io.hedgerow.core.internal.search.sums.SiteAgreement;
import io.hedgerow.core.internal.search.sums.WithinSites;
import io.hedgerow.core.internal.table.CountTable;
import io.hedgerow.core.internal.table.TableStore;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.search.Finding;
import io.hedgerow.core.search.Trust.Misfit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * The sum of K sites' first releases: counts of each two categories over all n rows, and moments of m columns that
 * stand for variables, each about its own site's means. A number has one column; a category one for each level but the
 * most frequent one and those that no site tells from its mean. Immutable.
 */
final class FirstSums {

    private static final int FEWEST_TO_COMPARE = 3;
    /** With less in a cell, twice the information is not χ². */
    private static final double LEAST_EXPECTED = 5;

    private static final double PERHAPS = 0.05;
    /** Sites with a smaller φ may be taken for one population. */
    private static final double GROSS = 2;
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

    private final double disagreement;
    private final double freedom;
    private final List<Integer> shifted = new ArrayList<>();

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
        double[] phi = new double[2];
        this.tables = tables(layout, sum, phi);
        numbers.ifPresent(of -> of.disagreement().ifPresent(own -> {
            double degrees = (sites - 1) * count * (count - 1) / 2.0;
            phi[0] += own * degrees;
            phi[1] += degrees;
        }));
        this.freedom = phi[1];
        this.disagreement = phi[1] > 0 ? phi[0] / phi[1] : 1;
        this.blocks = new int[columns.size()][];
        place(indicators);
        this.levelOf = new int[count + indicators.length];
        this.squares = new double[levelOf.length * count];
        this.covariance = covariance(layout, sum, indicators);
    }

    private TableStore tables(CategoryLayout layout, Parameters sum, double[] phi) {
        int[] own = columns.categories();
        List<CountTable> all = new ArrayList<>();
        double ofRows = sum.get(layout.rows() + 1);
        for (int a = 0; a < own.length; a++) {
            CountTable single = read(sum, layout.single(a), own[a]);
            singles.add(single);
            all.add(single);
            prevalence(a, sum.get(layout.single(a) + single.cells()) - ofRows);
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
                agreement(singles.get(a), singles.get(b), within - rows * information(table), phi);
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

    /** 2 [Σ_k Σ_l n_kl ln (n_kl / n_k) − Σ_l n_l ln (n_l / n)] is χ² when all sites have the same shares of levels. */
    private void prevalence(int place, double within) {
        CountTable single = singles.get(place);
        double gain = 2 * (within - single.entropySum() + rows * Math.log((double) rows));
        double degrees = (sites - 1.0) * (single.filled() - 1);
        if (degrees > 0 && gain / degrees > Math.max(GROSS, SiteAgreement.quantile(degrees, SiteAgreement.SURELY))) {
            shifted.add(columns.categories()[place]);
        }
    }

    /** Adds 2 (Σ_k n_k I_k − n I) and its degrees of freedom, where all expected counts are large enough. */
    private void agreement(CountTable a, CountTable b, double surplus, double[] phi) {
        double least = least(a) * least(b) / rows / sites;
        if (sites >= FEWEST_TO_COMPARE && least >= LEAST_EXPECTED) {
            phi[0] += Math.max(0, 2 * surplus);
            phi[1] += (sites - 1.0) * (a.filled() - 1) * (b.filled() - 1);
        }
    }

    private static double least(CountTable single) {
        return Arrays.stream(single.counts()).filter(n -> n > 0).min().orElse(0);
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

    /** Categories whose levels have other shares at other sites, beyond chance. */
    List<Integer> shifted() {
        return List.copyOf(shifted);
    }

    /**
     * φ: how much more than by chance the relation of two variables differs between sites: of two numbers as
     * {@link WithinSites#disagreement}, of two categories 2 (Σ_k n_k I_k − n I) over its degrees of freedom, I being
     * information; empty where too little is known.
     */
    OptionalDouble disagreement() {
        return freedom > 0 ? OptionalDouble.of(disagreement) : OptionalDouble.empty();
    }

    /** Whether pairs differ between sites, with φ. */
    Finding findDisagreement() {
        return Finding.of(
                Misfit.SITES_DIFFER,
                disagreement(),
                freedom > 0 && disagreement > Math.max(GROSS, SiteAgreement.quantile(freedom, SiteAgreement.SURELY)));
    }

    /** What a row counts: 1 / φ where φ is beyond chance. */
    double weight() {
        boolean told = freedom > 0 && disagreement > Math.max(1, SiteAgreement.quantile(freedom, PERHAPS));
        return told ? 1 / disagreement : 1;
    }

    /** n_eff of moments. */
    double effectiveRows() {
        return Math.max(2, (rows - sites - OF_PRIOR) * weight());
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

    /**
     * The columns of effects: the same, and one more for the most common level of a category of three levels or more.
     */
    BlockEffects.Columns effectColumns() {
        int m = levelOf.length;
        List<int[]> causes = List.of(blocks());
        List<int[]> outcomes = new ArrayList<>(causes);
        int[] references = new int[columns.size()];
        Arrays.fill(references, -1);
        List<int[]> parts = new ArrayList<>();
        List<Integer> levels = new ArrayList<>(IntStream.of(levelOf).boxed().toList());
        for (int column = 0; column < m; column++) {
            parts.add(new int[] {column});
        }
        for (int v : columns.categories()) {
            CountTable single = single(v);
            for (int l = 0; l < single.cells(); l++) {
                references[v] = references[v] < 0 || single.count(l) > single.count(references[v]) ? l : references[v];
            }
            if (single.filled() > 2) {
                outcomes.set(
                        v,
                        IntStream.concat(IntStream.of(blocks[v]), IntStream.of(parts.size()))
                                .toArray());
                parts.add(blocks[v]);
                levels.add(references[v]);
            }
        }
        int width = parts.size();
        double[] s = new double[width * width];
        for (int k = 0; k < s.length; k++) {
            int i = k / width;
            int j = k % width;
            double sum = 0;
            for (int a : parts.get(i)) {
                for (int b : parts.get(j)) {
                    sum += covariance[a * m + b];
                }
            }
            s[k] = i < m == j < m ? sum : 0.0 - sum;
        }
        return new BlockEffects.Columns(
                causes, outcomes, levels.stream().mapToInt(Integer::intValue).toArray(), references, s);
    }
}
