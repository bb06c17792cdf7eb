// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.privacy;

import java.util.Objects;

/**
 * A study's promise about the people in the data of each site: (ε, δ)-differential privacy of everything that the site
 * sends in the whole study.
 *
 * @param epsilon finite and &gt; 0
 * @param delta at least 0 and &lt; 1
 * @param unit whose contribution is protected
 * @param adjacency the neighbouring relation
 */
public record PrivacyPromise(double epsilon, double delta, PrivacyUnit unit, Adjacency adjacency) {
    public PrivacyPromise {
        if (!(epsilon > 0) || epsilon == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException("epsilon must be finite and > 0, was " + epsilon);
        }
        if (!(delta >= 0 && delta < 1)) {
            throw new IllegalArgumentException("delta must be at least 0 and < 1, was " + delta);
        }
        delta = delta == 0 ? 0 : delta; // -0.0 is the same number
        Objects.requireNonNull(unit, "unit");
        Objects.requireNonNull(adjacency, "adjacency");
    }
}
