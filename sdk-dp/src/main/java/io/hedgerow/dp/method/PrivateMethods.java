// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.method;

import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.MethodParameters;
import io.hedgerow.core.method.MethodProvider;
import io.hedgerow.core.method.StudyTerms;
import io.hedgerow.core.method.descriptor.MethodDescriptor;
import io.hedgerow.dp.method.settings.PrivateSettings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/** The methods that keep a promise about the people in the data. */
public final class PrivateMethods implements MethodProvider {

    /** For {@link java.util.ServiceLoader}. */
    public PrivateMethods() {}

    private static final Map<MethodDescriptor, BiFunction<StudyTerms, MethodParameters, Method>> METHODS = methods();

    private static Map<MethodDescriptor, BiFunction<StudyTerms, MethodParameters, Method>> methods() {
        Map<MethodDescriptor, BiFunction<StudyTerms, MethodParameters, Method>> all = new LinkedHashMap<>();
        all.put(PrivateMomentsMethod.DESCRIPTOR, PrivateMethods::ofMoments);
        all.put(PrivateSeriesMethod.DESCRIPTOR, PrivateSeriesMethod::of);
        all.put(PrivateFeatureMethod.DESCRIPTOR, PrivateFeatureMethod::of);
        all.put(PrivateConsensusMethod.STEPS, PrivateConsensusMethod::ofSteps);
        all.put(PrivateConsensusMethod.CLOSED_FORM, PrivateConsensusMethod::ofClosedForm);
        return all;
    }

    private static Method ofMoments(StudyTerms terms, MethodParameters parameters) {
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

    /**
     * A private method from settings.
     *
     * @param agreement what the study is about
     * @param settings of the method, in units of the prepared rows
     * @param units of the sites
     * @param unit a public number that counts as a noise variance of 1
     * @param accounting what studies cost
     * @return the same method as one of a plan that says all of this
     */
    public static PrivateMethod of(
            Agreement agreement,
            PrivateSettings settings,
            UnitsOfSites units,
            double unit,
            SharedAccounting accounting) {
        return settings.algorithm().isInRounds()
                ? PrivateConsensusMethod.of(agreement, settings, units, unit, accounting)
                : PrivateMomentsMethod.of(agreement, settings, units, unit, false);
    }
}
