// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.feature.search;

import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.feature.moments.FeatureMap;
import io.hedgerow.core.internal.feature.moments.FeatureMoments;
import io.hedgerow.core.internal.random.SearchRandom;
import io.hedgerow.core.internal.search.chain.StructureChain;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.graph.ParentSets;
import io.hedgerow.core.internal.search.posterior.GraphSearch;
import io.hedgerow.core.internal.search.posterior.ScorePolicy;
import io.hedgerow.core.search.NoiseAssumption;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The best graph on the moments of a {@link FeatureMap}, under equal noise variances or one for each variable,
 * whichever has the smaller criterion: −2 S + n (Σ ln s_j² + d) + (d − 1) ln n for a variance of each variable's own,
 * and −2 S + n d ln σ² for a common one; s_j the deviation of variable j, S the score of the best graph, in nats.
 */
public final class FeatureSearch {

    private static final int ROUNDS = 3;
    /** |ln| of the ratio of two noise variances that follow each other. */
    private static final double SETTLED = 0.02;

    private static final int STEPS_OF_EDGE = 200;

    private final FeatureMoments moments;
    private final EdgeKnowledge knowledge;
    private final double rows;
    private final FeaturePrior prior;
    private final SearchRandom random;

    /** Prepares a search on moments of n_eff rows; the seed is that of restarts and chains. */
    public FeatureSearch(FeatureMoments moments, EdgeKnowledge knowledge, double rows, FeaturePrior prior, long seed) {
        this.moments = moments;
        this.knowledge = knowledge;
        this.rows = rows;
        this.prior = prior;
        this.random = new SearchRandom(seed);
    }

    /** The best graph under an assumption; the noise is σ², or 0 for a variance of each variable's own. */
    public record Best(ParentSets graph, FeatureScores scores, double noise, double criterion) {
        public NoiseAssumption assumption() {
            return noise > 0 ? NoiseAssumption.EQUAL : NoiseAssumption.UNEQUAL;
        }

        public int[] parents(int target) {
            int[] parents = new int[graph.count(target)];
            Arrays.setAll(parents, p -> graph.parent(target, p));
            return parents;
        }
    }

    /** The best graph under an assumption, and the excess of the other's criterion; 0 when there was no choice. */
    public record Chosen(Best best, double margin) {}

    public EdgeKnowledge knowledge() {
        return knowledge;
    }

    public Chosen best(Optional<NoiseAssumption> assumed, List<ParentSets> starts) {
        Best unequal = unequal(starts);
        if (assumed.isPresent() && assumed.get() == NoiseAssumption.UNEQUAL) {
            return new Chosen(unequal, 0);
        }
        Best equal = equal(unequal.graph(), starts);
        if (assumed.isPresent()) {
            return new Chosen(equal, 0);
        }
        double margin = unequal.criterion() - equal.criterion();
        return margin > 0 ? new Chosen(equal, margin) : new Chosen(unequal, -margin);
    }

    /** A graph from which pairs are chosen: of single climbs, with a noise variance of each variable's own. */
    public Best draft(List<ParentSets> starts) {
        GraphSearch<FeatureScores> search = GraphSearch.of(knowledge, scores(0), random);
        ParentSets graph = search.draft(knowledge.requiredParents(), withRequired(starts));
        return new Best(graph, search.scores(), 0, 0);
    }

    private FeatureScores scores(double noise) {
        return new FeatureScores(moments, knowledge, rows, noise, prior);
    }

    /** The graph of required edges alone, which every finite score has, and others. */
    private List<ParentSets> withRequired(List<ParentSets> starts) {
        return Stream.concat(Stream.of(knowledge.requiredParents()), starts.stream())
                .toList();
    }

    private Best unequal(List<ParentSets> starts) {
        GraphSearch<FeatureScores> search = GraphSearch.of(knowledge, scores(0), random);
        ParentSets best = search.search(withRequired(starts));
        double units = 0;
        for (int j : knowledge.targets()) {
            units += 2 * Math.log(moments.map().marginal(j).deviation());
        }
        int d = knowledge.targets().length;
        return new Best(best, search.scores(), 0, -2 * search.score() + rows * (units + d) + (d - 1) * Math.log(rows));
    }

    private Best equal(ParentSets other, List<ParentSets> starts) {
        CommonNoise common = new CommonNoise(median(residuals(other)));
        GraphSearch<FeatureScores> search = GraphSearch.of(common, random);
        search.draft(other, starts);
        ParentSets best = search.search();
        int d = knowledge.targets().length;
        return new Best(best, common.scores, common.noise, -2 * search.score() + rows * d * Math.log(common.noise));
    }

    /** One noise variance, the mean of the residual variances of the best graph. */
    private final class CommonNoise implements ScorePolicy<FeatureScores> {
        private double noise;
        private FeatureScores scores;

        CommonNoise(double start) {
            this.noise = start;
            this.scores = FeatureSearch.this.scores(start);
        }

        @Override
        public EdgeKnowledge knowledge() {
            return knowledge;
        }

        @Override
        public FeatureScores scores() {
            return scores;
        }

        @Override
        public int rounds() {
            return ROUNDS;
        }

        @Override
        public boolean refit(ParentSets best) {
            double next = Arrays.stream(residuals(best)).average().orElseThrow();
            boolean settled = Math.abs(Math.log(next / noise)) < SETTLED;
            noise = next;
            scores = FeatureSearch.this.scores(noise);
            return !settled;
        }
    }

    /** The residual variance of each target, in the square of its unit. */
    private double[] residuals(ParentSets graph) {
        FeatureScores free = scores(0);
        Best all = new Best(graph, free, 0, 0);
        return Arrays.stream(knowledge.targets())
                .mapToDouble(j -> {
                    double unit = moments.map().marginal(j).deviation();
                    FeatureFamily fitted = free.fitted(j, all.parents(j));
                    return Math.max(fitted.residual(), 1e-6 * fitted.variance()) * unit * unit;
                })
                .toArray();
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    /** The posterior probability of i → j, [d, d], from a chain over graphs from the best (Madigan and York 1995). */
    public WeightMatrix probabilities(Best found) {
        int d = moments.map().variables();
        long steps = (long) STEPS_OF_EDGE * d * knowledge.targets().length;
        return new StructureChain(found.scores(), knowledge, found.graph(), random).shares(0, steps, step -> {});
    }
}
