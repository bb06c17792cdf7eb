// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.score;

import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.regression.FamilyMoments;
import io.hedgerow.core.search.NoiseAssumption;
import java.util.ArrayList;
import java.util.List;

/**
 * Parameters of a score that are estimated from the data (empirical Bayes): s² the noise variance, where variances are
 * equal; v², {@code slab}, the prior variance of a coefficient in units of s²; the share of pairs of targets with an
 * edge, and the same of a target and a variable that is a parent only.
 */
public record HyperParameters(double noise, double slab, double share, double shareOfParentsOnly) {

    /**
     * The largest share of lags: with few rows many small weights explain them as well as few large ones, and rounds
     * would go on until every lag is an edge.
     */
    private static final double MOST_LAGGED = 0.5;

    /** The share of noise in the variance that lags leave: a start. */
    private static final double OF_LAGS = 0.8;

    private static final double START_SLAB = 0.2;
    private static final double START_SHARE = 0.5;
    private static final double START_SHARE_LAGGED = 0.1;

    /**
     * Settings from sums over K clients, with d targets and (p + 1) d columns: s² = Σ n r / Σ n d, f_W = (#W + 1) / (K
     * d (d − 1) / 2 + 2), f_A = (#A + 1) / (K p d² + 2), v² = (Σ b² / s² + 0.4) / (#W + #A + 2).
     */
    public static HyperParameters of(FitSums sums, int clients, int targets, int columns) {
        double t = targets;
        double noise = sums.residuals() / sums.terms();
        return new HyperParameters(
                noise,
                (sums.squares() / noise + 0.4) / (sums.within() + sums.lagged() + 2),
                (sums.within() + 1) / (clients * (t * (t - 1) / 2) + 2),
                (sums.lagged() + 1) / (clients * (t * (columns - t)) + 2));
    }

    public HyperParameters checked() {
        if (!(noise > 0 && slab > 0 && share > 0 && share < 1 && shareOfParentsOnly > 0 && shareOfParentsOnly < 1)
                || noise + slab == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException("noise and slab must be finite and > 0 and shares between 0 and 1, were "
                    + noise + ", " + slab + ", " + share + ", " + shareOfParentsOnly);
        }
        return this;
    }

    /** Limits edges from variables that are parents only to a share of their pairs. */
    public HyperParameters sparseLags() {
        return new HyperParameters(noise, slab, share, Math.min(shareOfParentsOnly, MOST_LAGGED));
    }

    /** Settings before any data, for columns of variance 1. */
    public static HyperParameters ofNothing() {
        return new HyperParameters(1, START_SLAB, START_SHARE, START_SHARE_LAGGED);
    }

    /** A start, where this is the part that all lags explain. */
    public HyperParameters start() {
        return new HyperParameters(OF_LAGS * noise, START_SLAB, START_SHARE, START_SHARE_LAGGED);
    }

    /** Log odds of every allowed edge: each direction of a pair of targets has those of the pair. */
    public double[] logOdds(EdgeKnowledge knowledge) {
        return knowledge.logOdds(logOdds(share), logOdds(shareOfParentsOnly));
    }

    /** Log odds where the two directions of a pair share its probability: ln (f_W / (2 (1 − f_W))). */
    public double[] logOddsOfDirections(EdgeKnowledge knowledge) {
        return knowledge.logOdds(logOdds(share) - Math.log(2), logOdds(shareOfParentsOnly));
    }

    private static double logOdds(double share) {
        return Math.log(share / (1 - share));
    }

    /** Scores of parents under an assumption, with the score that is taken where none is named. */
    public LocalScores scores(
            EdgeKnowledge knowledge, double[] covariance, double rows, NoiseAssumption assumption, double[] logOdds) {
        return scores(knowledge, covariance, rows, assumption, GraphScore.BGE, logOdds);
    }

    /** Scores of parents under an assumption; a score that is named counts where noise variances differ. */
    public LocalScores scores(
            EdgeKnowledge knowledge,
            double[] covariance,
            double rows,
            NoiseAssumption assumption,
            GraphScore unequal,
            double[] logOdds) {
        int d = knowledge.variables();
        StructureScore score = assumption == NoiseAssumption.EQUAL
                ? CommonVarianceScore.of(d, covariance, rows, noise, slab)
                : unequal.of(d, covariance, rows, knowledge.targets().length < d);
        return new LocalScores(knowledge, score, logOdds);
    }

    /** Scores under an assumption where each variable may have rows of its own. */
    public SubsetScores scores(
            EdgeKnowledge knowledge,
            FamilyMoments moments,
            NoiseAssumption assumption,
            GraphScore unequal,
            double[] logOdds) {
        List<LocalScores> ofTarget = new ArrayList<>();
        for (int j = 0; j < moments.variables(); j++) {
            int first = moments.place(j);
            FamilyMoments.Moments own = moments.of(j);
            ofTarget.add(
                    first < j
                            ? ofTarget.get(first)
                            : scores(knowledge, own.covariance(), own.rows(), assumption, unequal, logOdds));
        }
        return moments.areOne() ? ofTarget.get(0) : new ScoresByTarget(ofTarget);
    }

    /**
     * The sums of one client's graphs from which the common settings follow, as one round sends them: {@code residuals}
     * Σ_j n r_j; {@code terms} n d, of d targets; {@code within} edges among targets; {@code lagged} edges from
     * variables that are parents only; {@code squares} Σ b².
     */
    public record FitSums(double residuals, double terms, double within, double lagged, double squares) {

        public static final FitSums NONE = new FitSums(0, 0, 0, 0, 0);

        public static FitSums of(double[] message) {
            return new FitSums(message[0], message[1], message[2], message[3], message[4]);
        }

        public double[] message() {
            return new double[] {residuals, terms, within, lagged, squares};
        }

        public FitSums plus(FitSums other, double factor) {
            return new FitSums(
                    residuals + factor * other.residuals,
                    terms + factor * other.terms,
                    within + factor * other.within,
                    lagged + factor * other.lagged,
                    squares + factor * other.squares);
        }
    }

    /**
     * Scores that use separate moments for each target variable, as where it was a target of interventions in some
     * rows. They may differ within a class of graphs: searches over classes must not use them. Not thread-safe.
     */
    private static final class ScoresByTarget implements SubsetScores {

        private final List<LocalScores> ofTarget;

        ScoresByTarget(List<LocalScores> ofTarget) {
            this.ofTarget = List.copyOf(ofTarget);
        }

        @Override
        public int variables() {
            return ofTarget.size();
        }

        @Override
        public int[] targets() {
            return ofTarget.get(0).targets();
        }

        @Override
        public int[] required(int target) {
            return ofTarget.get(target).required(target);
        }

        @Override
        public double of(int target, int[] parents, int count) {
            return ofTarget.get(target).of(target, parents, count);
        }

        @Override
        public void toggled(int target, int[] parents, int count, double[] out) {
            ofTarget.get(target).toggled(target, parents, count, out);
        }

        @Override
        public double[] ofSubsets(int target, int[] candidates) {
            return ofTarget.get(target).ofSubsets(target, candidates);
        }
    }
}
