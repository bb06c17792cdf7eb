// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.method;

import io.hedgerow.core.privacy.PrivacyPromise;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * A method of the catalogue with its parameters as in a plan. Immutable.
 *
 * @param name such as {@code gram}
 * @param parameters of the method; what is not named has its default
 * @param rounds the largest number of rounds
 * @param promise the privacy promise; empty for methods without a guarantee
 */
public record NamedMethod(String name, Map<String, String> parameters, int rounds, Optional<PrivacyPromise> promise) {

    static final int USUAL_ROUNDS = 100;

    public NamedMethod {
        Objects.requireNonNull(name, "name");
        parameters = Map.copyOf(parameters);
        Objects.requireNonNull(promise, "promise");
    }

    /**
     * {@return a copy with a parameter}
     *
     * @param parameter its name, as in a plan
     * @param value as a plan would write it
     */
    public NamedMethod with(String parameter, String value) {
        Map<String, String> more = new TreeMap<>(parameters);
        more.put(parameter, value);
        return new NamedMethod(name, more, rounds, promise);
    }

    /**
     * {@return a copy with another number of rounds}
     *
     * @param most at least 1
     */
    public NamedMethod withRounds(int most) {
        return new NamedMethod(name, parameters, most, promise);
    }

    /**
     * {@return a copy with a promise, which private methods need}
     *
     * @param promised about the people in the data of each site
     */
    public NamedMethod promising(PrivacyPromise promised) {
        return new NamedMethod(name, parameters, rounds, Optional.of(promised));
    }

    /**
     * {@return the method of a study, as every end of it would make it}
     *
     * @param agreement the common terms of the study
     * @throws IllegalArgumentException when name or a parameter is not known, or has a wrong value
     */
    public Method on(Agreement agreement) {
        return on(agreement, MethodCatalogue.ofModules());
    }

    /**
     * {@return the method of a study, as every end of it would make it, from other methods than those of the modules on
     * the path}
     *
     * @param agreement the common terms of the study
     * @param methods that can be named
     * @throws IllegalArgumentException when name or a parameter is not known, or has a wrong value
     */
    public Method on(Agreement agreement, MethodCatalogue methods) {
        return methods.method(terms(agreement));
    }

    /**
     * {@return the method of a run in one process, which also has methods and parameters that no plan can have}
     *
     * @param agreement the common terms of the study
     * @param methods that can be named
     * @throws IllegalArgumentException when name or a parameter is not known, or has a wrong value
     */
    public Method inOneProcess(Agreement agreement, MethodCatalogue methods) {
        return methods.inOneProcess(terms(agreement));
    }

    /**
     * {@return a copy with as many rounds as the method usually has with its parameters}
     *
     * @param agreement the common terms of the study
     * @param methods that can be named
     */
    public NamedMethod inUsualRounds(Agreement agreement, MethodCatalogue methods) {
        return withRounds(methods.usualRounds(terms(agreement)));
    }

    /**
     * {@return the result of a reader of the parameters, in one process and without a study}
     *
     * @param methods that can be named
     * @param reader of the parameters
     * @param <T> what the reader makes
     * @throws IllegalArgumentException when a parameter is not declared, not read, or has a wrong value
     */
    public <T> T read(MethodCatalogue methods, Function<MethodParameters, T> reader) {
        return methods.read(name, parameters, reader);
    }

    private StudyTerms terms(Agreement agreement) {
        return new StudyTerms(
                agreement.name(),
                agreement.schema(),
                agreement.sites(),
                rounds,
                agreement.policy(),
                name,
                parameters,
                promise,
                agreement.noiseSharedBy());
    }
}
