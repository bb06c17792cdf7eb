// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.category;

import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.block.BlockInformation;
import io.hedgerow.core.internal.search.graph.ParentSets;
import io.hedgerow.core.internal.search.regression.TargetRegression;
import io.hedgerow.core.internal.search.sums.SiteAgreement;
import io.hedgerow.core.internal.table.CountTable;
import io.hedgerow.core.internal.table.TableStore;
import io.hedgerow.core.search.CategoricalModel;
import io.hedgerow.core.search.Finding;
import io.hedgerow.core.search.Trust.Misfit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * The network of a graph with its fitted parameters: weights of edges, counts and equations of families, and whether
 * the data agree. The weight of an edge between numbers is a regression coefficient; where an end is a category it is
 * √(1 − exp(−2 I)), the informational coefficient of correlation (Linfoot 1957), I being the information in nats that
 * the cause has of the effect given its other parents, less what chance adds.
 */
final class NetworkFamilies {

    /** An edge is there, however little it tells beyond chance. */
    private static final double LEAST = 1e-6;
    /** Counts a cell on average, with which twice the information is about χ². */
    private static final double LEAST_PER_CELL = 5;

    private static final double UNEXPLAINED = 1.8;

    private final CategoryColumns columns;
    private final FirstSums first;
    private final TableStore tables;
    private final ParentSets graph;
    private final BlockInformation moments;
    /** Of covariances whose relations are as sure as all rows are. */
    private final BlockInformation evidence;

    private final double[] covariance;
    private double deviance;
    private double degrees;

    /** Takes tables of the rows that tell, and covariances that a search takes for as sure as all rows are, [m, m]. */
    NetworkFamilies(CategoryColumns columns, FirstSums first, double[] evidence, TableStore tables, ParentSets graph) {
        this.columns = columns;
        this.first = first;
        this.tables = tables;
        this.graph = graph;
        this.covariance = first.covariance();
        this.moments = new BlockInformation(first.blocks(), covariance);
        this.evidence = new BlockInformation(first.blocks(), evidence);
        markov();
    }

    private boolean isCategory(int v) {
        return columns.levels(v) > 0;
    }

    WeightMatrix weights() {
        int d = columns.size();
        double[] weights = new double[d * d];
        for (int j = 0; j < d; j++) {
            int[] parents = TableChoice.parents(graph, j);
            for (int i : parents) {
                if (isCategory(i) || isCategory(j)) {
                    int[] others = Arrays.stream(parents).filter(p -> p != i).toArray();
                    Told told = told(j, i, others, moments);
                    double beyond = told.information() - told.degrees() / 2 / told.rows();
                    weights[i * d + j] = Math.sqrt(-Math.expm1(-2 * Math.max(LEAST, beyond)));
                }
            }
            if (!isCategory(j)) {
                for (CategoricalModel.Term term : line(j, parents).terms()) {
                    if (term.level() < 0) {
                        weights[term.cause() * d + j] = term.weight();
                    }
                }
            }
        }
        return WeightMatrix.ofRows(d, weights);
    }

    /** Information of two variables given others, with its degrees of freedom, and how many counts a cell has. */
    private record Told(double information, double degrees, double perCell, double rows) {}

    /** By counts where both are categories, whatever numbers are given beside; otherwise by moments. */
    private Told told(int j, int i, int[] given, BlockInformation blocks) {
        if (isCategory(i) && isCategory(j)) {
            int[] among = Arrays.stream(given).filter(this::isCategory).sorted().toArray();
            Optional<CountTable> counts = tables.counts(with(among, i, j));
            if (counts.isPresent()) {
                return byCounts(counts.get(), i, j, among);
            }
        }
        int size = first.blocks()[i].length * first.blocks()[j].length;
        return new Told(blocks.of(j, new int[] {i}, given), size, Double.POSITIVE_INFINITY, first.rows());
    }

    private static int[] with(int[] set, int... more) {
        return IntStream.concat(Arrays.stream(set), Arrays.stream(more))
                .sorted()
                .toArray();
    }

    /** Degrees of freedom are counted in each stratum from the levels that it has. */
    private Told byCounts(CountTable table, int i, int j, int[] given) {
        if (!(table.total() > 0)) {
            return new Told(0, 0, 0, 1);
        }
        CountTable withI = table.margin(with(given, i));
        CountTable withJ = table.margin(with(given, j));
        CountTable alone = table.margin(given);
        double information =
                (table.entropySum() + alone.entropySum() - withI.entropySum() - withJ.entropySum()) / table.total();
        int[] rowsOf = filledOfStrata(withI, i, given);
        int[] columnsOf = filledOfStrata(withJ, j, given);
        double freedom = 0;
        double cells = 0;
        for (int s = 0; s < rowsOf.length; s++) {
            freedom += Math.max(0, rowsOf[s] - 1) * (double) Math.max(0, columnsOf[s] - 1);
            cells += rowsOf[s] * (double) columnsOf[s];
        }
        return new Told(Math.max(0, information), freedom, table.total() / cells, table.total());
    }

    /** How many levels of one variable each combination of the others has. */
    private int[] filledOfStrata(CountTable table, int variable, int[] given) {
        int[] set = table.variables();
        int strata = CountTable.cells(columns.levels(given));
        int[] filled = new int[strata];
        int below = 1;
        for (int v : set) {
            if (v < variable) {
                below *= columns.levels(v);
            }
        }
        int k = columns.levels(variable);
        for (int cell = 0; cell < table.cells(); cell++) {
            int stratum = cell % below + cell / (below * k) * below;
            filled[stratum] += table.count(cell) > 0 ? 1 : 0;
        }
        return filled;
    }

