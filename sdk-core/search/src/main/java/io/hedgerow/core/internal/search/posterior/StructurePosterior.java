// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.posterior;

import io.hedgerow.core.graph.AncestralMarks;
import io.hedgerow.core.graph.Dag;
import io.hedgerow.core.graph.EquivalenceClass;
import io.hedgerow.core.graph.PairProbabilities;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.ancestral.EdgeRules;
import io.hedgerow.core.internal.ancestral.HiddenCauseSearch;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.graph.ParentSets;
import io.hedgerow.core.internal.search.regression.MomentMatrix;
import io.hedgerow.core.search.Evidence;
import io.hedgerow.core.search.Finding;
import io.hedgerow.core.search.NoiseAssumption;
import io.hedgerow.core.search.Trust;
import io.hedgerow.core.search.Trust.Misfit;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * The result of a {@link StructureSearch}. A probability is right as far as the model is: linear relations, no hidden
 * common cause, and the stated number of rows.
 *
 * @param margin by how much the other assumption's Bayesian information criterion was larger; 0 when it was given
 * @param network the acyclic graph of the highest score met, with least-squares weights; with unequal variances every
 *     graph of its class is as likely, whatever its directions
 * @param edges [d, d] the posterior probability of i → j; an edge whose direction is not identified has about half of
 *     its probability in each; empty when no chains were run
 * @param drawn graphs of the posterior; none when no chains were run, and of series of many columns
 * @param wide many graphs of it where weak edges are likelier, for total effects; not to be changed
 * @param marks the directions that remain when causes may be hidden; empty until {@link #lookedForHiddenCauses}
 * @param trapped how many of four chains stayed where the posterior is low, and are not counted; above one the
 *     probabilities should not be trusted
 * @param gap the largest difference of a probability between two chains that are counted
 */
public record StructurePosterior(
        NoiseAssumption assumption,
        double margin,
        WeightMatrix network,
        Optional<WeightMatrix> edges,
        List<WeightMatrix> drawn,
        List<ParentSets> wide,
        Optional<AncestralMarks> marks,
        int trapped,
        double gap) {

    /** The same with another network, found by other means under the same assumption. */
    public StructurePosterior of(WeightMatrix better) {
        return new StructurePosterior(assumption, margin, better, edges, drawn, wide, marks, trapped, gap);
    }

    /**
     * The same with marks for hidden causes, see {@link HiddenCauseSearch}. Where it claims hidden causes, P(edge) is
     * that of its networks, for a graph without hidden causes needs more edges; where there may be some, it is at most
     * that. Without marks when no chains were run, of more than {@value HiddenCauseSearch#MOST_VARIABLES} variables
     * that are explained, and of series of more than {@value StructureSearch#MOST_COLUMNS_DRAWN} columns, lags
     * included: of these no graphs are drawn, which tell where edges from lags may be.
     *
     * <p>Of series they are looked for within a step: lags that are used are variables that nothing causes; hidden
     * causes of several variables are looked for in the correlations given all of these lags, of as many rows fewer.
     * Without marks where lags determine each other. Where no graphs can be trusted edges from lags keep their
     * probabilities.
     */
    public StructurePosterior lookedForHiddenCauses(EdgeKnowledge known, double[] covariance, double rows) {
        int d = network.variables();
        int explained = known.targets().length;
        int[] lags = known.usedAsParentsOnly();
        Optional<double[]> left = edges.isEmpty()
                        || explained > HiddenCauseSearch.MOST_VARIABLES
                        || d > StructureSearch.MOST_COLUMNS_DRAWN
                ? Optional.empty()
                : MomentMatrix.correlationGiven(d, covariance, explained, lags);
        if (left.isEmpty()) {
            return this;
        }
        int used = lags.length == 0 ? explained : lags[lags.length - 1] + 1;
        List<WeightMatrix> graphs = trapped > 1 ? List.of() : drawn;
        int pairs = graphs.isEmpty() ? explained : used;
        HiddenCauseSearch.Found found = new HiddenCauseSearch(
                        MomentMatrix.correlation(used, MomentMatrix.leading(d, covariance, used)),
                        rows,
                        left.get(),
                        rows - lags.length,
                        new EdgeRules(d, explained, known::allows, known::requires))
                .look(network, graphs);
        return new StructurePosterior(
                assumption,
                margin,
                network,
                Optional.of(found.joined()
                        .map(joined ->
                                joined(known, joined, pairs, found.marks().claimHiddenCauses()))
                        .orElse(edges.get())),
                drawn,
                wide,
                Optional.of(found.marks()),
                trapped,
                gap);
    }

    /** Keeps directions, and takes other probabilities of edges between the first variables, so many at most. */
    private WeightMatrix joined(EdgeKnowledge known, WeightMatrix joined, int most, boolean claimed) {
        int d = network.variables();
        int first = Math.min(most, joined.variables());
        WeightMatrix before = edges.orElseThrow();
        double[] directed = before.toRows();
        for (int k = 0; k < first * first; k++) {
            int i = k / first;
            int j = k % first;
            double sum = before.get(i, j) + before.get(j, i);
            double pair = claimed ? joined.get(i, j) : Math.min(joined.get(i, j), sum);
            double half = known.allows(i, j) ? known.allows(j, i) ? 0.5 : 1 : 0;
            directed[i * d + j] = pair * (sum > 0 ? before.get(i, j) / sum : half);
        }
        return WeightMatrix.ofRows(d, directed);
    }

    /** Not judged where hidden causes were not looked for. */
    public Finding findHiddenCause() {
        return marks.map(known -> Finding.of(Misfit.HIDDEN_CAUSE, known.claimHiddenCauses()))
                .orElseGet(() -> Finding.notJudged(Misfit.HIDDEN_CAUSE, OptionalDouble.empty()));
    }

    /** The edges of the network that are likelier there than not; all where there are no probabilities. */
    public WeightMatrix shown() {
        return new PairProbabilities(Optional.empty(), edges, 1).shown(network);
    }

    /** The result for people, without probabilities where chains did not agree; {@code known} edges direct others. */
    public Evidence evidence(EdgeKnowledge known, Trust trust, List<Evidence.Equation> equations) {
        Optional<EquivalenceClass> pattern = assumption == NoiseAssumption.EQUAL
                ? Optional.empty()
                : Optional.of(EquivalenceClass.of(Dag.of(network), (i, j) -> !known.allows(i, j)));
        return new Evidence(
                new PairProbabilities(pattern, edges.filter(p -> trust.mixed()), trust.cap(), Optional.empty(), marks),
                equations,
                trust,
                OptionalInt.empty());
    }
}
