// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.category;

import io.hedgerow.core.graph.EquivalenceClass;
import io.hedgerow.core.internal.search.graph.ParentSets;
import io.hedgerow.core.internal.search.graph.Pdag;
import io.hedgerow.core.internal.search.sites.NoiseTails;
import io.hedgerow.core.internal.search.sums.SiteAgreement;
import io.hedgerow.core.internal.search.sums.WithinSites;
import io.hedgerow.core.search.CategoricalModel;
import io.hedgerow.core.search.Finding;
import io.hedgerow.core.search.Trust.Misfit;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Tests whether third and fourth moments of p numeric variables agree with a linear model that has normal noise.
 * Categories flatten or lengthen the tails of numbers that they have a part in: of z = G + E, G being a sum of a term
 * for each level and E normal, κ₄(z) is that of G. Which categories have a part cannot be told from the edges, for a
 * category by the logistic function of z leaves z normal, and its edges to z fit as well as those from it. So what they
 * explain is an interval, from the smallest to the largest of 0, of what each category alone does, and of what all do
 * by a graph of the class in which they are causes wherever they can be ({@link CategoryTree}); only what is outside of
 * it counts.
 */
final class NumberFit {

    private static final double BENT = 4;
    /** Skewed noises with such tails bend residuals of a wrong direction; then only the tails are reported. */
    private static final double SKEWED = 1;

    private static final double ROUND_OFF = 1e-12;
    /** The share of a variance. */
    private static final double NOTABLE = 0.01;
    /** E[(g + E)⁸] less the square of E[(g + E)⁴] has the sixth power of g. */
    private static final int HIGHEST = 6;

    private final CategoryColumns columns;
    private final FirstSums first;
    private final WithinSites moments;
    private final CategoryTree tree;
    private final int p;
    private final int m;
    private final double[] covariance;
    /**
     * Numbers with an edge whose moments are of one population: z is in each site's own deviations, which differ where
     * shares of levels do, and a number that is constant at some sites has moments of the others alone.
     */
    private final boolean[] judged;

    private final Optional<NoiseTails> tails;
    /** The scores of edges between numbers, i at most j, by i · p + j. */
    private final Map<Integer, Double> bends = new TreeMap<>();

    /** Takes sums with at least one number, and the families and the class of a network. */
    NumberFit(CategoryColumns columns, FirstSums first, NetworkFamilies families, EquivalenceClass pattern) {
        this.columns = columns;
        this.first = first;
        this.moments = first.numbers().orElseThrow();
        this.tree = new CategoryTree(first.tables(), columns.categories());
        this.p = columns.numbers().length;
        this.covariance = first.covariance();
        this.m = (int) Math.round(Math.sqrt(covariance.length));
        this.judged = new boolean[p];
        if (moments.shapeRows() < 2 * p) {
            this.tails = Optional.empty();
            return;
        }
        Set<Integer> constant = moments.constantSomewhere(p).keySet();
        for (int x = 0; x < p; x++) {
            judged[x] = !constant.contains(x) && !isShifted(means(x)) && hasEdge(pattern, columns.numbers()[x]);
        }
        int[] numbers = columns.numbers();
        int[] categories = columns.categories();
        Pdag open = Pdag.of(columns.size(), pattern);
        open.extension(joined(categories, numbers)).ifPresent(graph -> bends(families.lines(graph)));
        Optional<ParentSets> numbersLast = open.extension(joined(numbers, categories));
        numbersLast.ifPresent(graph -> bends(families.lines(graph)));
        this.tails = numbersLast
                .map(graph -> tails(families.lines(graph), graph.topologicalOrder()))
                .filter(NoiseTails::tells);
    }

    private boolean hasEdge(EquivalenceClass pattern, int v) {
        return IntStream.range(0, columns.size())
                .anyMatch(w ->
                        pattern.isDirected(v, w) || pattern.isDirected(w, v) || (w != v && pattern.isUndirected(v, w)));
    }

    /** Whether a category that tells something of a number has other shares at other sites. */
    private boolean isShifted(double[][] means) {
        return first.agreement().shifted().stream().anyMatch(v -> {
            int c = Arrays.binarySearch(columns.categories(), v);
            double[] shares = tree.shares(c);
            return IntStream.range(0, shares.length)
                            .mapToDouble(l -> shares[l] * means[c][l] * means[c][l])
                            .sum()
                    > NOTABLE;
        });
    }

