// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.method;

import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.MethodCatalogue;
import io.hedgerow.core.method.MethodParameters;
import io.hedgerow.core.method.MethodProvider;
import io.hedgerow.core.method.StudyTerms;
import io.hedgerow.core.method.descriptor.MethodDescriptor;
import io.hedgerow.dp.method.settings.PrivateAlgorithm;
import io.hedgerow.dp.method.settings.PrivateSettings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;

/** Provides the private methods. */
public final class PrivateMethods implements MethodProvider {

    /** Creates the provider, for {@link java.util.ServiceLoader}. */
    public PrivateMethods() {}

    private static final Map<MethodDescriptor, BiFunction<StudyTerms, MethodParameters, Method>> METHODS = methods();

    private static Map<MethodDescriptor, BiFunction<StudyTerms, MethodParameters, Method>> methods() {
        Map<MethodDescriptor, BiFunction<StudyTerms, MethodParameters, Method>> all = new LinkedHashMap<>();
        all.put(PrivateMomentsMethod.DESCRIPTOR, PrivateMethods::ofMoments);
        all.put(PrivateMomentsMethod.LOOK, PrivateMomentsMethod::of);
        all.put(PrivateSeriesMethod.DESCRIPTOR, PrivateSeriesMethod::of);
        all.put(PrivateFeatureMethod.DESCRIPTOR, PrivateFeatureMethod::of);
        all.put(PrivateConsensusMethod.STEPS, PrivateConsensusMethod::ofSteps);
        all.put(PrivateConsensusMethod.CLOSED_FORM, PrivateConsensusMethod::ofClosedForm);
        return all;
    }

    private static Method ofMoments(StudyTerms terms, MethodParameters parameters) {
        if (PrivateTablesMethod.isMeant(terms.schema())) {
            return PrivateTablesMethod.of(terms, parameters);
        }
        return PrivateScoresMethod.isMeant(parameters)
                ? PrivateScoresMethod.of(terms, parameters)
                : PrivateMomentsMethod.of(terms, parameters);
    }

    @Override
    public List<MethodDescriptor> descriptors() {
        List<MethodDescriptor> all = new ArrayList<>(METHODS.keySet());
        all.add(PrivateConsensusMethod.LAPLACE_STEPS);
        return all;
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
        MethodDescriptor looked = PrivateMomentsMethod.LOOK;
        MethodDescriptor learned = PrivateMomentsMethod.DESCRIPTOR;
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
     * Makes a private method from settings.
     *
     * @param agreement the subject of the study
     * @param settings of the method, in units of the prepared rows
     * @param units of the sites
     * @param unit a public number, the noise variance that the method calls 1
     * @param accounting certifies the cost of studies
     * @return the same method as one of a plan with these settings
     */
    public static PrivateMethod of(
            Agreement agreement,
            PrivateSettings settings,
            UnitsOfSites units,
            double unit,
            SharedAccounting accounting) {
        if (PrivateTablesMethod.isMeant(agreement.schema())) {
            if (settings.algorithm() != PrivateAlgorithm.DP_GRAM) {
                MethodCatalogue.requireNumbers(settings.algorithm().id(), agreement.schema());
            }
            return PrivateTablesMethod.of(agreement, settings, units);
        }
        return settings.algorithm().isInRounds()
                ? PrivateConsensusMethod.of(agreement, settings, units, unit, accounting)
                : PrivateMomentsMethod.of(agreement, settings, units, unit, false);
    }
}
