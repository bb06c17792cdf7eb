// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.greedy.settings;

import java.util.List;

/**
 * The source of the second moments m_i of the variables, which set a private greedy solver's step lengths, scores and
 * clipping bounds. Wrong ones cost accuracy, never privacy; exact ones would be a leak, because bounds and scores are
 * computed from them.
 */
public sealed interface Smoothness {

    /**
     * Public values, such as 1 for variables that were standardised with public constants. Free of cost.
     *
     * @param secondMoments m_i for each variable, or a single value for all; finite and &gt; 0
     */
    record PublicMoments(List<Double> secondMoments) implements Smoothness {
        public PublicMoments {
            secondMoments = List.copyOf(secondMoments);
            if (secondMoments.isEmpty()) {
                throw new IllegalArgumentException("secondMoments must hold at least one value, was empty");
            }
            for (double moment : secondMoments) {
                if (!(moment > 0) || moment == Double.POSITIVE_INFINITY) {
                    throw new IllegalArgumentException("a second moment must be finite and > 0, was " + moment);
                }
            }
        }
    }

    /**
     * A private release of each site's own moments in round 0, by {@link RowMomentsRelease}.
     *
     * @param variables q, so that the cost is known before any data; at least 1
     * @param smallest a public value below which no variable's standard deviation is expected; finite and &gt; 0
     * @param largest a public value that none is expected to exceed; finite and &gt; smallest
     * @param mu sensitivity divided by the noise of the release; finite and &gt; 0
     * @param shared whether sites send what they released, and from the next round on all take the mean (paper 002, the
     *     remark of A.3)
     */
    record PrivateMoments(int variables, double smallest, double largest, double mu, boolean shared)
            implements Smoothness {
        public PrivateMoments {
            if (variables < 1) {
                throw new IllegalArgumentException("variables must be at least 1, was " + variables);
            }
            if (!(smallest > 0 && smallest < largest && largest < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException(
                        "the range must be finite with 0 < smallest < largest, was " + smallest + " to " + largest);
            }
            RowMomentsRelease.requireMu(mu);
        }

        /** Moments that each site keeps to itself. */
        public PrivateMoments(int variables, double smallest, double largest, double mu) {
            this(variables, smallest, largest, mu, false);
        }

        /** A second moment that was told, or the own one where none was told yet: within the range. */
        public double told(double mean, double own) {
            if (Double.isNaN(mean)) {
                throw new IllegalArgumentException("a shared second moment must be a number, was " + mean);
            }
            return mean > 0 ? Math.max(smallest * smallest, Math.min(largest * largest, mean)) : own;
        }
    }

    /**
     * The exact second moments of the site's records. Without any guarantee: the plan of round 0 says so, and a gate
     * with a budget refuses it. They measure the cost of the privacy of the moments.
     */
    record InsecureExactMoments() implements Smoothness {}
}
