package io.hedgerow.samples.operate;

import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.model.Centring;
import io.hedgerow.core.round.CoordinatorRecord;
import io.hedgerow.core.round.Participation;
import io.hedgerow.core.round.RoundObserver;
import io.hedgerow.core.round.SiteId;
import io.hedgerow.core.round.Study;
import io.hedgerow.core.round.StudyState;
import io.hedgerow.core.round.SumCoordinator;
import io.hedgerow.core.search.EqualVarianceScore;
import io.hedgerow.core.search.HillClimbing;
import io.hedgerow.core.simulation.PooledMoments;
import io.hedgerow.core.solver.MomentRelease;
import io.hedgerow.core.solver.OutlyingMoments;
import io.hedgerow.core.spi.Aggregator;
import io.hedgerow.core.spi.CoordinatorChannel;
import io.hedgerow.core.spi.Journal;
import io.hedgerow.core.spi.LocalSolver;
import io.hedgerow.secureagg.federation.SummedStudy;
import io.hedgerow.transport.study.StudyPlan;
import java.util.Optional;
import java.util.Set;

/** One exact sum of second moments, and a search on it. */
record PlannedMoments(Study study, double threshold, long seed) implements PlannedMethod {

    private static final double BOUND = 0x1p60;
    private static final int RESTARTS = 20;

    static PlannedMoments of(StudyPlan plan, PlanParameters parameters) {
        PlannedRounds.requireNoBudget(plan);
        requireAllSites(plan);
        return new PlannedMoments(
                PooledMoments.study(plan.name(), plan.schema(), plan.sites().size(), PlannedMethod.policy(plan)),
                parameters.has("threshold") ? parameters.positive("threshold", 1) : 0,
                parameters.count("seed", 1));
    }

    /** A sum of moments over some of the sites would be another statistic than the one that was agreed on. */
    static void requireAllSites(StudyPlan plan) {
        int sites = plan.sites().size();
        if (plan.quorum() != sites) {
            throw new IllegalArgumentException("algorithm " + plan.algorithm().id()
                    + " releases one sum over all sites and ends without one that is missing, the plan has quorum "
                    + plan.quorum() + " of " + sites + ": write quorum: " + sites);
        }
    }

    @Override
    public SummedStudy sums() {
        return SummedStudy.statistic(study, BOUND, "moments of study " + study.name());
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
                    return done(search(d, pooled), sum.aggregate().included(), OutlyingMoments.of(d, sum.aggregate()));
                })
                .orElseGet(() -> missing(remembered));
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

    static Ended done(WeightMatrix network, Set<SiteId> included, Set<SiteId> outlying) {
        Participation participation = new Participation();
        participation.add(0, included);
        participation.standOut(outlying);
        return new Ended(
                StudyState.ROUNDS_COMPLETED,
                "the sum was released",
                1,
                Optional.of(network),
                Optional.empty(),
                participation);
    }

    /** Without a sum, the journal has the reason. */
    static Ended missing(RememberedEnd remembered) {
        CoordinatorRecord.Ended end = remembered
                .end()
                .orElseThrow(() -> new IllegalStateException("a study must end with a sum or a reason, has neither"));
        return new Ended(end.state(), end.reason(), 0, Optional.empty(), Optional.empty(), new Participation());
    }
}
