// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.denoise.table;

import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.search.graph.ParentSets;
import io.hedgerow.core.internal.table.CountTable;
import io.hedgerow.core.search.CategoricalModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The families of a network of tables with noise: counts that are not negative, and weights of edges.
 *
 * <p>The counts of a family are probabilities nearest to the pooled ones, times n. Those of a combination of parents
 * with N rows among noise of variance s² in each of k cells are then drawn to the shares of the target with any parents,
 * by N² / (N² + k s²). Weights are √(1 − exp(−2 I)) (Linfoot 1957), I being the gain of the edge in {@link NoisyEvidence}
 * over n.
 */
final class NoisyFamilies {

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

    /** Ascending. */
    private int[] parents(int j) {
        int[] parents = new int[graph.count(j)];
        Arrays.setAll(parents, p -> graph.parent(j, p));
        Arrays.sort(parents);
        return parents;
    }

    WeightMatrix weights() {
        int d = tables.variables();
        double[] weights = new double[d * d];
        for (int j = 0; j < d; j++) {
            int[] parents = parents(j);
            for (int i : parents) {
                int[] others = Arrays.stream(parents).filter(p -> p != i).toArray();
                double gain = score(j, parents) - score(j, others);
                weights[i * d + j] = Math.sqrt(-Math.expm1(-2 * Math.max(LEAST, gain / tables.units())));
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
        int[] parents = parents(j);
        int[] set = NoisyTables.with(parents, j);
        NoisyTables.Table pooled = tables.of(set).orElseThrow();
        CountTable table = pooled.counts().with(NoisyTables.probable(pooled.counts().counts()));
        double[] shares = evidence.shares(j);
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
                row[l] = tables.units() * table.count(cell);
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
