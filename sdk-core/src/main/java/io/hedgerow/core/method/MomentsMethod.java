package io.hedgerow.core.method;

import io.hedgerow.core.federation.Aggregator;
import io.hedgerow.core.federation.CoordinatorChannel;
import io.hedgerow.core.federation.Journal;
import io.hedgerow.core.federation.RoundObserver;
import io.hedgerow.core.federation.RoundReport;
import io.hedgerow.core.internal.federation.SumCoordinator;
import io.hedgerow.core.internal.search.SiteSums;
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

/** One exact sum of {@link SiteSums#CONTENTS}, and a search on it. */
record MomentsMethod(Study study, SearchSettings settings) implements Method {

    private static final double BOUND = 0x1p60;

    static MomentsMethod of(StudyTerms terms, MethodParameters parameters) {
        terms.requireAllSites();
        SearchSettings usual =
                parameters.flag("own-units") ? SearchSettings.ofSearch().inOwnUnits() : SearchSettings.ofSearch();
        return of(
                terms.agreement(),
                usual.with(
                                parameters.has("threshold") ? parameters.positive("threshold", 1) : usual.threshold(),
                                usual.centring(),
                                parameters.count("seed", usual.seed()))
                        .knowing(parameters.knownEdges()));
    }

    static MomentsMethod of(Agreement agreement, SearchSettings settings) {
        settings.known().requireFits(agreement.schema());
        int sites = agreement.sites().size();
        // a sum over some would be another statistic, also where sites may be lost and asked again
        RoundPolicy all = new RoundPolicy(
                sites, agreement.policy().deadline(), agreement.policy().convergence());
        return new MomentsMethod(MomentRelease.study(agreement.name(), agreement.schema(), sites, all), settings);
    }

    @Override
    public SumForm sums() {
        return new SumForm.Statistic(BOUND, "moments of study " + study.name());
    }

    @Override
    public Optional<String> exactStatistic() {
        return Optional.of("second moments"); // in claims that sites keep: what left beside them is claimed with them
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
        return new MomentRelease();
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
        SitesSearch.Found found =
                settings.search(study.schema(), WithinSites.of(d, sum.included().size(), sum.sum()));
        return Ended.released(
                found.network(), Optional.of(found.evidence()), sum.included(), OutlyingMoments.of(d, sum));
    }
}
