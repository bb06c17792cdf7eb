// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.chain;

import io.hedgerow.core.internal.random.SearchRandom;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.graph.ParentSets;
import io.hedgerow.core.internal.search.regression.MomentMatrix;
import io.hedgerow.core.internal.search.score.SubsetScores;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * Chooses the few variables that may be parents of each in a table of parent sets: all neighbours in the best graph so
 * far, then those that rank best by partial correlation, by their gain in that graph, or by correlation; or others at
 * random. Required parents are none of them, for they are in every set.
 */
final class CandidateParents {

    private static final int MANY = 150;

    private CandidateParents() {}

    /** K; fewer of many explained variables, for each has a table of 2^K. */
    private static int limit(EdgeKnowledge knowledge) {
        if (knowledge.targets().length > MANY) {
            return 10;
        }
        return knowledge.variables() <= 30 ? 12 : 14;
    }

    /** [d][≤ limit]. */
    static int[][] choose(
            SubsetScores scores,
            double[] covariance,
            EdgeKnowledge knowledge,
            ParentSets best,
            Optional<SearchRandom> lot) {
        int d = scores.variables();
        double[] correlation = MomentMatrix.correlation(d, covariance);
        double[] partial = partial(d, correlation);
        int[][] chosen = new int[d][];
        double[] gain = new double[d];
        for (int j = 0; j < d; j++) {
            int[] rank;
            if (lot.isPresent()) {
                rank = OrderChain.randomOrder(d, lot.get());
            } else {
                int[] parents = new int[best.count(j)];
                for (int p = 0; p < parents.length; p++) {
                    parents[p] = best.parent(j, p);
                }
                scores.toggled(j, parents, parents.length, gain);
                rank = rank(j, d, correlation, partial, gain);
            }
            chosen[j] = pick(j, rank, knowledge, best);
        }
        return chosen;
    }

    private static int[] rank(int j, int d, double[] correlation, double[] partial, double[] gain) {
        int[] rank = new int[d];
        Arrays.fill(rank, Integer.MAX_VALUE);
        lower(rank, j, i -> -Math.abs(partial[i * d + j]));
        lower(rank, j, i -> -gain[i]);
        lower(rank, j, i -> -Math.abs(correlation[i * d + j]));
        return rank;
    }

    private static int[] pick(int j, int[] rank, EdgeKnowledge knowledge, ParentSets best) {
        int d = rank.length;
        for (int i = 0; i < d; i++) {
            if (best.positionOf(j, i) >= 0) {
                rank[i] = -2;
            } else if (best.positionOf(i, j) >= 0) {
                rank[i] = -1;
            }
        }
        return IntStream.range(0, d)
                .filter(i -> i != j && knowledge.allows(i, j) && !knowledge.requires(i, j))
                .boxed()
                .sorted(Comparator.comparingInt((Integer i) -> rank[i]).thenComparingInt(i -> i))
                .mapToInt(Integer::intValue)
                .limit(limit(knowledge))
                .toArray();
    }

    private static void lower(int[] rank, int j, IntToDoubleFunction value) {
        int[] sorted = IntStream.range(0, rank.length)
                .filter(i -> i != j)
                .boxed()
                .sorted(Comparator.comparingDouble((Integer i) -> value.applyAsDouble(i)))
                .mapToInt(Integer::intValue)
                .toArray();
        for (int place = 0; place < sorted.length; place++) {
            rank[sorted[place]] = Math.min(rank[sorted[place]], place);
        }
    }

    /** |P_ij| / √(P_ii P_jj) of the inverse P; the correlations themselves where there is no inverse. */
    private static double[] partial(int d, double[] correlation) {
        DMatrixRMaj inverse = new DMatrixRMaj(d, d);
        if (!CommonOps_DDRM.invert(DMatrixRMaj.wrap(d, d, correlation.clone()), inverse)) {
            return correlation;
        }
        double[] partial = new double[d * d];
        for (int k = 0; k < partial.length; k++) {
            double scale = inverse.get(k / d, k / d) * inverse.get(k % d, k % d);
            partial[k] = scale > 0 ? inverse.get(k / d, k % d) / Math.sqrt(scale) : 0;
        }
        return partial;
    }
}
