// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.graph;

import io.hedgerow.core.graph.NetworkEdge.EdgeStatus;
import java.util.OptionalInt;

/**
 * Compares the structure of an estimated graph with the true one, ignoring the size of weights. Every directed edge of
 * either graph is counted once: as correct, {@link EdgeStatus#REVERSED reversed}, extra or missing. Thus
 * {@code estimatedEdges = correct + reversed + extra} and {@code trueEdges = correct + reversed + missing}.
 *
 * <p>Either graph may have cycles. Where both i → j and j → i are estimated and only one is true, one is correct and
 * the other extra. O(d² + v-structures). Immutable. Not private.
 *
 * @param variables d
 * @param trueEdges directed edges of the truth
 * @param estimatedEdges directed edges of the estimate
 * @param correct directed edges in both
 * @param reversed edges i → j of the estimate for which the truth has j → i
 * @param extra edges of the estimate between variables without such an edge in the truth
 * @param missing edges of the truth that the estimate does not have in either direction
 * @param skeletonTrue pairs of variables with an edge in the truth
 * @param skeletonEstimated pairs with an edge in the estimate
 * @param skeletonCorrect pairs with an edge in both, in any direction
 * @param vStructuresTrue v-structures x → z ← y of the truth, x and y not adjacent, each counted once
 * @param vStructuresEstimated v-structures of the estimate
 * @param vStructuresCorrect v-structures (x, z, y) in both
 * @param equivalenceDistance pairs of variables that the two Markov equivalence classes (completed partially directed
 *     graphs) connect differently: not at all, undirected, or directed one way or the other; empty when a graph has a
 *     cycle
 */
public record StructureMetrics(
        int variables,
        int trueEdges,
        int estimatedEdges,
        int correct,
        int reversed,
        int extra,
        int missing,
        int skeletonTrue,
        int skeletonEstimated,
        int skeletonCorrect,
        int vStructuresTrue,
        int vStructuresEstimated,
        int vStructuresCorrect,
        OptionalInt equivalenceDistance) {

    /**
     * Compares two graphs.
     *
     * @param estimated what was learned
     * @param truth over the same variables
     */
    public static StructureMetrics of(WeightMatrix estimated, WeightMatrix truth) {
        if (estimated.variables() != truth.variables()) {
            throw new IllegalArgumentException("estimate and truth must have the same variables, had "
                    + estimated.variables() + " and " + truth.variables());
        }
        int d = truth.variables();
        int correct = 0;
        int reversed = 0;
        int extra = 0;
        int missing = 0;
        int[] skeleton = new int[3];
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                if (estimated.hasEdge(i, j)) {
                    EdgeStatus status = EdgeStatus.ofEstimated(estimated, truth, i, j);
                    correct += status == EdgeStatus.CORRECT ? 1 : 0;
                    reversed += status == EdgeStatus.REVERSED ? 1 : 0;
                    extra += status == EdgeStatus.EXTRA ? 1 : 0;
                } else if (truth.hasEdge(i, j) && EdgeStatus.isMissing(estimated, truth, i, j)) {
                    missing++;
                }
                if (i < j) {
                    boolean inTruth = truth.hasEdge(i, j) || truth.hasEdge(j, i);
                    boolean inEstimate = estimated.hasEdge(i, j) || estimated.hasEdge(j, i);
                    skeleton[0] += inTruth ? 1 : 0;
                    skeleton[1] += inEstimate ? 1 : 0;
                    skeleton[2] += inTruth && inEstimate ? 1 : 0;
                }
            }
        }
        return new StructureMetrics(
                d,
                truth.edgeCount(),
                estimated.edgeCount(),
                correct,
                reversed,
                extra,
                missing,
                skeleton[0],
                skeleton[1],
                skeleton[2],
                VStructures.count(truth),
                VStructures.count(estimated),
                VStructures.countCommon(estimated, truth),
                EquivalenceClass.distance(estimated, truth));
    }

    StructureMetrics withEquivalenceDistance(OptionalInt distance) {
        return new StructureMetrics(
                variables,
                trueEdges,
                estimatedEdges,
                correct,
                reversed,
                extra,
                missing,
                skeletonTrue,
                skeletonEstimated,
                skeletonCorrect,
                vStructuresTrue,
                vStructuresEstimated,
                vStructuresCorrect,
                distance);
    }

    /**
     * {@return extra + missing + reversed, the structural Hamming distance (paper 002; NOTEARS): additions, deletions
     * and reversals that turn the estimate into the truth, a reversal counting 1} Symmetric in the two graphs; 0
     * exactly when they have the same edges.
     */
    public int shd() {
        return extra + missing + reversed;
    }

    /**
     * {@return extra + missing + 2 · reversed, the structural Hamming distance with a reversal counting 2 (one deletion
     * and one addition), as in the code of the papers on dynamic networks (000, 003)}
     */
    public int shdReversalTwice() {
        return extra + missing + 2 * reversed;
    }

    /**
     * {@return correct / trueEdges, the true positive rate (recall) over directed edges; 1 when the truth has no edges,
     * for then nothing was missed}
     */
    public double tpr() {
        return trueEdges == 0 ? 1 : (double) correct / trueEdges;
    }

    /**
     * {@return (extra + reversed) / estimatedEdges, the false discovery rate over directed edges; 0 when nothing was
     * estimated, for then nothing was wrong}
     */
    public double fdr() {
        return estimatedEdges == 0 ? 0 : (double) (extra + reversed) / estimatedEdges;
    }

    /**
     * {@return (extra + reversed) / (d(d−1)/2 − skeletonTrue), the false positive rate as in NOTEARS: wrong edges per
     * pair of variables without an edge in the truth; 0 when every pair has one} May exceed 1, since a reversed edge
     * lies on a pair with one.
     */
    public double fpr() {
        int unjoined = variables * (variables - 1) / 2 - skeletonTrue;
        return unjoined == 0 ? 0 : (double) (extra + reversed) / unjoined;
    }

    /** {@return the errors of the skeleton: pairs of variables with an edge, in any direction, in one graph only} */
    public int skeletonErrors() {
        return skeletonTrue + skeletonEstimated - 2 * skeletonCorrect;
    }

    /**
     * {@return skeletonCorrect / skeletonEstimated, the share of the estimated pairs with an edge in the truth; 1 when
     * nothing was estimated, for then nothing was wrong}
     */
    public double skeletonPrecision() {
        return skeletonEstimated == 0 ? 1 : (double) skeletonCorrect / skeletonEstimated;
    }

    /**
     * {@return skeletonCorrect / skeletonTrue, the share of the truth's pairs with an edge in the estimate; 1 when the
     * truth has none, for then nothing was missed}
     */
    public double skeletonRecall() {
        return skeletonTrue == 0 ? 1 : (double) skeletonCorrect / skeletonTrue;
    }
}