    private static int[] joined(int[] one, int[] other) {
        return IntStream.concat(Arrays.stream(one), Arrays.stream(other)).toArray();
    }

    private double deviation(int x) {
        return Math.sqrt(covariance[x * (m + 1)]);
    }

    private int place(int number) {
        return Arrays.binarySearch(columns.numbers(), number);
    }

    /** The means of a number by the levels of each category: [place of the category][level], in its deviations. */
    private double[][] means(int x) {
        double[][] means = none();
        for (int c = 0; c < means.length; c++) {
            double[] shares = tree.shares(c);
            double rest = 1;
            double sum = 0;
            boolean[] told = new boolean[shares.length];
            for (int column : first.blocks()[columns.categories()[c]]) {
                int level = first.level(column);
                double product = covariance[column * m + x] / deviation(x);
                means[c][level] = product / shares[level];
                told[level] = true;
                rest -= shares[level];
                sum += product;
            }
            for (int l = 0; l < shares.length; l++) {
                means[c][l] = !told[l] && shares[l] > 0 ? -sum / rest : means[c][l];
            }
        }
        return means;
    }

    private double[][] none() {
        return Arrays.stream(columns.categories())
                .mapToObj(v -> new double[columns.levels(v)])
                .toArray(double[][]::new);
    }

    /** The total effects of all categories on each number, by a graph: [number][place of a category][level]. */
    private double[][][] effects(List<CategoricalModel.Line> lines, int[] order) {
        double[][][] effects = new double[p][][];
        for (int j : order) {
            effects[j] = none();
            for (CategoricalModel.Term term : lines.get(j).terms()) {
                if (term.level() < 0) {
                    int i = place(term.cause());
                    double weight = term.weight() * deviation(i) / deviation(j);
                    for (int c = 0; c < effects[j].length; c++) {
                        for (int l = 0; l < effects[j][c].length; l++) {
                            effects[j][c][l] += weight * effects[i][c][l];
                        }
                    }
                } else {
                    int c = Arrays.binarySearch(columns.categories(), term.cause());
                    double weight = term.weight() / deviation(j);
                    effects[j][c][term.level()] += weight;
                    double mean = weight * tree.shares(c)[term.level()];
                    for (int l = 0; l < effects[j][c].length; l++) {
                        effects[j][c][l] -= mean;
                    }
                }
            }
        }
        return effects;
    }

    /**
     * NL as of numbers alone, of edges i → j between numbers: u = e_j (z_i² − 1), Σ u = Σ z_j z_i² − Σ_p b_pj Σ z_p
     * z_i² − Σ_l c_lj Σ 1_l (z_i² − 1). Numbers that categories are causes of are not normal, so an edge of the class
     * that is turned the wrong way bends; of each edge counts the smaller score of two graphs of the class, one with
     * causes that are categories wherever they can be and one with as few as can be.
     */
    private void bends(List<CategoricalModel.Line> lines) {
        double n = moments.shapeRows();
        for (CategoricalModel.Line line : lines) {
            int j = place(line.target());
            if (!judged[j]
                    || line.terms().stream().anyMatch(term -> term.level() < 0 && !judged[place(term.cause())])) {
                continue;
            }
            double noise = Math.max(line.noiseVariance() / covariance[j * (m + 1)], ROUND_OFF);
            for (CategoricalModel.Term cause : line.terms()) {
                if (cause.level() < 0) {
                    int i = place(cause.cause());
                    double u = moments.third(i, j);
                    for (CategoricalModel.Term term : line.terms()) {
                        u -= term.weight() / deviation(j) * (term.level() < 0 ? third(i, term) : square(i, term));
                    }
                    double bend = n * u * u / noise / Math.max(moments.fourth(i) - 1, 1e-6);
                    bends.merge(Math.min(i, j) * p + Math.max(i, j), bend, Math::min);
                }
            }
        }
    }

    private double third(int i, CategoricalModel.Term number) {
        int other = place(number.cause());
        return deviation(other) * moments.third(i, other);
    }

