package io.hedgerow.core.search;

import io.hedgerow.core.graph.PairProbabilities;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;

/**
 * What a search on second moments says beside the network: how likely each pair of variables is joined, what else is in
 * its equations, and how far to trust it.
 *
 * @param pairs directions that are identified, and probabilities
 * @param equations of every variable, in the order of the schema; empty where means are not known
 * @param trust what was assumed and whether the data agree
 * @param lags of series, as many steps back as were found to be needed or were asked for; empty of other rows
 */
public record Evidence(PairProbabilities pairs, List<Equation> equations, Trust trust, OptionalInt lags) {
    public Evidence {
        Objects.requireNonNull(pairs, "pairs");
        equations = List.copyOf(equations);
        Objects.requireNonNull(trust, "trust");
        Objects.requireNonNull(lags, "lags");
    }

    /**
     * The same of series.
     *
     * @param steps as far back as was looked
     * @return a copy
     */
    public Evidence lookingBack(int steps) {
        return new Evidence(pairs, equations, trust, OptionalInt.of(steps));
    }

    /**
     * What a variable's equation has beside weights.
     *
     * @param intercept in the variable's unit, over all sites
     * @param noiseVariance in its square, within sites
     */
    public record Equation(double intercept, double noiseVariance) {}
}
