// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.method;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.internal.text.Nearest;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.method.descriptor.MethodDescriptor;
import io.hedgerow.core.method.descriptor.MethodTrait;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Function;
import java.util.function.Predicate;

/** The methods by name: those of the modules on the class path, and optionally others. Immutable. */
public final class MethodCatalogue {

    private record Entry(MethodDescriptor descriptor, MethodProvider provider) {}

    private static final MethodCatalogue OF_MODULES =
            new MethodCatalogue(ServiceLoader.load(MethodProvider.class, MethodProvider.class.getClassLoader()).stream()
                    .map(ServiceLoader.Provider::get)
                    // in whatever order the modules are on the path
                    .sorted(Comparator.comparing(provider -> provider.getClass().getName()))
                    .toList());

    private final Map<String, Entry> methods = new LinkedHashMap<>();

    private final List<MethodProvider> providers;

    private MethodCatalogue(List<MethodProvider> providers) {
        this.providers = List.copyOf(providers);
        for (MethodProvider provider : providers) {
            for (MethodDescriptor method : provider.descriptors()) {
                Entry other = methods.putIfAbsent(method.name(), new Entry(method, provider));
                if (other != null) {
                    throw new IllegalStateException("method " + method.name() + " must have one provider, has "
                            + other.provider().getClass().getName() + " and "
                            + provider.getClass().getName());
                }
            }
        }
    }

    /** {@return the methods of the modules on the path, always the same} */
    public static MethodCatalogue ofModules() {
        return OF_MODULES;
    }

    /**
     * {@return a catalogue with more methods}
     *
     * @param more providers that the path does not have
     * @throws IllegalStateException when two methods have one name
     */
    public MethodCatalogue with(List<MethodProvider> more) {
        List<MethodProvider> all = new ArrayList<>(providers);
        all.addAll(more);
        return new MethodCatalogue(all);
    }

    /** {@return descriptions of all methods, baselines included, in the order of their providers} */
    public List<MethodDescriptor> descriptors() {
        return methods.values().stream().map(Entry::descriptor).toList();
    }

    /**
     * {@return the description of a method; empty when there is none of this name}
     *
     * @param name of the method
     */
    public Optional<MethodDescriptor> descriptor(String name) {
        return Optional.ofNullable(methods.get(name)).map(Entry::descriptor);
    }

    /** {@return the names of methods that a plan can have, in alphabetical order} */
    public List<String> names() {
        return names(method -> true);
    }

    /**
     * {@return the names of methods that a plan can have and that meet a condition, in alphabetical order}
     *
     * @param wanted the condition
     */
    public List<String> names(Predicate<MethodDescriptor> wanted) {
        return descriptors().stream()
                .filter(method -> !method.has(MethodTrait.IN_ONE_PROCESS) && wanted.test(method))
                .map(MethodDescriptor::name)
                .sorted()
                .toList();
    }

    /**
     * Refuses categorical variables for a method that can only use numeric ones.
     *
     * @param method its name
     * @param schema the variables
     * @throws IllegalArgumentException when one is categorical
     */
    public static void requireNumbers(String method, VariableSchema schema) {
        if (schema.hasCategories()) {
            List<String> categories = schema.names().stream()
                    .filter(name -> !schema.levels(schema.indexOf(name)).isEmpty())
                    .toList();
            List<String> able = ofModules().descriptors().stream()
                    .filter(other -> other.has(MethodTrait.CATEGORIES))
                    .map(MethodDescriptor::name)
                    .sorted()
                    .toList();
            throw new IllegalArgumentException("algorithm " + method + " takes every variable for a number, "
                    + String.join(", ", categories) + (categories.size() == 1 ? " is" : " are")
                    + " categorical: use " + String.join(" or ", able)
                    + ", give their levels numbers, or leave them out");
        }
    }

    /**
     * {@return the method of a study}
     *
     * @param terms the agreed terms
     * @throws IllegalArgumentException when the method or a parameter is not known, or has a wrong value; or when a
     *     variable is categorical and the method is for numbers
     */
    public Method method(StudyTerms terms) {
        return method(terms, false);
    }

