// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.privacy;

import io.hedgerow.core.internal.text.BudgetRange;
import java.util.Objects;

/**
 * A study's promise to the individuals in the data of each site: (ε, δ)-differential privacy of everything that the
 * site sends in the whole study.
 *
 * @param epsilon &gt; 0 and at most 1000
 * @param delta at least 0 and &lt; 1
 * @param unit whose contribution is protected
 * @param adjacency the neighbouring relation
 * @param noise the source of the noise that keeps the promise, by its name
 */
public record PrivacyPromise(double epsilon, double delta, PrivacyUnit unit, Adjacency adjacency, String noise) {

    /** The noise source of a promise that names none: exact discrete noise. */
    public static final String USUAL_NOISE = "discrete";

    private static final String NAME = "[a-z0-9][a-z0-9-]{0,63}";

    public PrivacyPromise {
        BudgetRange.requireEpsilon(epsilon);
        if (!(delta >= 0 && delta < 1)) {
            throw new IllegalArgumentException("delta must be at least 0 and < 1, was " + delta);
        }
        delta = delta == 0 ? 0 : delta; // -0.0 is the same number
        Objects.requireNonNull(unit, "unit");
        Objects.requireNonNull(adjacency, "adjacency");
        if (!noise.matches(NAME)) {
            throw new IllegalArgumentException("noise must be the name of a noise source: 1 to 64 lower-case letters,"
                    + " digits and dashes, was \"" + noise + "\"");
        }
    }

    /**
     * Creates a promise that is kept with the usual noise.
     *
     * @param epsilon &gt; 0 and at most 1000
     * @param delta at least 0 and &lt; 1
     * @param unit whose contribution is protected
     * @param adjacency the neighbouring relation
     */
    public PrivacyPromise(double epsilon, double delta, PrivacyUnit unit, Adjacency adjacency) {
        this(epsilon, delta, unit, adjacency, USUAL_NOISE);
    }
}
