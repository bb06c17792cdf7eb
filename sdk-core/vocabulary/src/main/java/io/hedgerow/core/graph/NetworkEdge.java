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
 * @param weight W[i, j] of the estimate; of the truth when the edge is missing. Of marks the weight of the network that
 *     predicts between the two, 0 where it has none
 * @param status how it compares with the truth
 * @param mark of both ends: {@code -->}, and {@code ---} without direction; where causes may be hidden also
 *     {@code o->}, {@code o-o} and {@code <->} of {@link AncestralMarks}
 * @param strength |weight| in standard deviations of both variables where these are known, else |weight|: for the order
 *     and the width of lines
 * @param certainty how sure the edge is
 */
public record NetworkEdge(
        int from, int to, double weight, EdgeStatus status, String mark, double strength, Certainty certainty) {

    /** The mark of an edge with a direction. */
    public static final String ARROW = "-->";

    /** The mark of an edge without a direction. */
    public static final String LINE = "---";

    public NetworkEdge {
        Objects.requireNonNull(status, "status");
        Objects.requireNonNull(mark, "mark");
        Objects.requireNonNull(certainty, "certainty");
    }

    /**
     * The votes for one edge, and its posterior probabilities.
     *
     * @param voteShare share of voting rounds or sites that had the edge, 0 to 1; empty without a vote and for a
     *     missing edge
     * @param adjacent P(edge), the posterior probability that no recorded variable explains the dependence of the two
     *     away; empty when there is none
     * @param direction posterior probability of i → j given that there is an edge; empty when there is none, and where
     *     the edge's mark says what is known of its direction
     * @param sure whether its line is solid; false where an edge is not much likelier than none
     * @param evidence for it, in words instead of the probabilities; empty where numbers say more
     */
    public record Certainty(
            OptionalDouble voteShare,
            OptionalDouble adjacent,
            OptionalDouble direction,
            boolean sure,
            Optional<String> evidence) {

        /** The certainty of an edge without votes and posterior probabilities. */
        public static final Certainty UNSTATED = new Certainty(
                OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty(), true, Optional.empty());

        public Certainty {
            Objects.requireNonNull(voteShare, "voteShare");
            Objects.requireNonNull(adjacent, "adjacent");
            Objects.requireNonNull(direction, "direction");
            Objects.requireNonNull(evidence, "evidence");
        }
    }

    static NetworkEdge missing(int from, int to, double trueWeight) {
        return new NetworkEdge(
                from, to, trueWeight, EdgeStatus.MISSING, ARROW, Math.abs(trueWeight), Certainty.UNSTATED);
    }

    /** {@return whether the direction is identified, and likely enough to say; see {@link PairProbabilities}} */
    public boolean directed() {
        return mark.equals(ARROW);
    }

    /** {@return the share of voting rounds or sites that had the edge; empty without a vote and for a missing edge} */
    public OptionalDouble voteShare() {
        return certainty.voteShare();
    }

    /** {@return P(edge), the posterior probability of an edge between the two; empty when there is none} */
    public OptionalDouble adjacent() {
        return certainty.adjacent();
    }

    /**
     * {@return the posterior probability of i → j given that there is an edge; empty when there is none, and where the
     * edge's mark says what is known of its direction}
     */
    public OptionalDouble direction() {
        return certainty.direction();
    }

    /** {@return whether its line is solid; false where an edge is not much likelier than none} */
    public boolean sure() {
        return certainty.sure();
    }

    /** {@return the evidence for it, in words instead of the probabilities; empty where numbers say more} */
    public Optional<String> evidence() {
        return certainty.evidence();
    }

    /**
     * The comparison of one edge of an estimated graph with the truth. Every edge of either graph has exactly one
     * status, save that a reversed edge stands for the true edge too, so that it counts once.
     */
    public enum EdgeStatus {
        /** An edge of the estimate; no truth is known. */
        UNJUDGED,
        /** An edge of the estimate and of the truth, in the same direction. */
        CORRECT,
        /** i → j in the estimate only, j → i in the truth only. */
        REVERSED,
        /** An edge of the estimate only, not a reversed one. */
        EXTRA,
        /** An edge of the truth only, not a reversed one. */
        MISSING;

        static EdgeStatus ofEstimated(WeightMatrix estimated, WeightMatrix truth, int from, int to) {
            if (truth.hasEdge(from, to)) {
                return CORRECT;
            }
            return truth.hasEdge(to, from) && !estimated.hasEdge(to, from) ? REVERSED : EXTRA;
        }

        /** Whether the true edge i → j is missing: not estimated, and not shown as a reversed edge j → i either. */
        static boolean isMissing(WeightMatrix estimated, WeightMatrix truth, int from, int to) {
            return !estimated.hasEdge(from, to) && !(estimated.hasEdge(to, from) && !truth.hasEdge(to, from));
        }
    }
}
