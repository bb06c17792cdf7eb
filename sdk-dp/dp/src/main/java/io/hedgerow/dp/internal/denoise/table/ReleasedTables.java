// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.denoise.table;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.graph.PairProbabilities;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.block.EdgeShare;
import io.hedgerow.core.internal.block.SetScores;
import io.hedgerow.core.internal.search.chain.OrderSampler;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.graph.ParentSets;
import io.hedgerow.core.internal.search.posterior.GraphSearch;
import io.hedgerow.core.internal.search.sites.ModelTest;
import io.hedgerow.core.internal.search.sums.CellSums;
import io.hedgerow.core.internal.table.CountTable;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.search.CategoricalModel;
import io.hedgerow.core.search.Evidence;
import io.hedgerow.core.search.Finding;
import io.hedgerow.core.search.Findings;
import io.hedgerow.core.search.NoiseAssumption;
import io.hedgerow.core.search.Trust;
import io.hedgerow.core.search.Trust.Misfit;
import io.hedgerow.dp.internal.denoise.FoundAgain;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;

/**
 * Finds the network of categories in noisy tables, and assesses how far it can be trusted: the search and the chains of
 * exact counts, on {@link NoisyEvidence}, and {@link FoundAgain} behind more noise. Post-processing: costs no budget.
 */
public final class ReleasedTables {

    /** Tables of which no edge can be told are those that noise has buried; a release shows no more of the fit. */
    private static final List<ModelTest<WeightMatrix>> TESTS =
            List.of(network -> Finding.of(Misfit.BURIED, network.edgeCount() == 0));

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

    /** The network, the evidence for it, and notes about it. */
    public record Found(WeightMatrix network, Evidence evidence, List<String> notes) {}

    public Found search(VariableSchema schema) {
        NoisyEvidence evidence = new NoisyEvidence(tables);
        SetScores scores = SetScores.of(knowledge, evidence, 0);
        GraphSearch<SetScores> search = EdgeShare.search(knowledge, scores, seed);
        search.search();
        double rows = effectiveRows(evidence);
        OrderSampler.Sampled sampled =
                GraphSearch.sample(search, TableCandidates.nearness(tables, evidence), Math.max(2, rows));
        NoisyFamilies families = new NoisyFamilies(tables, evidence, sampled.best());
        WeightMatrix all = families.weights();
        Trust untested = new Trust(
                NoiseAssumption.UNEQUAL, 0, tables.units(), rows, 1, sampled.trapped(), sampled.gap(), Findings.NONE);
        FoundAgain again = FoundAgain.of(knowledge, this::again);
        WeightMatrix network = again.likely(knowledge.strong(all, threshold), sampled, untested);
        Trust trust = untested.with(ModelTest.judge(TESTS, network));
        PairProbabilities pairs = again.pairs(all, sampled, trust);
        Evidence found = new Evidence(pairs, List.of(), trust, OptionalInt.empty())
                .with(new NoisyFamilies(tables, evidence, ParentSets.of(network, tables.variables())).model());
        Evidence tested = !tables.missing().isEmpty()
                ? found.with(CellSums.Dependence.finding(new MissingLevels(tables).dependences(), schema.names()))
                : found;
        Evidence whole = trust.mixed()
                ? tested.with(
                        new TableEffects(tables).find(sampled, pairs.pattern().orElseThrow()))
                : tested;
        return new Found(network, whole, notes(schema));
    }

    private ParentSets again(int draw) {
        SetScores scores = SetScores.of(knowledge, new NoisyEvidence(tables.noisier(seed + draw)), 0);
        return EdgeShare.search(knowledge, scores, seed).search();
    }

    /** Of a pair of variables: Σ e² / (e + s²) over the cells, on average, e rows of a cell. */
    private double effectiveRows(NoisyEvidence evidence) {
        int d = tables.variables();
        double sum = 0;
        for (int j = 0; j < d; j++) {
            for (int i = 0; i < j; i++) {
                double variance = tables.of(i, j).orElseThrow().variance();
                double rows = tables.rows(i, j);
                for (double p : evidence.shares(i)) {
                    for (double q : evidence.shares(j)) {
                        double e = rows * p * q;
                        sum += e * e / (e + variance);
                    }
                }
            }
        }
        return 2 * sum / d / (d - 1);
    }

