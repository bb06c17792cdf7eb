// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.posterior;

import io.hedgerow.core.internal.random.SearchRandom;
import io.hedgerow.core.internal.search.chain.OrderChain;
import io.hedgerow.core.internal.search.chain.OrderSampler;
import io.hedgerow.core.internal.search.climb.BestOrder;
import io.hedgerow.core.internal.search.climb.EquivalenceSearch;
import io.hedgerow.core.internal.search.climb.GraphClimb;
import io.hedgerow.core.internal.search.climb.OrderedStart;
import io.hedgerow.core.internal.search.climb.RestartedClimb;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.graph.ParentSets;
import io.hedgerow.core.internal.search.regression.FamilyMoments;
import io.hedgerow.core.internal.search.regression.MomentMatrix;
import io.hedgerow.core.internal.search.regression.TargetRegression;
import io.hedgerow.core.internal.search.score.DecomposableScore;
import io.hedgerow.core.internal.search.score.EqualVarianceScore;
import io.hedgerow.core.internal.search.score.GraphScore;
import io.hedgerow.core.internal.search.score.HyperParameters;
import io.hedgerow.core.internal.search.score.HyperParameters.FitSums;
import io.hedgerow.core.internal.search.score.SubsetScores;
import io.hedgerow.core.search.NoiseAssumption;
import java.util.Arrays;
import org.apache.commons.math3.util.CombinatoricsUtils;
import org.jspecify.annotations.Nullable;

/** Finds the best graph under one assumption, in rounds that refit {@link HyperParameters} (empirical Bayes). */
final class ScoreFit {

    private static final int ROUNDS = 3;
    /** The number of orders from which the best one is sought. */
    private static final int ORDERS = 4;

    /** Beyond this a search over equivalence classes takes minutes. */
    private static final int MOST_OF_CLASSES = 100;

    /** A smaller share of a variance is round-off. */
    private static final double SMALLEST = 1e-12;

    /** The least degrees of freedom, where a graph has almost as many edges. */
    private static final double LEAST_FREE = 0.5;

    private final int d;
    private final int[] targets;
    private final FamilyMoments moments;
    private final double rows;
    private final NoiseAssumption assumption;
    private final GraphScore unequal;
    private final EdgeKnowledge knowledge;
    private final SearchRandom random;
    private HyperParameters settings;
    private SubsetScores scores;
    private ParentSets best;
    private double[] residuals;
    private @Nullable OrderedStart ordered;

    private ScoreFit(
            FamilyMoments moments,
            NoiseAssumption assumption,
            GraphScore unequal,
            EdgeKnowledge knowledge,
            SearchRandom random) {
        this.d = knowledge.variables();
        this.targets = knowledge.targets();
        this.moments = moments;
        this.rows = moments.all().rows();
        this.assumption = assumption;
        this.unequal = unequal;
        this.knowledge = knowledge;
        this.random = random;
        this.settings = new HyperParameters(
                MomentMatrix.smallestVariance(d, moments.all().covariance()),
                1,
                Math.min(0.5, 2.0 / Math.max(1, targets.length - 1)),
                Math.min(0.1, 1.0 / targets.length));
        this.best = knowledge.requiredParents();
        this.scores = prepared();
        this.residuals = new double[d];
    }

    /** The fit to covariances; {@code unequal} is the score where each variable has a noise variance of its own. */
    static ScoreFit of(
            FamilyMoments moments,
            NoiseAssumption assumption,
            GraphScore unequal,
            EdgeKnowledge knowledge,
            SearchRandom random) {
        ScoreFit fit = new ScoreFit(moments, assumption, unequal, knowledge, random);
        for (int round = 0; round < ROUNDS; round++) {
            fit.best = RestartedClimb.search(fit.scores, fit.best, random);
            fit.consider(round);
            fit.refit();
        }
        return fit;
    }

