// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.simulate;

import io.hedgerow.core.simulation.Noise;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The choices for noises: whether their variances are equal, and their form. */
public enum NoiseChoice {
    /** All have variance 1. */
    EQUAL(null),
    /** Each variable has a standard deviation of its own, log-uniform from 0.5 to 2. */
    UNEQUAL(null),
    /** Normal. */
    GAUSSIAN(Noise.GAUSSIAN),
    /** Skewed to the right. */
    EXPONENTIAL(Noise.EXPONENTIAL),
    /** Skewed to the right, less so. */
    GUMBEL(Noise.GUMBEL),
    /** Without tails. */
    UNIFORM(Noise.UNIFORM),
    /** Tails a little heavier than normal. */
    LOGISTIC(Noise.LOGISTIC),
    /** Heavy tails. */
    LAPLACE(Noise.LAPLACE);

    private final @Nullable Noise form;

    NoiseChoice(@Nullable Noise form) {
        this.form = form;
    }

    /** The form; empty for a word about variances. */
    Optional<Noise> form() {
        return Optional.ofNullable(form);
    }

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