    private List<String> notes(VariableSchema schema) {
        String scored = Words.count(schema.size(), "categorical variable")
                + " scored by counts with noise: of each two, and of each with at most four others";
        if (tables.unlike()) {
            return List.of(
                    scored,
                    "tables are of unlike numbers of rows, as where cells are missing: all count as the fewest, "
                            + tables.units() + "; say missing: use where cells may be missing");
        }
        return tables.missing().isEmpty()
                ? List.of(scored)
                : List.of(
                        scored,
                        "cells are missing: counts are of the rows that have all cells of a table, as if which cells"
                                + " are missing depended on nothing");
    }

    /**
     * The families of a network of tables with noise: counts that are not negative, and weights of edges.
     *
     * <p>The counts of a family are probabilities nearest to the pooled ones, times the rows that have all. Those of a
     * combination of parents with N rows among noise of variance s² in each of k cells are then drawn to the shares of
     * the target with any parents, by N² / (N² + k s²). Weights are √(1 − exp(−2 I)) (Linfoot 1957), I being the gain
     * of the edge in {@link NoisyEvidence} over these rows.
     */
    private static final class NoisyFamilies {

        /** An edge is there, however little it tells. */
        private static final double LEAST = 1e-6;

        private final NoisyTables tables;
        private final NoisyEvidence evidence;
        private final ParentSets graph;

        NoisyFamilies(NoisyTables tables, NoisyEvidence evidence, ParentSets graph) {
            this.tables = tables;
            this.evidence = evidence;
            this.graph = graph;
        }

        WeightMatrix weights() {
            int d = tables.variables();
            double[] weights = new double[d * d];
            for (int j = 0; j < d; j++) {
                int[] parents = graph.sorted(j);
                for (int i : parents) {
                    int[] others = Arrays.stream(parents).filter(p -> p != i).toArray();
                    double gain = score(j, parents) - score(j, others);
                    weights[i * d + j] = Math.sqrt(-Math.expm1(
                            -2 * Math.max(LEAST, gain / tables.rows(NoisyTables.with(parents, j)))));
                }
            }
            return WeightMatrix.ofRows(d, weights);
        }

        private double score(int target, int[] parents) {
            return evidence.of(NoisyTables.with(parents, target)) - evidence.of(parents);
        }

        CategoricalModel model() {
            List<CategoricalModel.FamilyCounts> counts = new ArrayList<>();
            for (int j = 0; j < tables.variables(); j++) {
                counts.add(counts(j));
            }
            return new CategoricalModel(counts, List.of());
        }

        private CategoricalModel.FamilyCounts counts(int j) {
            int[] parents = graph.sorted(j);
            int[] set = NoisyTables.with(parents, j);
            NoisyTables.Table pooled = tables.of(set).orElseThrow();
            CountTable table =
                    pooled.counts().with(NoisyTables.probable(pooled.counts().counts()));
            double[] shares = evidence.shares(j);
            double all = tables.rows(set);
            int k = shares.length;
            List<Double> counts = new ArrayList<>();
            int[] level = new int[tables.variables()];
            for (int c = 0; c < table.cells() / k; c++) {
                int rest = c;
                for (int p = parents.length - 1; p >= 0; p--) {
                    int levels = evidence.levels(parents[p]);
                    level[parents[p]] = rest % levels;
                    rest /= levels;
                }
                double[] row = new double[k];
                for (int l = 0; l < k; l++) {
                    level[j] = l;
                    int cell = 0;
                    int stride = 1;
                    for (int v : set) {
                        cell += stride * level[v];
                        stride *= evidence.levels(v);
                    }
                    row[l] = all * table.count(cell);
                }
                double rows = Arrays.stream(row).sum();
                double own = rows * rows / (rows * rows + k * pooled.variance());
                for (int l = 0; l < k; l++) {
                    counts.add(own * row[l] + (1 - own) * rows * shares[l]);
                }
            }
            return new CategoricalModel.FamilyCounts(
                    j, Arrays.stream(parents).boxed().toList(), k, counts, NoisyEvidence.EQUIVALENT_ROWS);
        }
    }
}
