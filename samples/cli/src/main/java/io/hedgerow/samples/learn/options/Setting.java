// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.learn.options;

import io.hedgerow.core.data.Centring;
import io.hedgerow.samples.learn.method.Algorithm;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * An option, and the parameter of a method that it sets. It applies to the methods that declare the parameter for the
 * command line.
 *
 * @param option with its dashes
 * @param given what was said; null when it was left out
 * @param value as a plan would write it; null when nothing has to be said
 * @param parameters what methods call it
 */
record Setting(
        String option, @Nullable Object given, @Nullable Object value, List<String> parameters) {

    /** An option whose value a plan would write in the same way. */
    static Setting of(String option, @Nullable Object value, String... parameters) {
        return new Setting(option, value, value, List.of(parameters));
    }

    static Setting flag(String option, boolean given, String parameter) {
        return of(option, given ? "true" : null, parameter);
    }

    /** Bias terms are a parameter of their own, the site's mean is what methods do without one. */
    static Setting ofCentring(@Nullable Centring centring) {
        boolean biased = centring == Centring.BIAS_TERMS;
        @Nullable Object value = (biased || centring == Centring.NONE) ? true : null;
        return new Setting(
                biased ? "--centring bias-terms" : "--centring",
                centring,
                value,
                List.of(biased ? "bias-terms" : "no-centring"));
    }

    /** The same option where it was left out. */
    Setting unsaid() {
        return new Setting(option, null, null, parameters);
    }

    private String[] names() {
        return parameters.toArray(String[]::new);
    }

    /** Refuses the option where it was given and the algorithm does not have it. */
    void requireFits(Algorithm algorithm) {
        if (given != null && !algorithm.takes(names())) {
            throw foreign(option, algorithm, known -> known.takes(names()));
        }
    }

    /** Refuses a value that the algorithm's parameter cannot have. */
    void requireAllowed(Algorithm algorithm) {
        algorithm
                .parameter(names())
                .flatMap(algorithm.method()::parameter)
                .filter(parameter -> value != null && !parameter.allows(value.toString()))
                .ifPresent(parameter -> {
                    throw new IllegalArgumentException(option + " must be " + parameter.range() + ", was " + value);
                });
    }

    /** The parameter of an algorithm that has it. */
    @Nullable String parameter(Algorithm algorithm) {
        return algorithm.parameter(names()).orElse(null);
    }

    static IllegalArgumentException foreign(String option, Algorithm algorithm, Predicate<Algorithm> having) {
        String near = algorithm.others(having);
        return new IllegalArgumentException(option + " does not apply to --algorithm " + algorithm.name() + ", only to "
                + (near.isEmpty() ? Algorithm.words(algorithm.catalogue(), having) : near));
    }
}
