// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.catalogue;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.feature.FeatureLearner;
import io.hedgerow.core.internal.feature.FeatureRelease;
import io.hedgerow.core.internal.release.SumDesign;
import io.hedgerow.core.internal.release.SumRelease;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.sums.WithinSites;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.method.MethodParameters;
import io.hedgerow.core.method.StudyTerms;
import io.hedgerow.core.method.descriptor.MethodDescriptor;
import io.hedgerow.core.method.descriptor.MethodTrait;
import io.hedgerow.core.method.descriptor.Parameter;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.search.Evidence;
import io.hedgerow.core.search.NoiseAssumption;
import io.hedgerow.core.solver.LocalSolver;
import java.util.List;
import java.util.Optional;

/**
 * Learns an additive model, whose relations are curves, from a few exact sums: moments, histograms, moments of columns
 * that bend, and of products of pairs, where causes may act together. The schema is of the columns that are summed; the
 * series is empty for rows as they are; {@code seen} tells who sees what a site sends.
 */
record FeatureDesign(
        VariableSchema schema,
        SearchSettings settings,
        boolean pairs,
        Optional<SeriesDesign> series,
        FeatureRelease.Seen seen)
        implements SumDesign {

    /** Since that of {@link MomentsDesign} last columns are squares, two in a pair, and masked sites send parts. */
    private static final int REVISION = 6;

    static final MethodDescriptor DESCRIPTOR = MethodDescriptor.of(
                    "feature-gram",
                    "exact sums of histograms and of columns that bend, one after the other, then a search for a"
                            + " network whose relations may be curves, static or of time series",
                    MethodTrait.RELEASE,
                    MethodTrait.CURVES,
                    MethodTrait.SEARCH,
                    MethodTrait.UNITLESS)
            .with(
                    Parameter.flag("no-pairs", "every cause acts alone; sites are asked for far fewer sums"),
                    SeriesDesign.LAGS.usually("1 where realisation or time is given, otherwise rows are no series"))
            .with(SeriesDesign.ORDER)
            .with(MomentsDesign.THRESHOLD, MomentsDesign.SEED, MomentsDesign.OWN_UNITS, MomentsDesign.TELLS_SITES)
            .knowingEdges();

    static SumRelease of(StudyTerms terms, MethodParameters parameters) {
        terms.requireAllSites();
        Optional<SeriesDesign> series = SeriesDesign.isAsked(terms.schema(), parameters)
                ? Optional.of(SeriesDesign.ofRounds(terms.schema(), parameters))
                : Optional.empty();
        SearchSettings settings = SearchSettings.of(parameters, SearchSettings.ofSearch());
        Agreement agreement = series.map(design ->
                        MomentsDesign.over(terms.agreement(), design.slices().stacked()))
                .orElseGet(terms::agreement);
        boolean pairs = !parameters.flag("no-pairs");
        int rounds = FeatureRelease.rounds(pairs);
        if (terms.rounds() < rounds) {
            throw new IllegalArgumentException(DESCRIPTOR.name() + " asks sites several times and needs rounds >= "
                    + rounds + ", was " + terms.rounds() + ": write rounds: " + rounds);
        }
        return of(agreement, settings, pairs, series, parameters.flag("network-to-sites"));
    }

    static SumRelease of(
            Agreement agreement,
            SearchSettings settings,
            boolean pairs,
            Optional<SeriesDesign> series,
            boolean tellsSites) {
        settings.known().requireFits(agreement.schema());
        FeatureRelease.requireTried(DESCRIPTOR.name(), agreement.schema().size(), pairs);
        int sites = agreement.sites().size();
        return new SumRelease(
                FeatureRelease.study(
                        agreement.name(), agreement.schema(), pairs, sites, MomentsDesign.policyOfAll(agreement)),
                new FeatureDesign(
                        agreement.schema(),
                        settings,
                        pairs,
                        series,
                        agreement.isMasked() ? FeatureRelease.Seen.TOTAL : FeatureRelease.Seen.EACH),
                tellsSites);
    }

    @Override
    public SumDesign inOneProcess() {
        return new FeatureDesign(schema, settings, pairs, series, FeatureRelease.Seen.IN_ONE_PROCESS);
    }

    @Override
    public RowSource prepared(RowSource rows) {
        return series.map(design -> design.prepared(rows)).orElse(rows);
    }

    @Override
    public Optional<Record> shownSettings() {
        return Optional.of(settings);
    }

    @Override
    public int revision() {
        return REVISION;
    }

    @Override
    public List<Integer> parts() {
        return FeatureRelease.parts(schema.size(), pairs);
    }

    @Override
    public String components() {
        return "histograms + moments of curves" + (pairs ? " and pairs" : "") + " + evidence search";
    }

    @Override
    public LocalSolver solver(SiteId site) {
        return new FeatureRelease(schema.size(), pairs, seen);
    }

    @Override
    public Found found(Sums sums) {
        int d = schema.size();
        WithinSites all = WithinSites.of(
                        d,
                        sums.sites(),
                        FeatureRelease.moments(d, pairs, sums.first().sum()))
                .requireVarying(schema.names());
        WithinSites moments = series.isPresent() ? all.ofSeries() : all;
        EdgeKnowledge knowledge = series.map(design ->
                        settings.knowledge(design.slices(), design.slices().lags()))
                .orElseGet(() -> EdgeKnowledge.of(settings.known(), schema));
        Optional<NoiseAssumption> assumed =
                settings.ownUnits() ? Optional.of(NoiseAssumption.UNEQUAL) : Optional.empty();
        FeatureLearner.Found found = new FeatureLearner(knowledge, assumed, pairs, seen, settings.seed())
                .learn(schema, moments, sums::after);
        WeightMatrix network = knowledge.strong(found.network(), settings.threshold());
        Evidence ofEdges = found.evidence().ofEdges(network);
        Evidence evidence = series.map(
                        design -> ofEdges.lookingBack(design.slices().lags()))
                .orElse(ofEdges);
        return Found.of(network, evidence, found.notes());
    }
}