    private void consider(int round) {
        boolean last = round == ROUNDS - 1;
        if (assumption == NoiseAssumption.EQUAL) {
            if (knowledge.saysOnlyTargets()) {
                keepBetter(ordered().parents(priced(), ParentSets.MOST));
            }
            return;
        }
        // with interventions graphs of one class of observed rows have other scores
        if (last && d <= MOST_OF_CLASSES && knowledge.isEmpty() && moments.areOne()) {
            keepBetter(EquivalenceSearch.search(scores, ParentSets.empty(d)));
        }
        if (last && knowledge.requiredParents().edgeCount() == 0) {
            BestOrder orders = new BestOrder(scores);
            for (int start = 0; start < ORDERS; start++) {
                keepBetter(orders.search(randomOrder()));
            }
        }
    }

    private int[] randomOrder() {
        return Arrays.stream(OrderChain.randomOrder(targets.length, random))
                .map(at -> targets[at])
                .toArray();
    }

    private void keepBetter(ParentSets other) {
        GraphClimb climb = new GraphClimb(scores, other);
        climb.climb();
        if (climb.score() > new GraphClimb(scores, best).score()) {
            best = climb.parents().copy();
        }
    }

    /** The start of the covariances, whose order and regressions all rounds share. */
    private OrderedStart ordered() {
        if (ordered == null) {
            ordered = new OrderedStart(knowledge, moments.all().covariance());
        }
        return ordered;
    }

    private DecomposableScore priced() {
        return EqualVarianceScore.of(settings.noise() * Math.log(rows) / rows, 0);
    }

    private SubsetScores prepared() {
        return settings.scores(knowledge, moments, assumption, unequal, settings.logOdds(knowledge));
    }

    private void refit() {
        int edges = best.edgeCount();
        int late = edgesAmongTargets();
        residuals = new double[d];
        double sum = 0;
        double squares = 0;
        for (int j : targets) {
            double[] covariance = moments.of(j).covariance();
            TargetRegression regression = new TargetRegression(d, covariance, j, best.count(j));
            for (int p = 0; p < best.count(j); p++) {
                regression.add(best.parent(j, p));
            }
            for (double b : regression.coefficients(new double[best.count(j)])) {
                squares += b * b;
            }
            // required parents may determine their child
            residuals[j] = Math.max(regression.residualVariance(), SMALLEST * covariance[j * (d + 1)]);
            sum += residuals[j];
        }
        // n is a factor of both sums, and so of neither; every coefficient takes a degree of freedom from the residuals
        double free = targets.length * Math.max(LEAST_FREE, 1 - edges / rows / targets.length);
        settings = HyperParameters.of(new FitSums(sum, free, late, edges - late, squares), 1, targets.length, d);
        scores = prepared();
    }

    private int edgesAmongTargets() {
        int late = 0;
        for (int i : targets) {
            for (int j : targets) {
                late += best.positionOf(j, i) >= 0 ? 1 : 0;
            }
        }
        return late;
    }

    /**
     * The extended Bayesian information criterion with γ = 1 (Chen and Chen 2008), smaller is better: −2 ln likelihood,
     * the price of its parameters, and 2 ln C(P, E) for which E of P pairs have an edge. Without the last term a graph
     * of many edges that few rows made by chance decides which assumption is taken.
     */
    double bic() {
        double sum = 0;
        double logs = 0;
        for (int j : targets) {
            sum += residuals[j];
            logs += Math.log(residuals[j]);
        }
        int t = targets.length;
        double price = Math.log(rows);
        double choices = 2 * CombinatoricsUtils.binomialCoefficientLog(pairs(), best.edgeCount());
        return choices
                + (assumption == NoiseAssumption.EQUAL
                        ? rows * t * Math.log(sum / t) + best.edgeCount() * price
                        : rows * logs + (best.edgeCount() + t - 1) * price);
    }

    /** P, of two targets or of a target and a variable that is a parent only. */
    private int pairs() {
        int t = targets.length;
        return t * (t - 1) / 2 + t * (d - t);
    }

    ParentSets best() {
        return best;
    }

    OrderSampler.Sampled sample() {
        return new OrderSampler(scores, moments.all().covariance(), rows, knowledge, best, random)
                .sample(scores.caution());
    }
}
