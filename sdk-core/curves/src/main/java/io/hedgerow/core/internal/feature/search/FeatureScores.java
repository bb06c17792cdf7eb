// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.feature.search;

import io.hedgerow.core.internal.feature.moments.FeatureMoments;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.graph.ParentLimit;
import io.hedgerow.core.internal.search.score.FamilyScores;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Log evidence of variables given parents, at the prior variances that suit them best: of lines only, of curves, of
 * curves with simple products of pairs, or with all products, where the others have no larger prior variance than the
 * simple ones. With a noise variance of each variable's own, −(n ln r + complexity) / 2; with a common one, σ², −(n r /
 * σ² + complexity) / 2; less a price of each edge. Every family is computed once. Not thread-safe.
 */
public final class FeatureScores implements FamilyScores {

    /** More parents have too few rows each for their columns. */
    public static final ParentLimit PARENTS = new ParentLimit(8);

    private static final double[] TAUS = {0.1, 1, 10, 100};
    private static final double[] PAIR_TAUS = {0.1, 1, 10};
    /** A smaller share of a variance is round-off. */
    private static final double SMALLEST = 1e-6;

    private final FeatureMoments moments;
    private final EdgeKnowledge knowledge;
    private final double rows;
    private final double noise;
    private final double price;
    private final FeatureFamily family;
    private final Map<List<Integer>, Double> known = new HashMap<>();

    /** The number of columns, with prior variances τ of single variables, simple products of pairs, and others. */
    private record Prior(int columns, double tau, double pairTau, double otherTau) {}

    private Prior prior = new Prior(0, 1, 1, 1);

    /** Scores graphs with a noise variance σ², or 0 for a variance of each variable's own. */
    public FeatureScores(
            FeatureMoments moments, EdgeKnowledge knowledge, double rows, double noise, FeaturePrior assumed) {
        this.moments = moments;
        this.knowledge = knowledge;
        this.rows = rows;
        this.noise = noise;
        this.price = assumed.ofEdge(rows);
        this.family = new FeatureFamily(moments, rows, assumed);
    }

    @Override
    public int variables() {
        return moments.map().variables();
    }

    @Override
    public int[] targets() {
        return knowledge.targets();
    }

    @Override
    public double of(int target, int[] parents, int count) {
        int[] sorted = Arrays.copyOf(parents, count);
        Arrays.sort(sorted);
        List<Integer> key = IntStream.concat(IntStream.of(target), IntStream.of(sorted))
                .boxed()
                .toList();
        Double cached = known.get(key);
        if (cached == null) {
            cached = count > PARENTS.most() || !allowed(target, sorted)
                    ? Double.NEGATIVE_INFINITY
                    : evidence(target, sorted) - price * count;
            known.put(key, cached);
        }
        return cached;
    }

    private boolean allowed(int target, int[] parents) {
        for (int i = 0; i < variables(); i++) {
            boolean isParent = Arrays.binarySearch(parents, i) >= 0;
            if (isParent ? !knowledge.allows(i, target) : i != target && knowledge.requires(i, target)) {
                return false;
            }
        }
        return true;
    }

    /** The best evidence, whose prior is kept. */
    private double evidence(int target, int[] parents) {
        family.take(target, parents, parents.length);
        family.clear();
        double best = parents.length == 0 ? value(target) : Double.NEGATIVE_INFINITY;
        prior = new Prior(0, 1, 1, 1);
        int lines = family.lines();
        int curves = family.singles();
        int simple = family.simple();
        for (int t = 0; t < TAUS.length && curves > 0; t++) {
            double tau = TAUS[t];
            family.clear();
            family.extend(0, lines, tau);
            if (lines > 0) {
                best = better(best, value(target), new Prior(lines, tau, 1, 1));
            }
            family.extend(lines, curves, tau);
            best = better(best, value(target), new Prior(curves, tau, 1, 1));
            double residual = family.residual();
            double complexity = family.complexity();
            for (int p = 0; p < PAIR_TAUS.length && simple > curves; p++) {
                family.back(residual, complexity);
                family.extend(curves, simple, PAIR_TAUS[p]);
                best = better(best, value(target), new Prior(simple, tau, PAIR_TAUS[p], 1));
                best = withAllProducts(target, tau, p, best);
            }
        }
        return best;
    }

    private double withAllProducts(int target, double tau, int pairTau, double withSimple) {
        double best = withSimple;
        int simple = family.simple();
        double residual = family.residual();
        double complexity = family.complexity();
        for (int p = 0; p <= pairTau; p++) {
            family.back(residual, complexity);
            family.extend(simple, family.columns(), PAIR_TAUS[p]);
            best = better(best, value(target), new Prior(family.columns(), tau, PAIR_TAUS[pairTau], PAIR_TAUS[p]));
        }
        return best;
    }

    private double better(double best, double value, Prior by) {
        if (value > best) {
            prior = by;
            return value;
        }
        return best;
    }

    private double value(int target) {
        double residual = Math.max(family.residual(), SMALLEST * family.variance());
        double unit = moments.map().marginal(target).deviation();
        double fit = noise > 0 ? residual * unit * unit / noise : Math.log(residual);
        return -(rows * fit + family.complexity()) / 2;
    }

    /** The regression of a variable on parents, at the prior variances that suit it best; the columns that are in. */
    public FeatureFamily fitted(int target, int[] parents) {
        evidence(target, parents);
        int curves = Math.min(prior.columns(), family.singles());
        family.clear();
        family.extend(0, curves, prior.tau());
        int simple = Math.max(curves, Math.min(prior.columns(), family.simple()));
        family.extend(curves, simple, prior.pairTau());
        family.extend(simple, prior.columns(), prior.otherTau());
        return family;
    }

    @Override
    public void toggled(int target, int[] parents, int count, double[] out) {
        int[] set = new int[count + 1];
        for (int i = 0; i < variables(); i++) {
            int size = 0;
            for (int p = 0; p < count; p++) {
                if (parents[p] != i) {
                    set[size++] = parents[p];
                }
            }
            if (size == count) {
                set[size++] = i;
            }
            out[i] = i == target ? Double.NEGATIVE_INFINITY : of(target, set, size);
        }
    }
}
