// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.greedy.settings;

import io.hedgerow.core.model.Diagonal;
import java.util.List;

/**
 * The problem of a private greedy solver, the units that it protects, and its cost. Public; contains nothing computed
 * from data.
 *
 * @param units the units whose contribution is bounded, and the divisors of sums
 * @param steps the steps of a round
 * @param smoothness the source of the second moments of the variables
 * @param centre the centre that is subtracted from the rows
 */
public record GreedyOptions(
        ProtectedUnits units, GreedySteps steps, GreedyCost cost, Smoothness smoothness, RowCentre centre) {
    /** The same with every loss multiplied by one factor, finite and &gt; 0, so that all shares stay as they are. */
    public GreedyOptions scaled(double factor) {
        Smoothness moments = smoothness instanceof Smoothness.PrivateMoments released
                ? new Smoothness.PrivateMoments(
                        released.variables(),
                        released.smallest(),
                        released.largest(),
                        released.mu() * factor,
                        released.shared())
                : smoothness;
        RowCentre mean = centre instanceof RowCentre.PrivateMean released
                ? new RowCentre.PrivateMean(released.bounds(), released.mu() * factor)
                : centre;
        GreedyCost scaled = new GreedyCost(cost.selectionRange() * factor, cost.mu() * factor);
        return new GreedyOptions(units, steps, scaled, moments, mean);
    }

    /**
     * The steps of one round of private greedy descent. Their number never depends on data.
     *
     * @param count K, exactly as many steps in every round; at least 1
     * @param gamma γ, the step length; in (0, 1]
     * @param clipFactor κ: the entries x_i·r_j of one unit are clipped to κ·√M_i. In units of a residual, so 1.5 suits
     *     residuals of variance 1; residuals of single rows are rounded to a 2048th of it; finite and &gt; 0
     * @param diagonal whether self edges are held at 0 or free
     */
    public record GreedySteps(int count, double gamma, double clipFactor, Diagonal diagonal) {
        public GreedySteps {
            if (count < 1) {
                throw new IllegalArgumentException("count must be at least 1, was " + count);
            }
            if (!(gamma > 0 && gamma <= 1)) {
                throw new IllegalArgumentException("gamma must be > 0 and <= 1, was " + gamma);
            }
            if (!(clipFactor > 0) || clipFactor == Double.POSITIVE_INFINITY) {
                throw new IllegalArgumentException("clipFactor must be finite and > 0, was " + clipFactor);
            }
        }
    }

    /**
     * The cost of one private greedy step.
     *
     * @param selectionRange ε0, the bounded-range parameter of the selection; finite and &gt; 0
     * @param mu sensitivity divided by the noise of the update; finite and &gt; 0
     */
    public record GreedyCost(double selectionRange, double mu) {

        /** The factor on the noise, so that the rounding of the mechanisms cannot exceed the planned cost. */
        private static final double MARGIN = 1 + 1e-12;

        public GreedyCost {
            if (!(selectionRange > 0) || selectionRange == Double.POSITIVE_INFINITY) {
                throw new IllegalArgumentException("selectionRange must be finite and > 0, was " + selectionRange);
            }
            RowMomentsRelease.requireMu(mu);
        }

        /** The noise multiplier of a Gaussian call at cost μ, rounded up. */
        public static double multiplier(double mu) {
            return MARGIN / mu;
        }
    }

    /**
     * The centre that a private solver subtracts from the rows. It is never the site's own exact mean: that depends on
     * every record, so replacing one record would change all clipped entries, and the sensitivity would be n times the
     * clipping bound. A row of zeros only stays zero, so that a unit zeroed out contributes nothing.
     */
    public sealed interface RowCentre {

        /** Nothing is subtracted. */
        record Origin() implements RowCentre {}

        /** Public values: one finite number per variable. */
        record PublicCentre(List<Double> centre) implements RowCentre {
            public PublicCentre {
                centre = List.copyOf(centre);
                for (double value : centre) {
                    if (!Double.isFinite(value)) {
                        throw new IllegalArgumentException("a centre must be finite, was " + value);
                    }
                }
            }
        }

        /**
         * A private release of the mean of the clipped rows in round 0, by {@link RowMomentsRelease}.
         *
         * @param bounds a_i, public: cells are clipped to [−a_i, a_i] for this release; finite and &gt; 0
         * @param mu sensitivity divided by the noise of the release; finite and &gt; 0
         */
        record PrivateMean(List<Double> bounds, double mu) implements RowCentre {
            public PrivateMean {
                bounds = List.copyOf(bounds);
                for (double bound : bounds) {
                    if (!(bound > 0) || bound == Double.POSITIVE_INFINITY) {
                        throw new IllegalArgumentException("a bound must be finite and > 0, was " + bound);
                    }
                }
                RowMomentsRelease.requireMu(mu);
            }
        }
    }
}
