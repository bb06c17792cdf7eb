// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.method;

import io.hedgerow.core.internal.text.Nearest;
import io.hedgerow.core.method.descriptor.MethodDescriptor;
import io.hedgerow.core.method.descriptor.MethodTrait;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;

/** Every method by its name. */
final class MethodCatalogue {

    /** A method and who makes it. */
    private record Entry(MethodDescriptor descriptor, MethodProvider provider) {}

    private static final MethodCatalogue OF_MODULES = new MethodCatalogue(ServiceLoader.load(
                    MethodProvider.class, MethodProvider.class.getClassLoader())
            .stream()
            .map(ServiceLoader.Provider::get)
            .toList());

    private final Map<String, Entry> methods = new LinkedHashMap<>();

    private MethodCatalogue(List<MethodProvider> providers) {
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

    static MethodCatalogue ofModules() {
        return OF_MODULES;
    }

    List<MethodDescriptor> descriptors() {
        return methods.values().stream().map(Entry::descriptor).toList();
    }

    List<String> names() {
        return descriptors().stream()
                .filter(method -> !method.has(MethodTrait.IN_ONE_PROCESS))
                .map(MethodDescriptor::name)
                .sorted()
                .toList();
    }

    Method method(StudyTerms terms) {
        Entry entry = methods.get(terms.method());
        if (entry == null || entry.descriptor().has(MethodTrait.IN_ONE_PROCESS)) {
            throw new IllegalArgumentException("algorithm must be one of " + names() + ", was "
                    + terms.method()
                    + Nearest.to(terms.method(), names())
                            .map(word -> ", did you mean " + word + "?")
                            .orElse(""));
        }
        MethodParameters parameters = new MethodParameters(terms, entry.descriptor());
        parameters.requireDeclared();
        Method method = entry.provider().method(terms, parameters);
        parameters.requireRead();
        return method;
    }
}
