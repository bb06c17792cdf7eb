// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search;

import io.hedgerow.core.graph.Dag;
import io.hedgerow.core.graph.EquivalenceClass;
import io.hedgerow.core.graph.PairProbabilities;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.search.Evidence;
import io.hedgerow.core.search.NoiseAssumption;
import io.hedgerow.core.search.Trust;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a {@link StructureSearch} found. A probability is right as far as the model is: linear relations, no hidden
 * common cause, and as many rows as were said.
 *
 * @param assumption on the noises, given or chosen
 * @param margin by how much the other assumption's Bayesian information criterion was larger; 0 when it was given
 * @param network the acyclic graph of the highest score met, with least-squares weights; with unequal variances every
 *     graph of its class is as likely, whatever its directions
 * @param edges [d, d] the posterior probability of i → j; an edge whose direction is not identified has about half of
 *     its probability in each; empty when no chains were run
 * @param trapped how many of four chains stayed where the posterior is low, and are not counted; with more than one the
 *     probabilities should not be trusted
 * @param gap the largest difference of a probability between two chains that are counted
 */
public record StructurePosterior(
        NoiseAssumption assumption,
        double margin,
        WeightMatrix network,
        Optional<WeightMatrix> edges,
        int trapped,
        double gap) {

    /**
     * The same with another network.
     *
     * @param better found by other means under the same assumption
     * @return a copy
     */
    public StructurePosterior of(WeightMatrix better) {
        return new StructurePosterior(assumption, margin, better, edges, trapped, gap);
    }

    /**
     * The same for people.
     *
     * @param known what directs edges beside the data
     * @param equations of its network, where means are known
     * @return without probabilities when the chains did not meet
     */
    public Evidence evidence(EdgeKnowledge known, Trust trust, List<Evidence.Equation> equations) {
        Optional<EquivalenceClass> pattern = assumption == NoiseAssumption.EQUAL
                ? Optional.empty()
                : Optional.of(EquivalenceClass.of(Dag.of(network), (i, j) -> !known.allows(i, j)));
        return new Evidence(
                new PairProbabilities(pattern, edges.filter(p -> trust.mixed()), trust.cap()),
                equations,
                trust,
                OptionalInt.empty());
    }
}
