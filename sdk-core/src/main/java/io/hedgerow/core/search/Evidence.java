package io.hedgerow.core.search;

import io.hedgerow.core.graph.PairProbabilities;
import java.util.List;
import java.util.Objects;

/**
 * What a search on second moments says beside the network: how likely each pair of variables is joined, what else is in
 * its equations, and how far to trust it.
 *
 * @param pairs directions that are identified, and probabilities
 * @param equations of every variable, in the order of the schema; empty where means are not known
 * @param trust what was assumed and whether the data agree
 */
public record Evidence(PairProbabilities pairs, List<Equation> equations, Trust trust) {
    public Evidence {
        Objects.requireNonNull(pairs, "pairs");
        equations = List.copyOf(equations);
        Objects.requireNonNull(trust, "trust");
    }

    /**
     * What a variable's equation has beside weights.
     *
     * @param intercept in the variable's unit, over all sites
     * @param noiseVariance in its square, within sites
     */
    public record Equation(double intercept, double noiseVariance) {}
}
