// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.denoise.mixed;

import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.block.BlockInformation;
import io.hedgerow.core.internal.search.graph.ParentSets;
import io.hedgerow.core.internal.search.regression.TargetRegression;
import io.hedgerow.core.search.CategoricalModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The families of a graph by least squares on released covariances: an equation of each number, and the shares of the
 * levels of each category, which are lines of indicators, too, so that categorical causes add. Weights between numbers
 * are coefficients; where an end is a category they are √(1 − exp(−2 I)) (Linfoot 1957), I being what the cause tells
 * of the effect given its other parents, less chance.
 */
final class MixedFamilies {

    /** An edge is there, however little it tells beyond chance. */
    private static final double LEAST = 1e-6;
    /** The least share of a level. */
    private static final double RARE = 1e-4;
    /** α, as of counts without noise. */
    private static final double EQUIVALENT_ROWS = 1;

    private final NoisyColumns released;
    private final double[] covariance;
    private final BlockInformation information;
    private final int[][] blocks;

    MixedFamilies(NoisyColumns released, double[] covariance, BlockInformation information) {
        this.released = released;
        this.covariance = covariance;
        this.information = information;
        this.blocks = released.blocks();
    }

    private boolean isCategory(int variable) {
        return released.shape().isCategory(variable);
    }

    WeightMatrix weights(ParentSets graph) {
        int d = blocks.length;
        double[] weights = new double[d * d];
        for (int j = 0; j < d; j++) {
            int[] parents = graph.sorted(j);
            for (int i : parents) {
                if (isCategory(i) || isCategory(j)) {
                    int[] others = Arrays.stream(parents).filter(p -> p != i).toArray();
                    double chance = blocks[i].length * (double) blocks[j].length / 2 / released.rows();
                    double beyond = information.of(j, new int[] {i}, others) - chance;
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

    CategoricalModel model(ParentSets graph) {
        List<CategoricalModel.FamilyCounts> counts = new ArrayList<>();
        List<CategoricalModel.Line> lines = new ArrayList<>();
        for (int j = 0; j < blocks.length; j++) {
            if (isCategory(j)) {
                counts.add(counts(
                        j,
                        Arrays.stream(graph.sorted(j)).filter(this::isCategory).toArray()));
            } else {
                lines.add(line(j, graph.sorted(j)));
            }
        }
        return new CategoricalModel(counts, lines);
    }

    /** The least squares of a column on those of parents. */
    private record Fit(List<Slope> slopes, double residualVariance) {}

    /** A coefficient of a column of a parent, in the units of the columns. */
    private record Slope(int parent, int column, double coefficient) {}

    private Fit fit(int column, int[] parents) {
        int r = (int) Math.round(Math.sqrt(covariance.length));
        int most = Arrays.stream(parents).map(i -> blocks[i].length).sum();
        TargetRegression regression = new TargetRegression(r, covariance, column, most);
        List<int[]> added = new ArrayList<>();
        for (int i : parents) {
            for (int cause : blocks[i]) {
                if (regression.add(cause)) {
                    added.add(new int[] {i, cause});
                }
            }
        }
        double[] b = regression.coefficients(new double[most]);
        List<Slope> slopes = new ArrayList<>();
        for (int a = 0; a < added.size(); a++) {
            slopes.add(new Slope(added.get(a)[0], added.get(a)[1], b[a]));
        }
        return new Fit(slopes, Math.max(0, regression.residualVariance()));
    }

    private CategoricalModel.Line line(int j, int[] parents) {
        int own = blocks[j][0];
        Fit fit = fit(own, parents);
        double intercept = released.mean(j, own);
        List<CategoricalModel.Term> terms = new ArrayList<>();
        for (Slope slope : fit.slopes()) {
            int i = slope.parent();
            double weight = slope.coefficient() * released.unit(j) / released.unit(i);
            terms.add(new CategoricalModel.Term(i, released.level(i, slope.column()), weight));
            intercept -= weight * released.mean(i, slope.column());
        }
        return new CategoricalModel.Line(
                j, intercept, fit.residualVariance() * released.unit(j) * released.unit(j), terms);
    }

    private CategoricalModel.FamilyCounts counts(int j, int[] parents) {
        int k = released.shape().levels(j);
        int combinations = Arrays.stream(parents).map(released.shape()::levels).reduce(1, Math::multiplyExact);
        LevelShares own = levelShares(j, parents);
        LevelShares[] before = new LevelShares[parents.length];
        Arrays.setAll(before, p -> levelShares(parents[p], Arrays.copyOf(parents, p)));
        List<Double> counts = new ArrayList<>();
        int[] level = new int[blocks.length];
        for (int c = 0; c < combinations; c++) {
            int rest = c;
            for (int p = parents.length - 1; p >= 0; p--) {
                level[parents[p]] = rest % released.shape().levels(parents[p]);
                rest /= released.shape().levels(parents[p]);
            }
            double rows = released.rows();
            for (int p = 0; p < parents.length; p++) {
                rows *= shares(before[p], level)[level[parents[p]]];
            }
            double[] shares = shares(own, level);
            for (int l = 0; l < k; l++) {
                counts.add(rows * shares[l]);
            }
        }
        return new CategoricalModel.FamilyCounts(
                j, IntStream.of(parents).boxed().toList(), k, counts, EQUIVALENT_ROWS);
    }

    /** The lines of the levels of a category that are searched, on its parents. */
    private record LevelShares(int category, List<Fit> lines) {}

    private LevelShares levelShares(int j, int[] parents) {
        return new LevelShares(
                j,
                Arrays.stream(blocks[j])
                        .mapToObj(column -> fit(column, parents))
                        .toList());
    }

    /** The shares of the levels of a category where its parents have some levels. */
    private double[] shares(LevelShares of, int[] level) {
        int j = of.category();
        double[] shares = new double[released.shape().levels(j)];
        double known = 0;
        int reference = 0;
        for (int l = 0; l < shares.length; l++) {
            shares[l] = released.share(j, l);
            reference = shares[l] > shares[reference] ? l : reference;
        }
        for (int k = 0; k < blocks[j].length; k++) {
            int column = blocks[j][k];
            double share = released.mean(j, column);
            for (Slope slope : of.lines().get(k).slopes()) {
                int i = slope.parent();
                double has = released.level(i, slope.column()) == level[i] ? 1 : 0;
                share += slope.coefficient() * (has - released.mean(i, slope.column()));
            }
            shares[released.level(j, column)] = share;
        }
        for (int l = 0; l < shares.length; l++) {
            known += l == reference ? 0 : shares[l];
        }
        shares[reference] = 1 - known;
        double total = 0;
        for (int l = 0; l < shares.length; l++) {
            shares[l] = Math.max(RARE, shares[l]);
            total += shares[l];
        }
        for (int l = 0; l < shares.length; l++) {
            shares[l] /= total;
        }
        return shares;
    }
}
