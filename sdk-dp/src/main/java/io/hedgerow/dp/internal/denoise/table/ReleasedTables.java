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
 * counts, on {@link NoisyEvidence}. Post-processing: costs no budget.
 */
public final class ReleasedTables {

    private final NoisyTables tables;
    private final EdgeKnowledge knowledge;
    private final long seed;

    public ReleasedTables(NoisyTables tables, EdgeKnowledge knowledge, long seed) {
        this.tables = tables;
        this.knowledge = knowledge;
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
        OrderSampler.Sampled sampled =
                search.sample(TableCandidates.nearness(tables, evidence), Math.max(2, Math.min(tables.units(), rows)));
        NoisyFamilies families = new NoisyFamilies(tables, evidence, sampled.best());
        WeightMatrix network = families.weights();
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
        EquivalenceClass pattern = EquivalenceClass.of(Dag.of(network), (i, j) -> !knowledge.allows(i, j));
        PairProbabilities pairs = new PairProbabilities(
                Optional.of(pattern), Optional.of(sampled.edges()).filter(p -> trust.mixed()), trust.cap());
        Evidence found = new Evidence(pairs, List.of(), trust, OptionalInt.empty()).with(families.model());
        return new Found(network, found, notes(schema));
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