    private double square(int i, CategoricalModel.Term level) {
        return Arrays.stream(first.blocks()[level.cause()])
                        .filter(column -> first.level(column) == level.level())
                        .mapToDouble(column -> first.squares(column, i))
                        .sum()
                / moments.shapeRows();
    }

    /** What is left of a value outside of the interval of 0 and what may explain it. */
    private static double beyond(double value, double[] explained) {
        double least = Math.min(0, Arrays.stream(explained).min().orElse(0));
        double most = Math.max(0, Arrays.stream(explained).max().orElse(0));
        return value > most ? value - most : Math.min(0, value - least);
    }

    private NoiseTails tails(List<CategoricalModel.Line> lines, int[] graph) {
        int[] order = Arrays.stream(graph)
                .filter(v -> columns.levels(v) == 0)
                .map(this::place)
                .toArray();
        double[][][] together = effects(lines, order);
        double[] b = new double[p * p];
        double[] noise = new double[p];
        for (CategoricalModel.Line line : lines) {
            int j = place(line.target());
            noise[j] = judged[j] ? line.noiseVariance() / covariance[j * (m + 1)] : 0;
            for (CategoricalModel.Term term : line.terms()) {
                if (term.level() < 0) {
                    int i = place(term.cause());
                    b[i * p + j] = term.weight() * deviation(i) / deviation(j);
                }
            }
        }
        double[] excess = new double[p];
        double[] chance = new double[p];
        for (int x = 0; x < p; x++) {
            double[][] means = means(x);
            double[] explained = new double[means.length + 1];
            for (int c = 0; c < means.length; c++) {
                explained[c] = cumulant(tree.shares(c), means[c]);
            }
            double[] all = tree.moments(together[x], HIGHEST);
            explained[means.length] = all[4] - 3 * all[2] * all[2];
            excess[x] = judged[x] ? beyond(moments.fourth(x) - 3, explained) : 0;
            chance[x] = chance(all);
        }
        return NoiseTails.of(
                moments.shapeRows(),
                order,
                b,
                noise,
                excess,
                (i, k) -> StrictMath.pow(covariance[i * m + k] / deviation(i) / deviation(k), 4)
                        * Math.sqrt(chance[i] * chance[k]));
    }

    private static double cumulant(double[] shares, double[] values) {
        double square = 0;
        double fourth = 0;
        for (int l = 0; l < shares.length; l++) {
            square += shares[l] * values[l] * values[l];
            fourth += shares[l] * StrictMath.pow(values[l], 4);
        }
        return fourth - 3 * square * square;
    }

    /**
     * The variance of z⁴ given G, over that of a normal column, 24 once its variance is estimated: 16 E[G⁶] w + 168
     * E[G⁴] w² + 384 E[G²] w³ + 24 w⁴, w being 1 − E[G²].
     */
    private static double chance(double[] g) {
        double w = Math.max(0, 1 - g[2]);
        double spread = 16 * g[6] * w + 168 * g[4] * w * w + 384 * g[2] * w * w * w + 24 * StrictMath.pow(w, 4);
        return Math.max(1, spread / 24);
    }

    OptionalDouble nonlinearity() {
        return bends.values().stream().mapToDouble(bend -> bend).average();
    }

    OptionalDouble kurtosis() {
        return tails.stream().mapToDouble(NoiseTails::kurtosis).findAny();
    }

    /** Whether relations between numbers bend. */
    Finding lines() {
        double byChance = bends.isEmpty() ? 0 : SiteAgreement.quantile(bends.size(), SiteAgreement.SURELY);
        boolean seen = nonlinearity().orElse(0) > Math.max(BENT, byChance)
                && !(hasTails() && kurtosis().orElse(0) >= SKEWED);
        return Finding.of(Misfit.NOT_LINEAR, nonlinearity(), seen);
    }

    /** Whether noises have other tails than normal ones and categories do not explain them. */
    Finding normality() {
        return Finding.of(Misfit.NOT_GAUSSIAN, kurtosis(), hasTails());
    }

    private boolean hasTails() {
        return tails.filter(NoiseTails::surely).isPresent();
    }
}
