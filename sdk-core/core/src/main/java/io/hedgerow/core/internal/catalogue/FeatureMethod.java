// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.catalogue;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.federation.OutcomeRecorder;
import io.hedgerow.core.federation.Participation;
import io.hedgerow.core.federation.RoundReport;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.feature.FeatureLearner;
import io.hedgerow.core.internal.feature.FeatureRelease;
import io.hedgerow.core.internal.federation.coordinator.SumCoordinator;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.sums.WithinSites;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.Method.Coordination;
import io.hedgerow.core.method.MethodParameters;
import io.hedgerow.core.method.StudyTerms;
import io.hedgerow.core.method.SumForm;
import io.hedgerow.core.method.descriptor.MethodDescriptor;
import io.hedgerow.core.method.descriptor.MethodTrait;
import io.hedgerow.core.method.descriptor.Parameter;
import io.hedgerow.core.method.rounds.NetworkOfRounds;
import io.hedgerow.core.protocol.Aggregate;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.search.Evidence;
import io.hedgerow.core.search.NoiseAssumption;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.core.study.Study;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A network whose relations are curves, from a few exact sums: moments, histograms, moments of columns that bend, and
 * of products of pairs, where causes may act together. The series is empty for rows as they are; {@code seen} tells who
 * sees what a site sends, {@code tellsSites} whether sites are told the network.
 */
record FeatureMethod(
        Study study,
        SearchSettings settings,
        boolean pairs,
        Optional<SeriesDesign> series,
        FeatureRelease.Seen seen,
        boolean tellsSites)
        implements Method {

    /** Since that of {@link MomentsMethod} last columns are squares, two in a pair, and masked sites send parts. */
    private static final int REVISION = 6;

    /** Moments, counts and sums of bounded columns are far below; see {@link MomentsMethod}. */
    private static final double BOUND = 0x1p60;

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
            .with(MomentsMethod.THRESHOLD, MomentsMethod.SEED, MomentsMethod.OWN_UNITS, MomentsMethod.TELLS_SITES)
            .knowingEdges();

    static FeatureMethod of(StudyTerms terms, MethodParameters parameters) {
        terms.requireAllSites();
        Optional<SeriesDesign> series = SeriesDesign.isAsked(terms.schema(), parameters)
                ? Optional.of(SeriesDesign.ofRounds(terms.schema(), parameters))
                : Optional.empty();
        SearchSettings settings = SearchSettings.of(parameters, SearchSettings.ofSearch());
        Agreement agreement = series.map(design ->
                        MomentsMethod.over(terms.agreement(), design.slices().stacked()))
                .orElseGet(terms::agreement);
        boolean pairs = !parameters.flag("no-pairs");
        int rounds = FeatureRelease.rounds(pairs);
        if (terms.rounds() < rounds) {
            throw new IllegalArgumentException(DESCRIPTOR.name() + " asks sites several times and needs rounds >= "
                    + rounds + ", was " + terms.rounds() + ": write rounds: " + rounds);
        }
        return of(agreement, settings, pairs, series, parameters.flag("network-to-sites"));
    }

    static FeatureMethod of(
            Agreement agreement,
            SearchSettings settings,
            boolean pairs,
            Optional<SeriesDesign> series,
            boolean tellsSites) {
        settings.known().requireFits(agreement.schema());
        FeatureRelease.requireTried(DESCRIPTOR.name(), agreement.schema().size(), pairs);
        int sites = agreement.sites().size();
        return new FeatureMethod(
                FeatureRelease.study(
                        agreement.name(), agreement.schema(), pairs, sites, MomentsMethod.policyOfAll(agreement)),
                settings,
                pairs,
                series,
                agreement.isMasked() ? FeatureRelease.Seen.TOTAL : FeatureRelease.Seen.EACH,
                tellsSites);
    }

    @Override
    public Method inOneProcess() {
        return new FeatureMethod(study, settings, pairs, series, FeatureRelease.Seen.IN_ONE_PROCESS, tellsSites);
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
    public SumForm sums() {
        return new SumForm.Statistic(
                BOUND,
                "moments of study " + study.name(),
                FeatureRelease.parts(study.schema().size(), pairs));
    }

    @Override
    public Optional<String> exactStatistic() {
        return Optional.of("second moments"); // in claims that sites keep: what left beside them is claimed with them
    }

    @Override
    public String components() {
        return "histograms + moments of curves" + (pairs ? " and pairs" : "") + " + evidence search";
    }

    @Override
    public long publishedBytes(List<RoundReport> rounds, long coefficients) {
        return coefficients * Double.BYTES;
    }

    @Override
    public LocalSolver solver(SiteId site) {
        return new FeatureRelease(study.schema().size(), pairs, seen);
    }

    @Override
    public Ended coordinate(Coordination with) throws InterruptedException {
        OutcomeRecorder remembered = new OutcomeRecorder(with.journal());
        SumCoordinator coordinator =
                new SumCoordinator(study, with.channel(), with.aggregator(), System::nanoTime, remembered);
        return coordinator.converse(study.admm().rounds(), this::ended).orElseGet(() -> Ended.unreleased(remembered));
    }

    private Ended ended(Aggregate first, SumCoordinator.MoreSums more) {
        Participation participation = new Participation();
        participation.add(0, first.included());
        int d = study.schema().size();
        WithinSites all = WithinSites.of(d, first.included().size(), FeatureRelease.moments(d, pairs, first.sum()))
                .requireVarying(study.schema().names());
        WithinSites moments = series.isPresent() ? all.ofSeries() : all;
        EdgeKnowledge knowledge = series.map(design ->
                        settings.knowledge(design.slices(), design.slices().lags()))
                .orElseGet(() -> EdgeKnowledge.of(settings.known(), study.schema()));
        Optional<NoiseAssumption> assumed =
                settings.ownUnits() ? Optional.of(NoiseAssumption.UNEQUAL) : Optional.empty();
        FeatureLearner.Found found = new FeatureLearner(knowledge, assumed, pairs, seen, settings.seed())
                .learn(study.schema(), moments, told -> {
                    Aggregate next = more.after(told);
                    participation.add(next.round(), next.included());
                    return next.sum();
                });
        WeightMatrix network = knowledge.strong(found.network(), settings.threshold());
        Evidence ofEdges = found.evidence().ofEdges(network);
        Evidence evidence = series.map(
                        design -> ofEdges.lookingBack(design.slices().lags()))
                .orElse(ofEdges);
        List<String> notes = new ArrayList<>(found.notes());
        VariableSchema present =
                series.map(design -> design.slices().variables()).orElse(study.schema());
        notes.addAll(SearchSettings.constantSomewhere(present, moments));
        Ended ended = Ended.released(network, Optional.of(evidence), participation, notes);
        if (tellsSites) {
            more.last(SearchedNetwork.told(study.layout().size(), network, evidence.pairs()));
        }
        return ended;
    }

    @Override
    public Optional<NetworkOfRounds> networkAtSites() {
        return tellsSites ? Optional.of(new SearchedNetwork(study.schema().size())) : Optional.empty();
    }
}
