// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.graph;

import io.hedgerow.core.graph.NetworkEdge.EdgeStatus;
import java.util.OptionalInt;

/**
 * Compares the structure of an estimated graph with the true one, ignoring the size of weights. Every directed edge of
 * either graph is counted once: as correct, {@link EdgeStatus#REVERSED reversed}, extra or missing. Thus
 * {@code edges().estimate() = correct + reversed + extra} and {@code edges().truth() = correct + reversed + missing}.
 *
 * <p>Either graph may have cycles. Where both i → j and j → i are estimated and only one is true, one is correct and
 * the other extra. O(d² + v-structures). Immutable. Not private.
 *
 * @param variables d
 * @param edges directed edges; in both are the correct ones
 * @param reversed edges i → j of the estimate for which the truth has j → i
 * @param skeleton pairs of variables with an edge, in any direction
 * @param vStructures v-structures x → z ← y, x and y not adjacent, each counted once
 * @param equivalenceDistance pairs of variables that the two Markov equivalence classes (completed partially directed
 *     graphs) connect differently: not at all, undirected, or directed one way or the other; empty when a graph has a
 *     cycle
 */
public record StructureMetrics(
        int variables,
        Overlap edges,
        int reversed,
        Overlap skeleton,
        Overlap vStructures,
        OptionalInt equivalenceDistance) {

    /**
     * The number of parts of one kind, such as edges, in the truth, in the estimate and in both.
     *
     * @param truth of the true graph
     * @param estimate of the estimated graph
     * @param both in both graphs
     */
    public record Overlap(int truth, int estimate, int both) {
        public Overlap {
            if (both < 0 || both > truth || both > estimate) {
                throw new IllegalArgumentException("both must be at least 0 and at most truth and estimate, was " + both
                        + " of " + truth + " and " + estimate);
            }
        }

        /** {@return the number of parts that only one of the graphs has} */
        public int errors() {
            return truth + estimate - 2 * both;
        }

        /** {@return both / estimate, the share of what was estimated that is true; 1 when nothing was estimated} */
        public double precision() {
            return estimate == 0 ? 1 : (double) both / estimate;
        }

        /**
         * {@return both / truth, the share of what is true that was estimated; 1 when there is nothing in the truth}
         */
        public double recall() {
            return truth == 0 ? 1 : (double) both / truth;
        }
    }

    /**
     * Compares two graphs.
     *
     * @param estimated the learned graph
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
        int[] skeleton = new int[3];
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                if (estimated.hasEdge(i, j)) {
                    EdgeStatus status = EdgeStatus.ofEstimated(estimated, truth, i, j);
                    correct += status == EdgeStatus.CORRECT ? 1 : 0;
                    reversed += status == EdgeStatus.REVERSED ? 1 : 0;
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
                new Overlap(truth.edgeCount(), estimated.edgeCount(), correct),
                reversed,
                new Overlap(skeleton[0], skeleton[1], skeleton[2]),
                new Overlap(
                        VStructures.count(truth),
                        VStructures.count(estimated),
                        VStructures.countCommon(estimated, truth)),
                EquivalenceClass.distance(estimated, truth));
    }

    StructureMetrics withEquivalenceDistance(OptionalInt distance) {
        return new StructureMetrics(variables, edges, reversed, skeleton, vStructures, distance);
    }

    /** {@return the number of directed edges in both graphs} */
    public int correct() {
        return edges.both();
    }

    /** {@return the number of edges of the estimate that are neither correct nor reversed} */
    public int extra() {
        return edges.estimate() - edges.both() - reversed;
    }

    /** {@return the number of edges of the truth that the estimate has in neither direction} */
    public int missing() {
        return edges.truth() - edges.both() - reversed;
    }

    /**
     * {@return extra + missing + reversed, the structural Hamming distance (paper 002; NOTEARS): additions, deletions
     * and reversals that turn the estimate into the truth, a reversal counting 1} Symmetric in the two graphs; 0
     * exactly when they have the same edges.
     */
    public int shd() {
        return extra() + missing() + reversed;
    }

    /**
     * {@return extra + missing + 2 · reversed, the structural Hamming distance with a reversal counting 2 (one deletion
     * and one addition), as in the code of the papers on dynamic networks (000, 003)}
     */
    public int shdReversalTwice() {
        return extra() + missing() + 2 * reversed;
    }

    /**
     * {@return the true positive rate (recall) over directed edges; 1 when the truth has no edges, for then nothing was
     * missed}
     */
    public double tpr() {
        return edges.recall();
    }

    /**
     * {@return (extra + reversed) / estimated edges, the false discovery rate over directed edges; 0 when nothing was
     * estimated, for then nothing was wrong}
     */
    public double fdr() {
        return edges.estimate() == 0 ? 0 : (double) wrong() / edges.estimate();
    }

    /**
     * {@return (extra + reversed) / (d(d−1)/2 − pairs of the true skeleton), the false positive rate as in NOTEARS:
     * wrong edges per pair of variables without an edge in the truth; 0 when every pair has one} May exceed 1, since a
     * reversed edge lies on a pair with one.
     */
    public double fpr() {
        int unjoined = variables * (variables - 1) / 2 - skeleton.truth();
        return unjoined == 0 ? 0 : (double) wrong() / unjoined;
    }

    private int wrong() {
        return extra() + reversed;
    }
}
