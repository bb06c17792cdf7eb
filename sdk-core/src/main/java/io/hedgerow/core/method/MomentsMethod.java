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
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.protocol.Aggregate;
import io.hedgerow.core.protocol.CoordinatorRecord;
import io.hedgerow.core.protocol.RoundPolicy;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.Study;
import io.hedgerow.core.solver.LocalSolver;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One exact sum of {@link SiteSums#CONTENTS}, and a search on it. */
record MomentsMethod(Study study, SearchSettings settings, boolean tellsSites) implements Method {

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
                        .knowing(parameters.knownEdges()),
                parameters.flag("network-to-sites"));
    }

    static MomentsMethod of(Agreement agreement, SearchSettings settings, boolean tellsSites) {
        settings.known().requireFits(agreement.schema());
        int sites = agreement.sites().size();
        // a sum over some would be another statistic, also where sites may be lost and asked again
        RoundPolicy all = new RoundPolicy(
                sites, agreement.policy().deadline(), agreement.policy().convergence());
        return new MomentsMethod(
                MomentRelease.study(agreement.name(), agreement.schema(), sites, all), settings, tellsSites);
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
        SumCoordinator sums = new SumCoordinator(study, channel, aggregator, System::nanoTime, remembered);
        if (!tellsSites) {
            return sums.run().map(sum -> ended(sum.aggregate())).orElseGet(() -> Ended.unreleased(remembered));
        }
        Told told = new Told(this);
        sums.run(1, told);
        return told.found().orElseGet(() -> Ended.unreleased(remembered));
    }

    @Override
    public Optional<NetworkOfRounds> networkAtSites() {
        return tellsSites ? Optional.of(new SearchedNetwork(study.schema().size())) : Optional.empty();
    }

    /** Searches before the sites are told the end, and tells them what was found. */
    private static final class Told implements SumCoordinator.Announcement {
        private final MomentsMethod method;
        private @Nullable Ended found;

        Told(MomentsMethod method) {
            this.method = method;
        }

        @Override
        public Parameters after(int round, Aggregate total) {
            throw new IllegalStateException("there is one round, was asked after round " + round);
        }

        @Override
        public Optional<Parameters> last(Aggregate total) {
            Ended ended = method.ended(total);
            found = ended;
            return ended.network()
                    .map(network -> SearchedNetwork.told(
                            method.study.layout().size(),
                            network,
                            ended.evidence().flatMap(known -> known.pairs().pattern())));
        }

        Optional<Ended> found() {
            return Optional.ofNullable(found);
        }
    }

    private Ended ended(Aggregate sum) {
        int d = study.schema().size();
        SitesSearch.Found found =
                settings.search(study.schema(), WithinSites.of(d, sum.included().size(), sum.sum()));
        return Ended.released(
                found.network(), Optional.of(found.evidence()), sum.included(), OutlyingMoments.of(d, sum));
    }
}