    /**
     * {@return a search on the release that a private look made, which costs nothing and sends nothing}
     *
     * @param look the terms of the look
     * @param search parameters that decide about the search alone, by name
     * @throws IllegalArgumentException when the terms are those of no private look, or a parameter is one of the
     *     release
     */
    public Method afterLook(StudyTerms look, Map<String, String> search) {
        return entry(look.method(), false).provider().afterLook(look, search);
    }

    /** The same in one process, which also has methods and parameters that no plan can have. */
    Method inOneProcess(StudyTerms terms) {
        return method(terms, true).inOneProcess();
    }

    int usualRounds(StudyTerms terms) {
        return entry(terms.method(), true).provider().usualRounds(terms);
    }

    /** Reads parameters in one process; refuses those that are not declared or not read. */
    <T> T read(String name, Map<String, String> given, Function<MethodParameters, T> reader) {
        return read(new MethodParameters(given, entry(name, true).descriptor(), true), reader);
    }

    private static <T> T read(MethodParameters parameters, Function<MethodParameters, T> reader) {
        parameters.requireDeclared();
        T made = reader.apply(parameters);
        parameters.requireRead();
        return made;
    }

    private Entry entry(String name, boolean inOneProcess) {
        Entry entry = methods.get(name);
        if (entry == null || (!inOneProcess && entry.descriptor().has(MethodTrait.IN_ONE_PROCESS))) {
            throw new IllegalArgumentException("algorithm must be one of " + names() + ", was "
                    + name
                    + Nearest.to(name, names())
                            .map(word -> ", did you mean " + word + "?")
                            .orElse(""));
        }
        return entry;
    }

    private Method method(StudyTerms terms, boolean inOneProcess) {
        Entry entry = entry(terms.method(), inOneProcess);
        if (terms.promise().isPresent() && !entry.descriptor().has(MethodTrait.PROMISE)) {
            throw new IllegalArgumentException("algorithm " + terms.method()
                    + " has no privacy guarantee: the terms must be without a promise, which a plan says by"
                    + " insecureNoPrivacy: true, or name one of the dp- algorithms");
        }
        if (!entry.descriptor().has(MethodTrait.CATEGORIES)) {
            requireNumbers(terms.method(), terms.schema());
        }
        terms.parameters().keySet().stream()
                .filter(given -> given.startsWith("persons.")
                        && entry.descriptor().parameter(given).isEmpty())
                .findFirst()
                .ifPresent(given -> {
                    throw new IllegalArgumentException("algorithm " + terms.method()
                            + " protects single records only, and has no parameter " + given
                            + ": use one that counts users, which are "
                            + Words.listed(
                                    names(method -> method.parameter(given).isPresent()), "and")
                            + ", or reduce the data to one row per user");
                });
        if (terms.parameters().containsKey("missing")
                && entry.descriptor().parameter("missing").isEmpty()) {
            boolean promises = entry.descriptor().has(MethodTrait.PROMISE);
            List<String> others = names(
                    method -> method.parameter("missing").isPresent() && method.has(MethodTrait.PROMISE) == promises);
            throw new IllegalArgumentException("algorithm " + terms.method() + " has no parameter missing: use "
                    + Words.listed(others, "or") + ", which takes rows with missing cells, or "
                    + (promises ? "leave it out: cells without a number then count as 0" : "leave these rows out"));
        }
        if (terms.parameters().containsKey("interventions")
                && entry.descriptor().parameter("interventions").isEmpty()) {
            throw new IllegalArgumentException("algorithm " + terms.method()
                    + " takes all rows for rows of one kind, and has no parameter interventions: use "
                    + Words.listed(
                            names(method -> method.parameter("interventions").isPresent()), "or")
                    + ", which scores the causes of a variable on rows in which it is no target, or leave out the"
                    + " sites with targets");
        }
        return read(
                new MethodParameters(terms.parameters(), entry.descriptor(), inOneProcess),
                parameters -> entry.provider().method(terms, parameters));
    }
}
