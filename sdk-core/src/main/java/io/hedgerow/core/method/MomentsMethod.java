package io.hedgerow.core.method;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.federation.Aggregator;
import io.hedgerow.core.federation.CoordinatorChannel;
import io.hedgerow.core.federation.Journal;
import io.hedgerow.core.federation.RoundObserver;
import io.hedgerow.core.federation.RoundReport;
import io.hedgerow.core.internal.federation.SumCoordinator;
import io.hedgerow.core.internal.search.SitesSearch;
import io.hedgerow.core.internal.search.WithinSites;
import io.hedgerow.core.internal.solver.MomentRelease;
import io.hedgerow.core.internal.solver.OutlyingMoments;
import io.hedgerow.core.protocol.Aggregate;
import io.hedgerow.core.protocol.CoordinatorRecord;
import io.hedgerow.core.protocol.RoundPolicy;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.Study;
import io.hedgerow.core.solver.LocalSolver;
import java.util.List;
import java.util.Optional;

/**
 * One exact sum of second moments, and a search on it: of rows as they are, or of time series.
 *
 * @param study what sites are asked
 * @param settings of the search
 * @param series how rows with lags are made; empty for rows as they are
 */
record MomentsMethod(Study study, SearchSettings settings, Optional<SeriesDesign> series) implements Method {

    private static final double BOUND = 0x1p60;

    static MomentsMethod of(StudyTerms terms, MethodParameters parameters) {
        return of(terms, parameters, Optional.empty());
    }

    static MomentsMethod ofSeries(StudyTerms terms, MethodParameters parameters) {
        return of(terms, parameters, Optional.of(SeriesDesign.of(terms.schema(), parameters)));
    }

    private static MomentsMethod of(StudyTerms terms, MethodParameters parameters, Optional<SeriesDesign> series) {
        terms.requireAllSites();
        Agreement agreement = series.map(
                        design -> terms.agreement().over(design.slices().stacked()))
                .orElseGet(terms::agreement);
        SearchSettings start = series.isPresent() ? SearchSettings.ofSeries() : SearchSettings.ofSearch();
        SearchSettings usual = parameters.flag("own-units") ? start.inOwnUnits() : start;
        return of(
                agreement,
                usual.with(
                                parameters.has("threshold") ? parameters.positive("threshold", 1) : usual.threshold(),
                                series.isPresent() && parameters.flag("no-centring")
                                        ? Centring.NONE
                                        : usual.centring(),
                                parameters.count("seed", usual.seed()))
                        .knowing(parameters.knownEdges()),
                series);
    }

    static MomentsMethod of(Agreement agreement, SearchSettings settings, Optional<SeriesDesign> series) {
        settings.known().requireFits(agreement.schema());
        int sites = agreement.sites().size();
        // a sum over some would be another statistic, also where sites may be lost and asked again
        RoundPolicy all = new RoundPolicy(
                sites, agreement.policy().deadline(), agreement.policy().convergence());
        return new MomentsMethod(
                MomentRelease.study(agreement.name(), agreement.schema(), sites, all), settings, series);
    }

    @Override
    public RowSource prepared(RowSource rows) {
        return series.map(design -> design.prepared(rows)).orElse(rows);
    }

    @Override
    public SumForm sums() {
        return new SumForm.Statistic(BOUND, "moments of study " + study.name());
    }

    @Override
    public Optional<String> exactStatistic() {
        return Optional.of("second moments");
    }

    @Override
    public String components() {
        return "moments + order-mcmc";
    }

    @Override
    public long publishedBytes(List<RoundReport> rounds, long coefficients) {
        long d = study.schema().size();
        return study.sites() * (d * (d + 1) / 2 + d + 1) * Double.BYTES;
    }

    @Override
    public LocalSolver solver(SiteId site) {
        return new MomentRelease(settings.centring());
    }

    @Override
    public Ended coordinate(
            CoordinatorChannel channel,
            Aggregator aggregator,
            RoundObserver observer,
            Journal<CoordinatorRecord> journal)
            throws InterruptedException {
        RememberedEnd remembered = new RememberedEnd(journal);
        Optional<SumCoordinator.Release> release =
                new SumCoordinator(study, channel, aggregator, System::nanoTime, remembered).run();
        return release.map(sum -> ended(sum.aggregate())).orElseGet(() -> Ended.unreleased(remembered));
    }

    private Ended ended(Aggregate sum) {
        int d = study.schema().size();
        WithinSites moments = WithinSites.of(d, sum.included().size(), sum.sum(), settings.centring());
        SitesSearch.Found found = series.map(design -> settings.search(design, moments))
                .orElseGet(() -> settings.search(study.schema(), moments));
        return Ended.released(
                found.network(), Optional.of(found.evidence()), sum.included(), OutlyingMoments.of(d, sum));
    }
}
