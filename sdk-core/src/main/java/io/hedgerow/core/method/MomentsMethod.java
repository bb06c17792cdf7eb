package io.hedgerow.core.method;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.core.federation.Aggregator;
import io.hedgerow.core.federation.CoordinatorChannel;
import io.hedgerow.core.federation.Journal;
import io.hedgerow.core.federation.RoundObserver;
import io.hedgerow.core.federation.SumCoordinator;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.protocol.CoordinatorRecord;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.Study;
import io.hedgerow.core.search.EqualVarianceScore;
import io.hedgerow.core.search.HillClimbing;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.core.solver.MomentRelease;
import io.hedgerow.core.solver.OutlyingMoments;
import java.util.Optional;

/** One exact sum of second moments, and a search on it. */
record MomentsMethod(Study study, double threshold, long seed) implements Method {

    private static final double BOUND = 0x1p60;
    private static final int RESTARTS = 20;

    static MomentsMethod of(StudyTerms terms, MethodParameters parameters) {
        terms.requireAllSites();
        return new MomentsMethod(
                MomentRelease.study(terms.name(), terms.schema(), terms.sites().size(), terms.policy()),
                parameters.has("threshold") ? parameters.positive("threshold", 1) : 0,
                parameters.count("seed", 1));
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
        return release.map(sum -> {
                    int d = study.schema().size();
                    SufficientStatistics pooled =
                            MomentRelease.pooled(d, sum.aggregate().sum());
                    return Ended.released(
                            search(d, pooled), sum.aggregate().included(), OutlyingMoments.of(d, sum.aggregate()));
                })
                .orElseGet(() -> Ended.unreleased(remembered));
    }

    private WeightMatrix search(int d, SufficientStatistics pooled) {
        double[] s = pooled.secondMoment(Centring.LOCAL_MEAN);
        EqualVarianceScore score =
                EqualVarianceScore.relative(d, s, EqualVarianceScore.DEFAULT_TAU, EqualVarianceScore.DEFAULT_FLOOR);
        return HillClimbing.thorough()
                .withRestarts(RESTARTS, seed)
                .search(d, s, score)
                .network()
                .threshold(threshold);
    }
}
