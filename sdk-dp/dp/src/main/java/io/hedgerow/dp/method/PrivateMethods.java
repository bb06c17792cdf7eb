// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.method;

import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.MethodCatalogue;
import io.hedgerow.core.method.MethodParameters;
import io.hedgerow.core.method.MethodProvider;
import io.hedgerow.core.method.NamedMethod;
import io.hedgerow.core.method.StudyTerms;
import io.hedgerow.core.method.descriptor.MethodDescriptor;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;

/** The provider of the private methods. */
public final class PrivateMethods implements MethodProvider {

    /** Creates the provider, for {@link java.util.ServiceLoader}. */
    public PrivateMethods() {}

    private static final Map<MethodDescriptor, BiFunction<StudyTerms, MethodParameters, Method>> METHODS = methods();

    private static Map<MethodDescriptor, BiFunction<StudyTerms, MethodParameters, Method>> methods() {
        Map<MethodDescriptor, BiFunction<StudyTerms, MethodParameters, Method>> all = new LinkedHashMap<>();
        all.put(PrivateMomentsDesign.DESCRIPTOR, PrivateMethods::ofMoments);
        all.put(PrivateMomentsDesign.LOOK, PrivateMomentsDesign::of);
        all.put(PrivateSeriesDesign.DESCRIPTOR, PrivateSeriesDesign::of);
        all.put(PrivateFeatureDesign.DESCRIPTOR, PrivateFeatureDesign::of);
        all.put(PrivateConsensusMethod.STEPS, PrivateConsensusMethod::ofSteps);
        all.put(PrivateConsensusMethod.CLOSED_FORM, PrivateConsensusMethod::ofClosedForm);
        all.put(PrivateConsensusMethod.LAPLACE_STEPS, PrivateConsensusMethod::ofSteps);
        return all;
    }

    private static Method ofMoments(StudyTerms terms, MethodParameters parameters) {
        if (PrivateTablesDesign.isMeant(terms.schema())) {
            return PrivateTablesDesign.of(terms, parameters);
        }
        if (PrivateMixedDesign.isMeant(terms.schema(), parameters)) {
            return PrivateMixedDesign.of(terms, parameters);
        }
        return PrivateScoresDesign.isMeant(parameters)
                ? PrivateScoresDesign.of(terms, parameters)
                : PrivateMomentsDesign.of(terms, parameters);
    }

    @Override
    public List<MethodDescriptor> descriptors() {
        return List.copyOf(METHODS.keySet());
    }

    @Override
    public Method method(StudyTerms terms, MethodParameters parameters) {
        return METHODS.entrySet().stream()
                .filter(known -> known.getKey().name().equals(terms.method()))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException("method must be one of " + names() + ", was " + terms.method()))
                .getValue()
                .apply(terms, parameters);
    }

    @Override
    public Method afterLook(StudyTerms look, Map<String, String> search) {
        MethodDescriptor looked = PrivateMomentsDesign.LOOK;
        MethodDescriptor learned = PrivateMomentsDesign.DESCRIPTOR;
        if (!look.method().equals(looked.name())) {
            return MethodProvider.super.afterLook(look, search);
        }
        List<String> free = List.of("threshold", "hidden-causes", "required", "forbidden", "tiers");
        search.keySet().stream()
                .filter(name -> !free.contains(name))
                .findFirst()
                .ifPresent(name -> {
                    throw new IllegalArgumentException("parameter " + name + " must be one of the search, "
                            + String.join(", ", free) + ": the release is what the look made it");
                });
        Map<String, String> all = new TreeMap<>(look.parameters());
        all.put("private-mean", "true");
        all.putAll(search);
        StudyTerms terms = new StudyTerms(
                look.name(),
                look.schema(),
                look.sites(),
                look.rounds(),
                look.policy(),
                learned.name(),
                all,
                look.promise(),
                look.noiseSharedBy());
        return Method.of(terms);
    }

    /**
     * Makes a private method of a study in one process from what a plan would say of it.
     *
     * @param named such as {@code dp-fed-sparse}, with parameters and rounds
     * @param agreement the subject of the study
     * @param units of the sites, and the budget of each
     * @return the method, which states its cost beforehand and charges nothing
     * @throws IllegalArgumentException when the method is no private one of the modules on the path, a parameter is
     *     wrong, or the budget cannot be met
     */
    public static PrivateMethod of(NamedMethod named, Agreement agreement, UnitsOfSites units) {
        MethodCatalogue methods = MethodCatalogue.ofModules();
        methods.descriptor(named.name()).ifPresent(units::requireProtectedBy);
        Method made = units.told(named, agreement.schema()).inOneProcess(agreement, methods);
        if (made instanceof PrivateMethod guarded) {
            return guarded;
        }
        throw new IllegalArgumentException("a method with a budget must be a private one, was " + named.name());
    }
}
