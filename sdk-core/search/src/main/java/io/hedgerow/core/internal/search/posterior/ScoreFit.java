// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.posterior;

import io.hedgerow.core.internal.search.climb.OrderedStart;
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
import java.util.List;
import org.apache.commons.math3.util.CombinatoricsUtils;
import org.jspecify.annotations.Nullable;

/** Scores on moments under one assumption, whose {@link HyperParameters} each round of a search refits. */
final class ScoreFit implements ScorePolicy<SubsetScores> {

    private static final int ROUNDS = 3;

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
    private HyperParameters settings;
    private SubsetScores scores;
    private double[] residuals;
    private int edges;
    private @Nullable OrderedStart ordered;

    /** The fit to covariances; {@code unequal} is the score where each variable has a noise variance of its own. */
    ScoreFit(FamilyMoments moments, NoiseAssumption assumption, GraphScore unequal, EdgeKnowledge knowledge) {
        this.d = knowledge.variables();
        this.targets = knowledge.targets();
        this.moments = moments;
        this.rows = moments.all().rows();
        this.assumption = assumption;
        this.unequal = unequal;
        this.knowledge = knowledge;
        this.settings = new HyperParameters(
                MomentMatrix.smallestVariance(d, moments.all().covariance()),
                1,
                Math.min(0.5, 2.0 / Math.max(1, targets.length - 1)),
                Math.min(0.1, 1.0 / targets.length));
        this.scores = prepared();
        this.residuals = new double[d];
    }

    @Override
    public EdgeKnowledge knowledge() {
        return knowledge;
    }

    @Override
    public SubsetScores scores() {
        return scores;
    }

    double[] covariance() {
        return moments.all().covariance();
    }

    double rows() {
        return rows;
    }

    @Override
    public int rounds() {
        return ROUNDS;
    }

    /** With equal noise variances the graph of the order in which conditional variances grow. */
    @Override
    public List<ParentSets> starts() {
        return assumption == NoiseAssumption.EQUAL && knowledge.saysOnlyTargets()
                ? List.of(ordered().parents(priced(), ParentSets.MOST))
                : List.of();
    }

    /** Not with interventions, where graphs of one class of observed rows have other scores. */
    @Override
    public boolean knowClasses() {
        return assumption == NoiseAssumption.UNEQUAL && moments.areOne();
    }

    @Override
    public boolean seekOrders() {
        return assumption == NoiseAssumption.UNEQUAL;
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

    @Override
    public boolean refit(ParentSets best) {
        edges = best.edgeCount();
        int late = edgesAmongTargets(best);
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
        return true;
    }

    private int edgesAmongTargets(ParentSets best) {
        int late = 0;
        for (int i : targets) {
            for (int j : targets) {
                late += best.positionOf(j, i) >= 0 ? 1 : 0;
            }
        }
        return late;
    }

    /**
     * The extended Bayesian information criterion with γ = 1 (Chen and Chen 2008) of the last graph, smaller is better:
     * −2 ln likelihood, the price of its parameters, and 2 ln C(P, E) for which E of P pairs have an edge. Without the
     * last term a graph of many edges that few rows made by chance decides which assumption is taken.
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
        double choices = 2 * CombinatoricsUtils.binomialCoefficientLog(pairs(), edges);
        return choices
                + (assumption == NoiseAssumption.EQUAL
                        ? rows * t * Math.log(sum / t) + edges * price
                        : rows * logs + (edges + t - 1) * price);
    }

    /** P, of two targets or of a target and a variable that is a parent only. */
    private int pairs() {
        int t = targets.length;
        return t * (t - 1) / 2 + t * (d - t);
    }
}
