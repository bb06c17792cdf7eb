// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.catalogue;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.design.TimeSlices;
import io.hedgerow.core.internal.design.Lagged;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.MethodCatalogue;
import io.hedgerow.core.method.MethodParameters;
import io.hedgerow.core.method.MethodProvider;
import io.hedgerow.core.method.StudyTerms;
import io.hedgerow.core.method.descriptor.MethodDescriptor;
import io.hedgerow.core.method.rounds.FederatedMethod;
import io.hedgerow.core.method.rounds.MethodSettings;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.search.Interventions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Stream;

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
        return all;
    }

    /** Whether a method is also made of {@link SearchSettings}, by one of the functions below. */
    public static boolean takesSettings(String method) {
        return Stream.of(MomentsDesign.GRAM, MomentsDesign.OF_SERIES, MomentsDesign.LINGAM, FeatureDesign.DESCRIPTOR)
                .anyMatch(known -> known.name().equals(method));
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
        if (!interventions.isNone()) {
            terms.requireAllSites();
            SiteColumns.refuseWithInterventions(terms.method(), SiteColumns.lacks(terms, parameters));
            SearchSettings settings = SearchSettings.ofSearch()
                    .with(
                            parameters.has("threshold") ? parameters.positive("threshold", 1) : 0,
                            Centring.LOCAL_MEAN,
                            parameters.count("seed", 1))
                    .knowing(parameters.knownEdges())
                    .by(parameters.text("score").orElse(SearchSettings.USUAL_SCORE));
            // equal noise variances are not considered anyway
            boolean unused = parameters.flag("own-units");
            InterventionsDesign.refuse(
                    terms.method(), parameters.text("orient").isPresent(), parameters.hiddenCauses(), terms.schema());
            return of(terms.agreement(), settings, interventions, parameters.flag("network-to-sites"));
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
        all.add(ConsensusMethod.FRANK_WOLFE);
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
        MethodSettings sent = agreement.isMasked()
                ? settings.withCommunication(settings.communication().inSteps())
                : settings;
        return ConsensusMethod.of(agreement, method, sent, totalRows);
    }

    /**
     * {@return a method of one release of second moments, and a search on their sum; of more rounds where noises are to
     * direct edges, and where variables are categories}
     *
     * @param agreement what the study is about
     * @param settings of the search
     */
    public static Method moments(Agreement agreement, SearchSettings settings) {
        return moments(agreement, settings, Map.of());
    }

    /**
     * The same where sites do not have all columns.
     *
     * @param agreement what the study is about
     * @param settings of the search
     * @param lacks names of variables that a site does not have; a site that is not named has all
     * @return the method, whose rows are {@linkplain Method#prepared(SiteId, io.hedgerow.core.data.RowSource) prepared}
     *     for each site
     * @throws IllegalArgumentException when a pair is measured nowhere, or sums of a few sites would be seen behind
     *     masks, or settings or variables need the rows of all sites
     */
    public static Method moments(Agreement agreement, SearchSettings settings, Map<SiteId, Set<String>> lacks) {
        SiteColumns.of(MomentsDesign.GRAM.name(), agreement, lacks, settings.noiseDirections(), false);
        if (agreement.schema().hasCategories()) {
            CategoryDesign.refuse(
                    MomentsDesign.GRAM.name(),
                    settings.noiseDirections(),
                    Optional.of(settings.score()).filter(score -> !settings.hasUsualScore()),
                    false);
            return CategoryDesign.of(
                    MomentsDesign.GRAM.name(),
                    agreement,
                    Method.named(MomentsDesign.GRAM.name()).rounds(),
                    settings.known(),
                    settings.threshold(),
                    settings.seed(),
                    false);
        }
        return MomentsDesign.lacking(
                MomentsDesign.of(
                        agreement,
                        settings,
                        Method.named(MomentsDesign.GRAM.name()).rounds()),
                agreement,
                lacks);
    }

    /**
     * The same where variables were set or changed at some sites: one sum for each distinct set of targets, and a
     * search that scores the causes of a variable on the sites where it is no target.
     *
     * @param agreement what the study is about, of numbers
     * @param settings of the search, which assumes no equal noise variances
     * @param interventions by the names of the sites
     * @return the method
     * @throws IllegalArgumentException when the interventions do not fit sites or variables, and when behind masks a
     *     set of targets is that of fewer than three sites
     */
    public static Method moments(Agreement agreement, SearchSettings settings, Interventions interventions) {
        if (interventions.isNone()) {
            return moments(agreement, settings);
        }
        InterventionsDesign.refuse(MomentsDesign.GRAM.name(), settings.noiseDirections(), false, agreement.schema());
        return of(agreement, settings, interventions, false);
    }

    private static SumRelease of(
            Agreement agreement, SearchSettings settings, Interventions interventions, boolean tellsSites) {
        return InterventionsDesign.of(
                agreement,
                interventions,
                settings.known(),
                settings.threshold(),
                settings.seed(),
                settings.score(),
                tellsSites);
    }

    /**
     * {@return a network whose relations are curves, from a few sums; of columns that are those of a series with its
     * lags, a dynamic one}
     *
     * @param agreement what the study is about
     * @param settings of the search
     * @param pairs whether causes may act together
     */
    public static Method curves(Agreement agreement, SearchSettings settings, boolean pairs) {
        MethodCatalogue.requireNumbers(FeatureDesign.DESCRIPTOR.name(), agreement.schema());
        Optional<SeriesDesign> series = TimeSlices.of(agreement.schema())
                .map(slices -> new SeriesDesign(Lagged.Order.oneSeries(), slices, false));
        return FeatureDesign.of(agreement, settings, pairs, series, false);
    }

    /**
     * As {@link #moments} on rows that have their lags already, as {@link io.hedgerow.core.internal.design.Lagged}
     * gives them: lags are parents only.
     *
     * @param agreement about the columns of {@link TimeSlices#stacked}
     * @param settings of the search
     * @param choosing whether the moments decide how many of the lags are used
     * @return the method
     * @throws IllegalArgumentException when the columns are no others
     */
    public static Method series(Agreement agreement, SearchSettings settings, boolean choosing) {
        return MomentsDesign.ofSeries(agreement, settings, stacked(agreement, choosing), false, false);
    }

    /**
     * {@return the same, and a network of each site's own}
     *
     * @param agreement about the columns of {@link TimeSlices#stacked}, of at least 3 sites
     * @param settings of the search
     * @param choosing whether the moments decide how many of the lags are used
     * @param sharing what sites tell each other for networks of their own
     * @throws IllegalArgumentException when the columns are no others, or sites are fewer
     */
    public static Method series(
            Agreement agreement, SearchSettings settings, boolean choosing, SearchSettings.Sharing sharing) {
        return OwnNetworksDesign.of(
                agreement, settings, stacked(agreement, choosing), sharing, OwnNetworksDesign.USUAL_ROUNDS);
    }

    private static SeriesDesign stacked(Agreement agreement, boolean choosing) {
        MethodCatalogue.requireNumbers(MomentsDesign.OF_SERIES.name(), agreement.schema());
        TimeSlices slices = TimeSlices.of(agreement.schema())
                .orElseThrow(() -> new IllegalArgumentException("columns must be those of a series with its lags, were "
                        + agreement.schema().names()));
        return new SeriesDesign(Lagged.Order.oneSeries(), slices, choosing);
    }
}
