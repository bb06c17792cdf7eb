// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.catalogue;

import io.hedgerow.core.internal.category.CategoryColumns;
import io.hedgerow.core.internal.category.SeenRelease;
import io.hedgerow.core.internal.release.SumRelease;
import io.hedgerow.core.internal.search.missing.CellExchange;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.MethodCatalogue;
import io.hedgerow.core.method.MethodParameters;
import io.hedgerow.core.method.MethodProvider;
import io.hedgerow.core.method.StudyTerms;
import io.hedgerow.core.method.descriptor.MethodDescriptor;
import io.hedgerow.core.method.rounds.FederatedMethod;
import io.hedgerow.core.method.rounds.MethodSettings;
import io.hedgerow.core.search.Interventions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/** The methods of this module. They promise nothing. */
public final class NonPrivateMethods implements MethodProvider {

    /** For {@link java.util.ServiceLoader}. */
    public NonPrivateMethods() {}

    private static final Map<MethodDescriptor, BiFunction<StudyTerms, MethodParameters, Method>> METHODS = methods();

    private static Map<MethodDescriptor, BiFunction<StudyTerms, MethodParameters, Method>> methods() {
        Map<MethodDescriptor, BiFunction<StudyTerms, MethodParameters, Method>> all = new LinkedHashMap<>();
        all.put(MomentsDesign.GRAM.with(SumRelease.AFTER_LOOK), NonPrivateMethods::afterLook);
        all.put(MomentsDesign.OF_SERIES, MomentsDesign::ofSeries);
        all.put(FeatureDesign.DESCRIPTOR, FeatureDesign::of);
        all.put(MomentsDesign.LINGAM, MomentsDesign::of);
        all.put(ConsensusMethod.STEPS, ConsensusMethod::ofSteps);
        all.put(ConsensusMethod.CLOSED_FORM, ConsensusMethod::ofClosedForm);
        all.put(ConsensusMethod.OF_SERIES, ConsensusMethod::ofSeries);
        all.put(PersonalMethod.DESCRIPTOR, PersonalMethod::of);
        all.put(MlpMethod.DESCRIPTOR, MlpMethod::of);
        all.put(
                LookDesign.descriptor(MomentsDesign.GRAM),
                (terms, parameters) -> LookDesign.of(ofOneSum(terms, terms.name()), FeatureDesign.DESCRIPTOR.name()));
        all.put(ConsensusMethod.FRANK_WOLFE, ConsensusMethod::ofFrankWolfe);
        return all;
    }

    private static SumRelease ofOneSum(StudyTerms terms, String study) {
        terms.requireAllSites();
        Agreement agreement =
                new Agreement(study, terms.schema(), terms.sites(), terms.policy(), terms.noiseSharedBy());
        return MomentsDesign.of(agreement, SearchSettings.ofSearch(), terms.rounds());
    }

    private static Method afterLook(StudyTerms terms, MethodParameters parameters) {
        SumRelease search = gram(terms, parameters);
        return parameters
                .text(SumRelease.AFTER_LOOK.name())
                .map(look -> search.afterLook(terms.method(), ofOneSum(terms, look)))
                .orElse(search);
    }

    private static SumRelease gram(StudyTerms terms, MethodParameters parameters) {
        Interventions interventions = parameters.interventions();
        if (parameters.text(MomentsDesign.MISSING.name()).isPresent()) {
            MissingCellsDesign.refuseInterventions(!interventions.isNone());
        }
        if (!interventions.isNone()) {
            terms.requireAllSites();
            SiteColumns.refuseWithInterventions(terms.method(), SiteColumns.lacks(terms, parameters));
            // equal noise variances are not considered anyway, so own units change nothing
            SearchSettings settings = SearchSettings.of(parameters, SearchSettings.ofSearch());
            InterventionsDesign.refuse(
                    terms.method(), settings.noiseDirections(), parameters.hiddenCauses(), terms.schema());
            return InterventionsDesign.of(
                    terms.agreement(), interventions, settings, parameters.flag("network-to-sites"));
        }
        if (terms.schema().hasCategories()) {
            SiteColumns.of(terms.method(), terms.agreement(), SiteColumns.lacks(terms, parameters), false, false);
        }
        return terms.schema().hasCategories()
                ? CategoryDesign.of(terms, parameters)
                : MomentsDesign.of(terms, parameters);
    }

    @Override
    public List<MethodDescriptor> descriptors() {
        List<MethodDescriptor> all = new ArrayList<>(METHODS.keySet());
        for (Baseline baseline : Baseline.values()) {
            all.add(baseline.descriptor());
        }
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
     * {@return a method in rounds towards a consensus, the same as one of a plan that says all of this}
     *
     * @param agreement what the study is about; behind masks values are sent in whole steps
     * @param method which
     * @param settings of the method
     */
    public static Method rounds(Agreement agreement, FederatedMethod method, MethodSettings settings) {
        return rounds(agreement, method, settings, 0);
    }

    /**
     * {@return the same where sites weigh by their rows}
     *
     * @param agreement what the study is about
     * @param method which
     * @param settings of the method
     * @param totalRows of all sites, which {@link io.hedgerow.core.model.LossScaling#PER_RECORD} needs; otherwise 0
     */
    public static Method rounds(Agreement agreement, FederatedMethod method, MethodSettings settings, long totalRows) {
        MethodCatalogue.requireNumbers(method.name(), agreement.schema());
        return ConsensusMethod.of(agreement, method, settings, totalRows);
    }

    @Override
    public int usualRounds(StudyTerms terms) {
        int variables = terms.schema().size();
        if (terms.method().equals(MomentsDesign.LINGAM.name())) {
            return MomentsDesign.usualRoundsOfLingam(variables);
        }
        if (terms.parameters().containsKey(MomentsDesign.MISSING.name())) {
            return terms.schema().hasCategories()
                    ? SeenRelease.rounds(new CategoryColumns(terms.schema()))
                    : CellExchange.rounds(variables);
        }
        if (terms.method().equals(MomentsDesign.OF_SERIES.name())
                && terms.parameters().containsKey("personal")) {
            return OwnNetworksDesign.USUAL_ROUNDS;
        }
        return Words.constant(FederatedMethod.class, terms.method())
                .map(method -> ConsensusMethod.usualRounds(method, terms, variables))
                .orElseGet(() -> MethodProvider.super.usualRounds(terms));
    }
}