    /**
     * Sums 2 n I(j; i | parents of j) over pairs without an edge, i before j: 0 but for chance if the graph is right.
     */
    private void markov() {
        int[] order = graph.topologicalOrder();
        for (int at = 0; at < order.length; at++) {
            int j = order[at];
            int[] parents = TableChoice.parents(graph, j);
            for (int before = 0; before < at; before++) {
                int i = order[before];
                if (graph.positionOf(j, i) >= 0 || (isCategory(i) && isCategory(j) && !covered(j, i, parents))) {
                    continue;
                }
                Told told = told(j, i, parents, evidence);
                if (told.degrees() > 0 && told.perCell() >= LEAST_PER_CELL) {
                    deviance += 2 * (told.rows() * first.agreement().weight()) * told.information();
                    degrees += told.degrees();
                }
            }
        }
    }

    private boolean covered(int j, int i, int[] parents) {
        return Arrays.stream(parents).allMatch(this::isCategory) && tables.covers(with(parents, i, j));
    }

    /** Q: that sum over its degrees of freedom, about 1 when the network is right; empty where nothing is known. */
    OptionalDouble unexplained() {
        return degrees > 0 ? OptionalDouble.of(deviance / degrees) : OptionalDouble.empty();
    }

    /** Whether pairs are left that families do not explain, with Q. */
    Finding structure() {
        return Finding.of(
                Misfit.UNEXPLAINED,
                unexplained(),
                degrees > 0
                        && deviance / degrees
                                > Math.max(UNEXPLAINED, SiteAgreement.quantile(degrees, SiteAgreement.SURELY)));
    }

    CategoricalModel model(double priorRows) {
        List<CategoricalModel.FamilyCounts> counts = new ArrayList<>();
        for (int j : columns.categories()) {
            counts.add(counts(j, priorRows));
        }
        return new CategoricalModel(counts, lines(graph));
    }

    private CategoricalModel.FamilyCounts counts(int j, double priorRows) {
        int[] parents = Arrays.stream(TableChoice.parents(graph, j))
                .filter(this::isCategory)
                .sorted()
                .toArray();
        return counts(columns, tables.counts(with(parents, j)).orElseThrow(), j, parents, priorRows);
    }

    /** The counts of all categories, each with its parents, which are all categories; empty where one has no table. */
    static Optional<List<CategoricalModel.FamilyCounts>> counts(
            CategoryColumns columns, TableStore tables, ParentSets graph, double priorRows) {
        List<CategoricalModel.FamilyCounts> counts = new ArrayList<>();
        for (int j : columns.categories()) {
            int[] parents =
                    Arrays.stream(TableChoice.parents(graph, j)).sorted().toArray();
            Optional<CountTable> table = tables.counts(with(parents, j));
            if (table.isEmpty()) {
                return Optional.empty();
            }
            counts.add(counts(columns, table.get(), j, parents, priorRows));
        }
        return Optional.of(counts);
    }

    private static CategoricalModel.FamilyCounts counts(
            CategoryColumns columns, CountTable table, int j, int[] parents, double priorRows) {
        int[] set = with(parents, j);
        int k = columns.levels(j);
        List<Double> counts = new ArrayList<>();
        int combinations = table.cells() / k;
        for (int c = 0; c < combinations; c++) {
            int[] level = new int[columns.size()];
            int rest = c;
            for (int p = parents.length - 1; p >= 0; p--) {
                level[parents[p]] = rest % columns.levels(parents[p]);
                rest /= columns.levels(parents[p]);
            }
            for (int l = 0; l < k; l++) {
                level[j] = l;
                int cell = 0;
                int stride = 1;
                for (int v : set) {
                    cell += stride * level[v];
                    stride *= columns.levels(v);
                }
                counts.add(table.count(cell));
            }
        }
        return new CategoricalModel.FamilyCounts(
                j, Arrays.stream(parents).boxed().toList(), k, counts, priorRows);
    }

    /** The lines of the numbers in another graph of the class. */
    List<CategoricalModel.Line> lines(ParentSets other) {
        return Arrays.stream(columns.numbers())
                .mapToObj(j -> line(j, TableChoice.parents(other, j)))
                .toList();
    }

    private CategoricalModel.Line line(int j, int[] parents) {
        int m = (int) Math.round(Math.sqrt(covariance.length));
        int own = first.blocks()[j][0];
        int most = Arrays.stream(parents).map(i -> first.blocks()[i].length).sum();
        TargetRegression regression = new TargetRegression(m, covariance, own, most);
        List<int[]> added = new ArrayList<>();
        for (int i : parents) {
            for (int column : first.blocks()[i]) {
                if (regression.add(column)) {
                    added.add(new int[] {i, column});
                }
            }
        }
        double[] b = regression.coefficients(new double[most]);
        double intercept = first.mean(j, own);
        List<CategoricalModel.Term> terms = new ArrayList<>();
        for (int a = 0; a < added.size(); a++) {
            int i = added.get(a)[0];
            int column = added.get(a)[1];
            terms.add(new CategoricalModel.Term(i, first.level(column), b[a]));
            intercept -= b[a] * first.mean(i, column);
        }
        return new CategoricalModel.Line(j, intercept, Math.max(0, regression.residualVariance()), terms);
    }
}
