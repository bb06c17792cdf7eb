// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.graph;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import java.util.regex.Pattern;

/**
 * The marks of each pair of variables when causes may be hidden: those of a partial ancestral graph (Richardson and
 * Spirtes 2002; Zhang 2008).
 *
 * <p>Two variables are adjacent when they depend on each other given any recorded variables. At each end of their edge
 * stands a mark: an arrowhead at j when j causes i in none of the networks that explain the data as well, a tail when
 * it causes i in all, directly or not, and a circle when that is open. So {@code i --> j}: i causes j; {@code i <-> j}:
 * neither causes the other, a hidden cause of both is the only explanation; {@code i o-> j}: j does not cause i, and i
 * causes j or a hidden cause is behind both, or both are true. Immutable. As private as the moments that it was
 * computed from.
 */
public final class AncestralMarks {

    /** The mark at one end of an edge. */
    public enum End {
        /** Whether this variable causes the other is open. */
        CIRCLE("o", "o"),
        /** This variable does not cause the other. */
        ARROW("<", ">"),
        /** This variable causes the other. */
        TAIL("-", "-");

        private final String left;
        private final String right;

        End(String left, String right) {
            this.left = left;
            this.right = right;
        }

        /**
         * {@return the mark that a sign of {@link AncestralMarks#mark} stands for}
         *
         * @param sign {@code o}, {@code -}, {@code <} or {@code >}
         * @throws IllegalArgumentException when it is another one
         */
        public static End of(char sign) {
            for (End end : values()) {
                if (end.left.charAt(0) == sign || end.right.charAt(0) == sign) {
                    return end;
                }
            }
            throw new IllegalArgumentException("sign must be o, -, < or >, was " + sign);
        }
    }

    /** All marks of an edge, for messages. */
    public static final String MARKS = "-->, o->, o-o, <->, ---, o-- and --o, or the reverse";

    private static final Pattern MARK = Pattern.compile("[<o-]-[>o-]");

    /** The mark of pairs without an edge. */
    public static final String NONE = "none";

    private final int variables;
    private final List<Optional<End>> ends;
    private final boolean[] visible;
    private final Optional<WeightMatrix> shares;
    private final double gain;

    private AncestralMarks(
            int variables, List<Optional<End>> ends, boolean[] visible, Optional<WeightMatrix> shares, double gain) {
        this.variables = variables;
        this.ends = ends;
        this.visible = visible;
        this.shares = shares;
        this.gain = gain;
    }

    /**
     * {@return the marks of all pairs of variables}
     *
     * @param variables d
     * @param ends for i and j the mark at j of the edge between them; empty where there is none
     * @param visible for i and j whether i --> j, and no cause that both have is hidden (definition 8 of Zhang 2008)
     * @param shares [d, d], symmetric: the probability of the pair's mark if there is an edge, see {@link #share}:
     *     among the posterior's networks with an edge between the two the share with this mark, at most what near
     *     networks with hidden causes leave of it; where hidden causes are claimed, it follows from how much worse
     *     networks with another mark are; empty when there are none to trust
     * @param gain the nats by which a network with hidden causes explains the data better than the best without, after
     *     the price of its edges; 0 when that is no more than chance
     * @throws IllegalArgumentException when an edge has one end only, or shares are of other variables
     */
    public static AncestralMarks of(
            int variables,
            BiFunction<Integer, Integer, Optional<End>> ends,
            BiPredicate<Integer, Integer> visible,
            Optional<WeightMatrix> shares,
            double gain) {
        if (shares.isPresent() && shares.get().variables() != variables) {
            throw new IllegalArgumentException("shares must be of " + variables + " variables, were of "
                    + shares.get().variables());
        }
        List<Optional<End>> all = new ArrayList<>();
        boolean[] seen = new boolean[variables * variables];
        for (int i = 0; i < variables; i++) {
            for (int j = 0; j < variables; j++) {
                Optional<End> end = i == j ? Optional.empty() : ends.apply(i, j);
                if (i != j && end.isPresent() != ends.apply(j, i).isPresent()) {
                    throw new IllegalArgumentException(
                            "an edge must have two ends, had one only between " + i + " and " + j);
                }
                all.add(end);
                seen[i * variables + j] = i != j && visible.test(i, j);
            }
        }
        return new AncestralMarks(variables, List.copyOf(all), seen, shares, gain);
    }

    /**
     * {@return a copy without some pairs, such as those whose edges are too weak to be kept}
     *
     * @param leftOut for i and j whether they are left out; the same for j and i
     */
    public AncestralMarks without(BiPredicate<Integer, Integer> leftOut) {
        return of(
                variables,
                (i, j) -> end(i, j).filter(end -> !leftOut.test(i, j)),
                (i, j) -> isVisible(i, j) && !leftOut.test(i, j),
                shares,
                gain);
    }

    /**
     * {@return whether a text is the mark of an edge, such as {@code o->}}
     *
     * @param text of a file
     */
    public static boolean isMark(String text) {
        return MARK.matcher(text).matches();
    }

    /** {@return d, the number of variables} */
    public int variables() {
        return variables;
    }

    /**
     * {@return the mark at j of the edge from i; empty when there is no edge}
     *
     * @param from i
     * @param at j, where the mark stands
     * @throws IndexOutOfBoundsException when i or j is not from 0 to d − 1
     */
    public Optional<End> end(int from, int at) {
        return ends.get(place(from, at));
    }

    private int place(int i, int j) {
        if (i < 0 || i >= variables || j < 0 || j >= variables) {
            throw new IndexOutOfBoundsException(
                    "variables of a mark must be from 0 to " + (variables - 1) + ", were " + i + " and " + j);
        }
        return i * variables + j;
    }

    /**
     * {@return whether i causes j and no cause that both have is hidden}
     *
     * @param from i
     * @param to j
     * @throws IndexOutOfBoundsException when i or j is not from 0 to d − 1
     */
    public boolean isVisible(int from, int to) {
        return visible[place(from, to)];
    }

    /**
     * {@return the mark of a pair as text, such as {@code -->}, {@code <--}, {@code o->}, {@code o-o} and {@code <->};
     * {@value #NONE} when there is no edge}
     *
     * @param from written first
     * @param to written last
     */
    public String mark(int from, int to) {
        return end(from, to).isEmpty()
                ? NONE
                : end(to, from).orElseThrow().left + "-" + end(from, to).orElseThrow().right;
    }

    /**
     * {@return the probability of the mark of a pair, if there is an edge: by the share of the posterior's networks and
     * by near ones with hidden causes; empty when that is not known or there is no edge}
     *
     * @param i one variable
     * @param j the other
     */
    public OptionalDouble share(int i, int j) {
        return shares.isPresent() && end(i, j).isPresent()
                ? OptionalDouble.of(shares.get().get(i, j))
                : OptionalDouble.empty();
    }

    /**
     * {@return the nats by which a network with hidden causes explains the data better than the best without, after the
     * price of its edges; 0 when that is no more than chance, so that no hidden cause is claimed}
     */
    public double gain() {
        return gain;
    }

    /** {@return whether hidden causes are claimed, as {@link #gain} is more than chance} */
    public boolean claimHiddenCauses() {
        return gain > 0;
    }

    /**
     * {@return whether a hidden cause is the only explanation of a pair: {@code i <-> j}}
     *
     * @param i one variable
     * @param j the other
     */
    public boolean haveHiddenCause(int i, int j) {
        return end(i, j).filter(End.ARROW::equals).isPresent()
                && end(j, i).filter(End.ARROW::equals).isPresent();
    }
}
