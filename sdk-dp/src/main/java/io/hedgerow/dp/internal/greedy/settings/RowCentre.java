// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.greedy.settings;

import java.util.List;

/**
 * The centre that a private solver subtracts from the rows. It is never the site's own exact mean: that depends on
 * every record, so replacing one record would change all clipped entries, and the sensitivity would be n times the
 * clipping bound. A row of zeros only stays zero, so that a unit zeroed out contributes nothing.
 */
public sealed interface RowCentre {

    /** Nothing is subtracted. */
    record Origin() implements RowCentre {}

    /**
     * Public values.
     *
     * @param centre one finite value per variable
     */
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
