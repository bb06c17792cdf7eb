// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.posterior;

import io.hedgerow.core.internal.random.SearchRandom;
import io.hedgerow.core.internal.search.chain.OrderSampler;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.graph.ParentSets;
import io.hedgerow.core.internal.search.regression.FamilyMoments;
import io.hedgerow.core.internal.search.regression.MomentMatrix;
import io.hedgerow.core.internal.search.regression.ParentFit;
import io.hedgerow.core.internal.search.score.GraphScore;
import io.hedgerow.core.internal.search.score.SubsetScores;
import io.hedgerow.core.search.NoiseAssumption;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The posterior over structures of a linear network, from one matrix of covariances S: [d, d]: P(edge) of every pair,
 * and its direction as far as the data show it.
 *
 * <p>The best graph is sought by a {@link GraphSearch}; probabilities come from Markov chains over orders of the
 * variables (Friedman and Koller 2003; Kuipers, Suter and Moffa 2022). The share of pairs with an edge is estimated
 * with the graph (empirical Bayes).
 *
 * <p>Two assumptions on the noises are compared unless one is given: equal variances, under which all directions are
 * identified, and a variance for each variable, under which a class of graphs is. The one with the smaller Bayesian
 * information criterion is taken. Another common unit of all columns changes nothing, and under the second other units
 * of single columns do not either.
 *
 * <p>Deterministic for a seed. Immutable. Not private: run it on moments that may be seen. Cost: measured at d = 20,
 * 44, 64 and 107 with 30, 66, 102 and 150 edges about 0.3, 0.8, 2 and 3 s of one processor; memory 48 t · 2^K bytes at
 * most for t explained variables, with K = 12 up to 30 variables, 14 above, and 10 where t is above 150.
 */
public final class StructureSearch {

    /** The least n_eff: dependent rows still have some information about single columns. */
    public static final double LEAST_ROWS = 1.5;

    /** Columns of series beyond which graphs for marks would take too much memory. */
    static final int MOST_COLUMNS_DRAWN = 300;

    /** Variables that are explained; beyond this a posterior takes minutes. */
    private static final int MOST_WITH_CHAINS = 300;

    private final EdgeKnowledge knowledge;
    private final Optional<NoiseAssumption> assumption;
    private final long seed;
    private final boolean chains;
    private final GraphScore score;

    private StructureSearch(
            EdgeKnowledge knowledge,
            Optional<NoiseAssumption> assumption,
            long seed,
            boolean chains,
            GraphScore score) {
        this.knowledge = knowledge;
        this.assumption = assumption;
        this.seed = seed;
        this.chains = chains;
        this.score = score;
    }

    /** A search without knowledge or assumption; no probabilities of more than {@value #MOST_WITH_CHAINS} variables. */
    public static StructureSearch of(int variables, long seed) {
        return new StructureSearch(EdgeKnowledge.none(variables), Optional.empty(), seed, true, GraphScore.BGE);
    }

    /** The same search with required and forbidden edges, which every graph respects. */
    public StructureSearch knowing(EdgeKnowledge known) {
        return new StructureSearch(Objects.requireNonNull(known, "known"), assumption, seed, chains, score);
    }

    public EdgeKnowledge knowledge() {
        return knowledge;
    }

    public StructureSearch assuming(NoiseAssumption assumed) {
        return new StructureSearch(knowledge, Optional.of(assumed), seed, chains, score);
    }

    /** The same search without chains, in a fraction of the time: the best graph of climbs and of class searches. */
    public StructureSearch climbing() {
        return new StructureSearch(knowledge, assumption, seed, false, score);
    }

    /** The same search by another score where each variable has a noise variance of its own. */
    public StructureSearch by(GraphScore other) {
        return new StructureSearch(knowledge, assumption, seed, chains, other);
    }

    /** Searches by centred S: [d, d] row by row, finite, symmetric, its diagonal positive, and n_eff above 1. */
    public StructurePosterior search(double[] covariance, double rows) {
        return search(FamilyMoments.of(knowledge.variables(), covariance, rows));
    }

    /**
     * Searches by moments, finite, symmetric, with positive diagonals and n_eff above 1, of rows in which each variable
     * was no target of interventions. Equal noise variances are considered only where all have the same rows.
     */
    public StructurePosterior search(FamilyMoments moments) {
        if (moments.variables() != knowledge.variables()) {
            throw new IllegalArgumentException(
                    "moments must be of " + knowledge.variables() + " variables, were of " + moments.variables());
        }
        if (!moments.areOne() && !assumption.equals(Optional.of(NoiseAssumption.UNEQUAL))) {
            throw new IllegalArgumentException("a search with interventions must assume unequal noise variances, was "
                    + assumption.map(Enum::name).orElse("open"));
        }
        // priors of coefficients depend on the unit of the columns
        FamilyMoments scaled = moments.divided(MomentMatrix.smallestVariance(
                knowledge.variables(), moments.all().covariance()));
        if (assumption.isPresent()) {
            return posterior(fit(scaled, assumption.get()), 0, moments);
        }
        // neither knows of the other, so that threads change nothing
        List<Fitted> fits = Stream.of(NoiseAssumption.EQUAL, NoiseAssumption.UNEQUAL)
                .parallel()
                .map(assumed -> fit(scaled, assumed))
                .toList();
        double margin = fits.get(1).scores().bic() - fits.get(0).scores().bic();
        return margin > 0 ? posterior(fits.get(0), margin, moments) : posterior(fits.get(1), -margin, moments);
    }

    /** A finished search under an assumption. */
    private record Fitted(NoiseAssumption assumed, ScoreFit scores, GraphSearch<SubsetScores> search) {}

    private Fitted fit(FamilyMoments moments, NoiseAssumption assumed) {
        ScoreFit scores = new ScoreFit(moments, assumed, score, knowledge);
        GraphSearch<SubsetScores> search = GraphSearch.of(scores, new SearchRandom(seed));
        search.search();
        return new Fitted(assumed, scores, search);
    }

    private StructurePosterior posterior(Fitted fit, double margin, FamilyMoments moments) {
        if (!chains || knowledge.targets().length > MOST_WITH_CHAINS) {
            return new StructurePosterior(
                    fit.assumed(),
                    margin,
                    ParentFit.weights(moments, fit.search().best()),
                    Optional.empty(),
                    List.of(),
                    List.of(),
                    Optional.empty(),
                    0,
                    0);
        }
        OrderSampler.Sampled sampled = GraphSearch.sample(
                fit.search(), fit.scores().covariance(), fit.scores().rows());
        return new StructurePosterior(
                fit.assumed(),
                margin,
                ParentFit.weights(moments, sampled.best()),
                Optional.of(sampled.edges()),
                // only marks for hidden causes need them
                knowledge.targets().length < knowledge.variables() && knowledge.variables() > MOST_COLUMNS_DRAWN
                        ? List.of()
                        : sampled.drawn().stream().map(ParentSets::marks).toList(),
                sampled.wide(),
                Optional.empty(),
                sampled.trapped(),
                sampled.gap());
    }
}
