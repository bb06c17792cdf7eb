// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.search;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The total effects of variables on each other: by how much y changes when x is set one unit higher, whatever else
 * follows from x (Pearl 2009, section 5.3). They are means over the graphs of a posterior, so that what is open about
 * edges and directions is in their intervals. Post-processing of moments that were summed or released: costs no round
 * and no budget. As private as the network beside them.
 *
 * @param leastProbability the least P(x affects y) of an effect that is kept. At .05 or below, the median and the 90 %
 *     interval of all others are 0. Above .05, there were more effects than the 2,000 that are kept: it is the P of the
 *     last of these, others as likely with smaller medians are left out too, and their medians need not be 0
 * @param horizon the largest number of steps between cause and effect in series; 0 for other rows
 * @param pairs the effects by falling probability, then by the order of variables
 */
public record TotalEffects(double leastProbability, int horizon, List<Effect> pairs) {

    /** The share of the posterior between the ends of an interval. */
    public static final double COVERED = 0.9;

    public TotalEffects {
        if (!(leastProbability >= 0 && leastProbability <= 1)) {
            throw new IllegalArgumentException("leastProbability must be from 0 to 1, was " + leastProbability);
        }
        if (horizon < 0) {
            throw new IllegalArgumentException("horizon must be >= 0, was " + horizon);
        }
        pairs = List.copyOf(pairs);
    }

    /**
     * Returns the effects of one variable on another: one for numbers, one for each step of series, and one for each
     * level of each of the two that is a category.
     *
     * @param from the cause's position
     * @param to the position of the variable that changes
     * @return in the order of steps and levels; empty where P(x affects y) is below the least, and where it is not
     *     among the 2,000 likeliest
     */
    public List<Effect> of(int from, int to) {
        return pairs.stream()
                .filter(pair -> pair.from() == from && pair.to() == to)
                .toList();
    }

    /**
     * The total effect of one variable on another.
     *
     * @param from the cause's position among the variables
     * @param to the position of the variable that changes
     * @param steps how many steps later, in series; 0 of other rows
     * @param levels the levels that are compared, where one of the two is a category; empty for numbers
     * @param probability P(x affects y): the share of the posterior's graphs with a directed path
     * @param change of y for one unit of x, in their units; where y is a category, of the probability of a level; where
     *     x is one, for another level
     * @param identification how the value follows from the network
     */
    public record Effect(
            int from,
            int to,
            int steps,
            Optional<Contrast> levels,
            double probability,
            Interval change,
            Identification identification) {
        public Effect {
            Objects.requireNonNull(levels, "levels");
            if (!(probability >= 0 && probability <= 1)) {
                throw new IllegalArgumentException("probability must be from 0 to 1, was " + probability);
            }
            Objects.requireNonNull(change, "change");
            Objects.requireNonNull(identification, "identification");
        }
    }

    /**
     * The median and the credible interval of an effect.
     *
     * @param median over the graphs of the posterior, those without a path counting as 0
     * @param lower the lower end of an interval that holds 90 % of the posterior, graphs without a path counting as 0,
     *     and 90 % of the graphs with a path
     * @param upper its upper end
     */
    public record Interval(double median, double lower, double upper) {
        public Interval {
            if (!(lower <= median && median <= upper)) {
                throw new IllegalArgumentException(
                        "lower, median and upper must be in this order, were " + lower + ", " + median + ", " + upper);
            }
        }
    }

    /**
     * The identification of an effect: the graph that it is read from, and what must hold for that.
     *
     * @param adjustment positions of the variables that the shown network adjusts for: the causes of x in it; empty
     *     where x has none, where x does not lead to y in it, and of series, whose columns are adjusted for step by
     *     step
     * @param possible the values of the graphs that the data cannot tell from the shown network, by size; one where
     *     they agree, none where they were not computed
     * @param restsOn edges that must be read as causes for this, although a hidden cause could be behind them; empty
     *     where the effect is identified with hidden causes too, and where these were not looked for
     */
    public record Identification(List<Integer> adjustment, List<Double> possible, List<Link> restsOn) {

        /** The identification of an effect of which only the posterior is known. */
        public static final Identification NONE = new Identification(List.of(), List.of(), List.of());

        public Identification {
            adjustment = List.copyOf(adjustment);
            possible = List.copyOf(possible);
            restsOn = List.copyOf(restsOn);
        }

        /**
         * Says whether the data identify the sign of the effect, if no cause is hidden.
         *
         * @return true when the effects in the graphs that the data cannot tell from the shown one are all above 0, or
         *     all below; false when one of them is 0, and when none was computed
         */
        public boolean identified() {
            return !possible.isEmpty()
                    && (possible.stream().allMatch(value -> value > 0)
                            || possible.stream().allMatch(value -> value < 0));
        }

        /**
         * {@return the smallest absolute value of the effect over those graphs, 0 where it is not identified; an
         * estimate, not a bound}
         */
        public double leastSize() {
            return identified() ? possible.stream().mapToDouble(Math::abs).min().orElse(0) : 0;
        }
    }

    /**
     * An edge that a total effect depends on.
     *
     * @param from position of the variable that must be the cause
     * @param to position of the other
     * @param mark between them when causes may be hidden, as {@link io.hedgerow.core.graph.AncestralMarks#mark} says it
     */
    public record Link(int from, int to, String mark) {}

    /**
     * The levels of an effect of a category or on one.
     *
     * @param level position of the level that x is set to; −1 where x is a number
     * @param reference position of the level that it is compared with; −1 where x is a number
     * @param outcome position of the level of y whose probability changes; −1 where y is a number
     */
    public record Contrast(int level, int reference, int outcome) {}
}
