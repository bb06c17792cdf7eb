// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.denoise.table;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.graph.Dag;
import io.hedgerow.core.graph.EquivalenceClass;
import io.hedgerow.core.graph.PairProbabilities;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.block.SetScores;
import io.hedgerow.core.internal.block.SetSearch;
import io.hedgerow.core.internal.search.chain.OrderSampler;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.graph.ParentSets;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.search.Evidence;
import io.hedgerow.core.search.Misfit;
import io.hedgerow.core.search.NoiseAssumption;
import io.hedgerow.core.search.Trust;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;

/**
 * The network of tables that were released with noise, and what to believe of it: the search and the chains of exact
 * counts, on {@link NoisyEvidence}. The evidence knows how much noise there is, not what it did to a strong dependence
 * that explains away another. So all is searched again behind more noise, and what is not found again is not sure.
 * Post-processing: costs no budget.
 */
public final class ReleasedTables {

    private static final int AGAIN = 8;
    /** A direction that one search does not find is left open: of those with 15 of 16 a third were wrong. */
    private static final double ALL = 1 - 1e-9;

    private final NoisyTables tables;
    private final EdgeKnowledge knowledge;
    private final double threshold;
    private final long seed;

    /** Prepares a search whose network has edges of a weight from the threshold on. */
    public ReleasedTables(NoisyTables tables, EdgeKnowledge knowledge, double threshold, long seed) {
        this.tables = tables;
        this.knowledge = knowledge;
        this.threshold = threshold;
        this.seed = seed;
    }

    /** The network, what is known beside it, and notes about it. */
    public record Found(WeightMatrix network, Evidence evidence, List<String> notes) {}

    /** Searches. */
    public Found search(VariableSchema schema) {
        NoisyEvidence evidence = new NoisyEvidence(tables);
        SetScores scores = SetScores.of(knowledge, evidence, 0);
        SetSearch search = new SetSearch(knowledge, scores, knowledge.requiredParents(), seed);
        search.search();
        double rows = effectiveRows(evidence);
        OrderSampler.Sampled sampled = search.sample(TableCandidates.nearness(tables, evidence), Math.max(2, rows));
        NoisyFamilies families = new NoisyFamilies(tables, evidence, sampled.best());
        WeightMatrix all = families.weights();
        WeightMatrix network = knowledge.strong(all, threshold);
        Set<Misfit> flags = EnumSet.noneOf(Misfit.class);
        if (network.edgeCount() == 0) {
            flags.add(Misfit.BURIED);
        }
        Trust trust = Trust.behindNoise(
                NoiseAssumption.UNEQUAL,
                0,
                tables.units(),
                rows,
                OptionalDouble.empty(),
                1,
                sampled.trapped(),
                sampled.gap(),
                flags);
        double[] again = again();
        PairProbabilities pairs = new PairProbabilities(
                Optional.of(pattern(all, again, trust.mixed())),
                Optional.of(sampled.edges()).filter(p -> trust.mixed()).map(edges -> times(edges, again)),
                trust.cap());
        Evidence found = new Evidence(pairs, List.of(), trust, OptionalInt.empty())
                .with(new NoisyFamilies(tables, evidence, ParentSets.of(network, tables.variables())).model());
        return new Found(network, found, notes(schema));
    }

    /**
     * The share of {@value #AGAIN} searches, each behind as much noise again, that find i → j: [d, d]; an edge whose
     * direction is not identified counts half for each.
     */
    private double[] again() {
        int d = tables.variables();
        double[] again = new double[d * d];
        for (int draw = 1; draw <= AGAIN; draw++) {
            SetScores scores = SetScores.of(knowledge, new NoisyEvidence(tables.noisier(seed + draw)), 0);
            ParentSets best = new SetSearch(knowledge, scores, knowledge.requiredParents(), seed).search();
            Dag dag = Dag.of(best.marks());
            EquivalenceClass pattern = classOf(dag);
            for (int j = 0; j < d; j++) {
                for (int i : dag.parents(j)) {
                    double forward = pattern.isUndirected(i, j) ? 0.5 : 1;
                    again[i * d + j] += forward / AGAIN;
                    again[j * d + i] += (1 - forward) / AGAIN;
                }
            }
        }
        return again;
    }

    private EquivalenceClass classOf(Dag dag) {
        return EquivalenceClass.of(dag, (i, j) -> !knowledge.allows(i, j));
    }

    /**
     * Directions that are identified in the network, and in nearly all of the searches behind more noise; only those
     * that are known beforehand where chains did not agree.
     */
    private EquivalenceClass pattern(WeightMatrix network, double[] again, boolean mixed) {
        int d = tables.variables();
        EquivalenceClass identified = classOf(Dag.of(network));
        double[] marks = new double[d * d];
        for (int j = 0; j < d; j++) {
            for (int i = 0; i < d; i++) {
                if (network.get(i, j) != 0) {
                    boolean known = !knowledge.allows(j, i);
                    boolean directed = mixed && !identified.isUndirected(i, j) && again[i * d + j] >= ALL;
                    marks[i * d + j] = 1;
                    marks[j * d + i] = known || directed ? 0 : 1;
                }
            }
        }
        return EquivalenceClass.ofMarks(WeightMatrix.ofRows(d, marks));
    }

    /** P(i → j): that of an edge between the two, times the share of searches that found i → j. */
    private static WeightMatrix times(WeightMatrix edges, double[] again) {
        int d = edges.variables();
        double[] product = new double[d * d];
        for (int j = 0; j < d; j++) {
            for (int i = 0; i < d; i++) {
                product[i * d + j] = i == j ? 0 : again[i * d + j] * Math.min(1, edges.get(i, j) + edges.get(j, i));
            }
        }
        return WeightMatrix.ofRows(d, product);
    }

    /** Of a pair of variables: n Σ p e / (e + s²) over the cells, on average, e rows of a cell of share p. */
    private double effectiveRows(NoisyEvidence evidence) {
        int d = tables.variables();
        double sum = 0;
        for (int j = 0; j < d; j++) {
            for (int i = 0; i < j; i++) {
                double variance = tables.of(i, j).orElseThrow().variance();
                for (double p : evidence.shares(i)) {
                    for (double q : evidence.shares(j)) {
                        double e = tables.units() * p * q;
                        sum += e * e / (e + variance);
                    }
                }
            }
        }
        return 2 * sum / d / (d - 1);
    }

    private List<String> notes(VariableSchema schema) {
        return List.of(Words.count(schema.size(), "categorical variable")
                + " scored by counts with noise: of each two, and of each with at most four others");
    }
}
