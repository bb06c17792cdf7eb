package io.hedgerow.core.internal.search;

import io.hedgerow.core.graph.WeightMatrix;

/**
 * What a {@link StructureSearch} found. A probability is right as far as the model is: linear relations, no hidden
 * common cause, and as many rows as were said.
 *
 * @param assumption on the noises, given or chosen
 * @param margin by how much the other assumption's Bayesian information criterion was larger; 0 when it was given
 * @param network the acyclic graph of the highest score met, with least-squares weights; with unequal variances every
 *     graph of its class is as likely, whatever its directions
 * @param edges [d, d] the posterior probability of i → j; an edge whose direction is not identified has about half of
 *     its probability in each
 * @param trapped how many of four chains stayed where the posterior is low, and are not counted; with more than one the
 *     probabilities should not be trusted
 * @param gap the largest difference of a probability between two chains that are counted
 */
public record StructurePosterior(
        NoiseAssumption assumption, double margin, WeightMatrix network, WeightMatrix edges, int trapped, double gap) {

    private static final double MOST = 0.99;

    /**
     * The probability that two variables are joined.
     *
     * @param i one
     * @param j the other
     * @return of i → j or j → i
     */
    public double joined(int i, int j) {
        return Math.min(1, edges.get(i, j) + edges.get(j, i));
    }

    /**
     * The probabilities as they should be shown: none above 0.99, for no model is known to be right to a hundredth.
     *
     * @return [d, d], of the network's edges
     */
    public WeightMatrix shown() {
        int d = network.variables();
        double[] shown = new double[d * d];
        for (int k = 0; k < shown.length; k++) {
            int from = k / d;
            int to = k % d;
            shown[k] = network.hasEdge(from, to) ? Math.min(MOST, edges.get(from, to)) : 0;
        }
        return WeightMatrix.ofRows(d, shown);
    }
}
