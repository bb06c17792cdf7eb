// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.personal;

import io.hedgerow.core.internal.random.SearchRandom;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.graph.ParentSets;
import io.hedgerow.core.internal.search.posterior.GraphSearch;
import io.hedgerow.core.internal.search.regression.TargetRegression;
import io.hedgerow.core.internal.search.score.BgeScore;
import io.hedgerow.core.internal.search.score.HyperParameters;
import io.hedgerow.core.internal.search.score.HyperParameters.FitSums;
import io.hedgerow.core.internal.search.score.LocalScores;
import io.hedgerow.core.search.NoiseAssumption;

/** A client's moments, and the scores of its graphs under settings that all clients share. */
final class PersonalFit {

    /** A smaller share of a variance is round-off. */
    private static final double SMALLEST = 1e-12;

    private final PersonalMoments moments;
    private final NoiseAssumption assumption;
    private final HyperParameters settings;
    private final EdgeKnowledge knowledge;
    private final double[] covariance;
    private final double[] ridged;
    private final LocalScores scores;

    PersonalFit(
            PersonalMoments moments,
            NoiseAssumption assumption,
            HyperParameters settings,
            EdgeKnowledge knowledge,
            double[] logOdds) {
        this.moments = moments;
        this.assumption = assumption;
        this.settings = settings;
        this.knowledge = knowledge;
        this.covariance = moments.covariance();
        this.scores = settings.scores(knowledge, covariance, moments.worth(), assumption, logOdds);
        this.ridged = covariance.clone();
        for (int j = 0; j < moments.columns(); j++) {
            ridged[j * (moments.columns() + 1)] += ridge(j);
        }
    }

    /** The part of a variance from the normal prior on weights. */
    private double ridge(int j) {
        return assumption == NoiseAssumption.EQUAL
                ? 1 / (moments.worth() * settings.slab())
                : covariance[j * (moments.columns() + 1)] * BgeScore.SCALE_OF_SERIES / moments.worth();
    }

    PersonalMoments moments() {
        return moments;
    }

    LocalScores scores() {
        return scores;
    }

    double[] covariance() {
        return covariance;
    }

    /** A finished search for the best graph. */
    GraphSearch<LocalScores> climbed(SearchRandom random) {
        GraphSearch<LocalScores> search = GraphSearch.of(knowledge, scores, random);
        search.search();
        return search;
    }

    FitSums sums(ParentSets graph) {
        FitSums sums = FitSums.NONE;
        for (int j : knowledge.targets()) {
            Column column = column(graph, j);
            double within = 0;
            double squares = 0;
            for (int p = 0; p < column.weights.length; p++) {
                within += isTarget(graph.parent(j, p)) ? 1 : 0;
                squares += column.weights[p] * column.weights[p] + column.variances[p];
            }
            double n = moments.rows();
            sums = sums.plus(new FitSums(n * column.residual, n, within, column.weights.length - within, squares), 1);
        }
        return sums;
    }

    private boolean isTarget(int variable) {
        for (int j : knowledge.targets()) {
            if (j == variable) {
                return true;
            }
        }
        return false;
    }

    /** The posterior of one column's weights: their means and variances, and the residual r. */
    private static final class Column {
        private final double[] weights;
        private final double[] variances;
        private final double residual;

        Column(double[] weights, double[] variances, double residual) {
            this.weights = weights;
            this.variances = variances;
            this.residual = residual;
        }
    }

    private Column column(ParentSets graph, int j) {
        TargetRegression regression = new TargetRegression(moments.columns(), ridged, j, graph.count(j));
        for (int p = 0; p < graph.count(j); p++) {
            regression.add(graph.parent(j, p));
        }
        double[] without = new double[graph.count(j)];
        double[] b = regression.coefficients(without);
        double r =
                Math.max(regression.residualVariance() - ridge(j), SMALLEST * covariance[j * (moments.columns() + 1)]);
        double noise = assumption == NoiseAssumption.EQUAL ? settings.noise() : r;
        double[] variances = new double[b.length];
        for (int a = 0; a < b.length; a++) {
            // what r grows by without a is b² over the diagonal of the inverse
            double grown = without[a] - regression.residualVariance();
            variances[a] = grown > 0 ? noise / moments.worth() * b[a] * b[a] / grown : 0;
        }
        return new Column(b, variances, r);
    }

    /** ln of the density of other rows, with moments about the same means: Σ_j −n/2 ln(2π v_j) − Σ e_j² / (2 v_j). */
    double logLikelihood(ParentSets graph, PersonalMoments heldOut) {
        double sum = 0;
        for (int j : knowledge.targets()) {
            Column column = column(graph, j);
            // parents take degrees of freedom
            double v = assumption == NoiseAssumption.EQUAL
                    ? settings.noise()
                    : column.residual * moments.rows() / Math.max(1, moments.rows() - column.weights.length);
            double squares = heldOut.product(j, j);
            for (int a = 0; a < column.weights.length; a++) {
                int i = graph.parent(j, a);
                squares -= 2 * column.weights[a] * heldOut.product(i, j);
                for (int c = 0; c < column.weights.length; c++) {
                    squares += column.weights[a] * column.weights[c] * heldOut.product(i, graph.parent(j, c));
                }
            }
            sum -= heldOut.rows() / 2 * Math.log(2 * Math.PI * v) + squares / (2 * v);
        }
        return sum;
    }
}
