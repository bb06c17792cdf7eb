// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.simulate;

import io.hedgerow.core.internal.simulation.model.Noise;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The choices for noises: whether their variances are equal, and their form. */
public enum NoiseChoice {
    /** All have variance 1. */
    EQUAL(null),
    /** Each variable has a standard deviation of its own, log-uniform from 0.5 to 2. */
    UNEQUAL(null),
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

    /** The form that is named, Gaussian when none is; refuses two, and two words about variances. */
    static Noise form(List<NoiseChoice> chosen) {
        List<Noise> forms = chosen.stream()
                .flatMap(choice -> Optional.ofNullable(choice.form).stream())
                .toList();
        if (forms.size() > 1 || chosen.size() - forms.size() > 1) {
            throw new IllegalArgumentException("--noise must name at most one form and one of equal and unequal, was "
                    + chosen.stream()
                            .map(choice -> choice.name().toLowerCase(Locale.ROOT))
                            .collect(Collectors.joining(",")));
        }
        return forms.isEmpty() ? Noise.GAUSSIAN : forms.get(0);
    }
}
