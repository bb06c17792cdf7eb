// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.search;

import java.util.List;
import java.util.Objects;

/**
 * The figures of the rows that a private release tells of, each with an interval: what is in it follows from rows and
 * noise. Post-processing of the release: costs no budget. As private as the network beside it.
 *
 * @param margins means and deviations of numbers, as far as they were released, and shares of levels
 * @param pairs how far two variables depend on each other, whether an edge joins them or not
 */
public record ReleasedFigures(List<Margin> margins, List<Pair> pairs) {

    /** The share of intervals that hold the value in the population that the rows are of. */
    public static final double COVERED = 0.95;

    public ReleasedFigures {
        margins = List.copyOf(margins);
        pairs = List.copyOf(pairs);
    }

    /** A statistic of one variable. */
    public enum Statistic {
        /** The mean of a number. */
        MEAN,
        /** The standard deviation of a number. */
        DEVIATION,
        /** The share of rows with a level of a category. */
        SHARE
    }

    /**
     * An interval.
     *
     * @param lower its lower end
     * @param upper its upper end
     */
    public record Range(double lower, double upper) {
        public Range {
            if (!(lower <= upper)) {
                throw new IllegalArgumentException("lower must be at most upper, were " + lower + " and " + upper);
            }
        }

        /**
         * {@return whether a value lies in the interval}
         *
         * @param value any number
         */
        public boolean has(double value) {
            return lower <= value && value <= upper;
        }
    }

    /**
     * A figure of one variable.
     *
     * @param variable its position
     * @param statistic the statistic
     * @param level the level whose share it is, from 0; −1 of a number
     * @param range the interval, in the unit of the variable
     */
    public record Margin(int variable, Statistic statistic, int level, Range range) {
        public Margin {
            Objects.requireNonNull(statistic, "statistic");
            Objects.requireNonNull(range, "range");
        }
    }

    /**
     * How far two variables depend on each other: the correlation of two numbers; else ‖S_ij‖ / √(‖S_ii‖ ‖S_jj‖), S the
     * covariances of numbers and indicators of all levels, Frobenius norms (the root of the RV coefficient: Escoufier
     * 1973). That is |φ| of two categories of two levels.
     *
     * @param one the position of the earlier variable
     * @param other that of the later one
     * @param range the interval
     */
    public record Pair(int one, int other, Range range) {
        public Pair {
            Objects.requireNonNull(range, "range");
        }
    }
}
