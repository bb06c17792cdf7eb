// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.method;

import io.hedgerow.core.internal.text.Nearest;
import io.hedgerow.core.method.descriptor.MethodDescriptor;
import io.hedgerow.core.method.descriptor.MethodTrait;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;

/** Methods by their names: those of the modules on the path, and maybe others. Immutable. */
public final class MethodCatalogue {

    /** A method and who makes it. */
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

    /**
     * The methods of the modules on the path.
     *
     * @return always the same
     */
    public static MethodCatalogue ofModules() {
        return OF_MODULES;
    }

    /**
     * The same with more methods.
     *
     * @param more providers that the path does not have
     * @return a catalogue of both
     * @throws IllegalStateException when two methods have one name
     */
    public MethodCatalogue with(List<MethodProvider> more) {
        List<MethodProvider> all = new ArrayList<>(providers);
        all.addAll(more);
        return new MethodCatalogue(all);
    }

    /**
     * Describes all methods, baselines included.
     *
     * @return in the order of their providers
     */
    public List<MethodDescriptor> descriptors() {
        return methods.values().stream().map(Entry::descriptor).toList();
    }

    /**
     * Describes one of them.
     *
     * @param name of the method
     * @return empty when there is none of this name
     */
    public Optional<MethodDescriptor> descriptor(String name) {
        return Optional.ofNullable(methods.get(name)).map(Entry::descriptor);
    }

    /**
     * Names the methods that a plan can have.
     *
     * @return names in alphabetical order
     */
    public List<String> names() {
        return descriptors().stream()
                .filter(method -> !method.has(MethodTrait.IN_ONE_PROCESS))
                .map(MethodDescriptor::name)
                .sorted()
                .toList();
    }

    /**
     * {@return the method of a study}
     *
     * @param terms what was agreed
     * @throws IllegalArgumentException when the method or a parameter is not known, or has a wrong value
     */
    public Method method(StudyTerms terms) {
        Entry entry = methods.get(terms.method());
        if (entry == null || entry.descriptor().has(MethodTrait.IN_ONE_PROCESS)) {
            throw new IllegalArgumentException("algorithm must be one of " + names() + ", was "
                    + terms.method()
                    + Nearest.to(terms.method(), names())
                            .map(word -> ", did you mean " + word + "?")
                            .orElse(""));
        }
        if (terms.promise().isPresent() && !entry.descriptor().has(MethodTrait.PROMISE)) {
            throw new IllegalArgumentException("algorithm " + terms.method()
                    + " has no privacy guarantee: the terms must be without a promise, which a plan says by"
                    + " insecureNoPrivacy: true, or name one of the dp- algorithms");
        }
        terms.parameters().keySet().stream()
                .filter(given -> given.startsWith("persons.")
                        && entry.descriptor().parameter(given).isEmpty())
                .findFirst()
                .ifPresent(given -> {
                    throw new IllegalArgumentException("algorithm " + terms.method()
                            + " protects single records only, and has no parameter " + given
                            + ": use one that counts users, such as dp-gram, or reduce the data to one row per user");
                });
        MethodParameters parameters = new MethodParameters(terms, entry.descriptor());
        parameters.requireDeclared();
        Method method = entry.provider().method(terms, parameters);
        parameters.requireRead();
        return method;
    }
}
