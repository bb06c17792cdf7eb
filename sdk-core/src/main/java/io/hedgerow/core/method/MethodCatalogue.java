// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.method;

import io.hedgerow.core.internal.text.Nearest;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;

/** Every method by its name. */
final class MethodCatalogue {

    private static final Map<String, MethodProvider> PROVIDERS = providers();

    private MethodCatalogue() {}

    private static Map<String, MethodProvider> providers() {
        Map<String, MethodProvider> all = new TreeMap<>();
        for (MethodProvider provider :
                ServiceLoader.load(MethodProvider.class, MethodProvider.class.getClassLoader())) {
            for (String name : provider.names()) {
                MethodProvider other = all.putIfAbsent(name, provider);
                if (other != null) {
                    throw new IllegalStateException("method " + name + " must have one provider, has "
                            + other.getClass().getName() + " and "
                            + provider.getClass().getName());
                }
            }
        }
        return all;
    }

    static List<String> names() {
        return List.copyOf(PROVIDERS.keySet());
    }

    static Method method(StudyTerms terms) {
        MethodProvider provider = PROVIDERS.get(terms.method());
        if (provider == null) {
            throw new IllegalArgumentException("algorithm must be one of " + names() + ", was "
                    + terms.method()
                    + Nearest.to(terms.method(), names())
                            .map(word -> ", did you mean " + word + "?")
                            .orElse(""));
        }
        MethodParameters parameters = new MethodParameters(terms);
        Method method = provider.method(terms, parameters);
        parameters.requireNoOther();
        return method;
    }
}
