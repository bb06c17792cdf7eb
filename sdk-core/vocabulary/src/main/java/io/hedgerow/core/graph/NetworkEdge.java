// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.graph;

import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * One edge of a {@link NamedNetwork} as it is displayed.
 *
 * @param from i, the cause
 * @param to j, the effect
 * @param directed whether the direction is identified, and likely enough to say; see {@link PairProbabilities}
 * @param weight W[i, j] of the estimate; of the truth when the edge is missing. Of marks the weight of the network that
 *     predicts between the two, 0 where it has none
 * @param status how it compares with the truth
 * @param voteShare share of voting rounds or sites that had it, 0 to 1; empty without a vote and for a missing edge
 * @param adjacent P(edge), the posterior probability that no recorded variable explains their dependence away; empty
 *     when there is none
 * @param direction posterior probability of i → j given that there is an edge; empty when there is none, and where a
 *     mark says what is known of it
 * @param mark of both ends: {@code -->}, and {@code ---} without direction; where causes may be hidden also
 *     {@code o->}, {@code o-o} and {@code <->} of {@link AncestralMarks}
 * @param sure whether its line is solid; false where an edge is not much likelier than none
 * @param strength |weight| in standard deviations of both variables where these are known, else |weight|: for the order
 *     and the width of lines
 * @param evidence for it, in words instead of the probabilities; empty where numbers say more
 */
public record NetworkEdge(
        int from,
        int to,
        boolean directed,
        double weight,
        EdgeStatus status,
        OptionalDouble voteShare,
        OptionalDouble adjacent,
        OptionalDouble direction,
        String mark,
        boolean sure,
        double strength,
        Optional<String> evidence) {

    /** The mark of an edge with a direction. */
    public static final String ARROW = "-->";

    /** The mark of an edge without. */
    public static final String LINE = "---";

    public NetworkEdge {
        Objects.requireNonNull(status, "status");
        Objects.requireNonNull(voteShare, "voteShare");
        Objects.requireNonNull(adjacent, "adjacent");
        Objects.requireNonNull(direction, "direction");
        Objects.requireNonNull(mark, "mark");
        Objects.requireNonNull(evidence, "evidence");
    }

    static NetworkEdge missing(int from, int to, double trueWeight) {
        return new NetworkEdge(
                from,
                to,
                true,
                trueWeight,
                EdgeStatus.MISSING,
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                ARROW,
                true,
                Math.abs(trueWeight),
                Optional.empty());
    }

    /**
     * How one edge of an estimated graph compares with the truth. Every edge of either graph has exactly one status,
     * save that a reversed edge stands for the true edge too, so that it counts once.
     */
    public enum EdgeStatus {
        /** In the estimate; no truth is known. */
        UNJUDGED,
        /** In both, same direction. */
        CORRECT,
        /** i → j in the estimate only, j → i in the truth only. */
        REVERSED,
        /** In the estimate only, and not a reversed edge. */
        EXTRA,
        /** In the truth only, and not a reversed edge. */
        MISSING;

        static EdgeStatus ofEstimated(WeightMatrix estimated, WeightMatrix truth, int from, int to) {
            if (truth.hasEdge(from, to)) {
                return CORRECT;
            }
            return truth.hasEdge(to, from) && !estimated.hasEdge(to, from) ? REVERSED : EXTRA;
        }

        /**
         * Says whether the true edge i → j is missing: not estimated, and not shown as a reversed edge j → i either.
         */
        static boolean isMissing(WeightMatrix estimated, WeightMatrix truth, int from, int to) {
            return !estimated.hasEdge(from, to) && !(estimated.hasEdge(to, from) && !truth.hasEdge(to, from));
        }
    }
}
