package io.hedgerow.core.search;

import io.hedgerow.core.graph.WeightMatrix;
import java.util.Optional;

/**
 * The posterior over the structure of a linear network, from one matrix of covariances: which variables are joined, and
 * in which direction as far as the data tell.
 */
public final class StructureSearch {

    private final EdgeKnowledge knowledge;
    private final Optional<NoiseAssumption> assumption;
    private final long seed;

    public StructureSearch(EdgeKnowledge knowledge, Optional<NoiseAssumption> assumption, long seed) {
        this.knowledge = knowledge;
        this.assumption = assumption;
        this.seed = seed;
    }

    public StructurePosterior search(int variables, double[] covariance, double rows) {
        MomentMatrix.require(variables, covariance);
        ScoreFit fit;
        double margin = Double.NaN;
        NoiseAssumption chosen;
        if (assumption.isPresent()) {
            chosen = assumption.get();
            fit = fit(variables, covariance, rows, chosen);
        } else {
            ScoreFit equal = fit(variables, covariance, rows, NoiseAssumption.EQUAL);
            ScoreFit unequal = fit(variables, covariance, rows, NoiseAssumption.UNEQUAL);
            margin = unequal.bic() - equal.bic();
            chosen = margin > 0 ? NoiseAssumption.EQUAL : NoiseAssumption.UNEQUAL;
            fit = margin > 0 ? equal : unequal;
        }
        OrderSampler.Sampled sampled = fit.sample();
        WeightMatrix network = ParentFit.weights(variables, covariance, sampled.best());
        return new StructurePosterior(
                chosen, margin, network, sampled.edges(), sampled.directed(), sampled.open(), sampled.dropped(), sampled.gap());
    }

    private ScoreFit fit(int variables, double[] covariance, double rows, NoiseAssumption chosen) {
        return ScoreFit.of(variables, covariance, rows, chosen, knowledge, new SearchRandom(seed));
    }
}
