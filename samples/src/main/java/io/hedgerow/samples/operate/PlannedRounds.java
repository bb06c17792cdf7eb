package io.hedgerow.samples.operate;

import io.hedgerow.core.method.FederatedMethod;
import io.hedgerow.core.method.MethodSettings;
import io.hedgerow.core.data.Centring;
import io.hedgerow.core.protocol.CoordinatorRecord;
import io.hedgerow.core.federation.RoundObserver;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.Study;
import io.hedgerow.core.federation.Aggregator;
import io.hedgerow.core.federation.CoordinatorChannel;
import io.hedgerow.core.federation.Journal;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.samples.learn.VotedNetwork;
import io.hedgerow.secureagg.federation.SummedStudy;
import io.hedgerow.transport.study.StudyPlan;

/** Fed-Sparse-BNSL and Fed-BNSL: rounds towards a consensus, with the recommended settings unless the plan says otherwise. */
record PlannedRounds(FederatedMethod method, MethodSettings settings, Study study) implements PlannedMethod {

    /** As many as a plan may have rounds, and as a site may have private steps in one. */
    private static final long MOST = 100_000;

    static PlannedRounds of(StudyPlan plan, PlanParameters parameters) {
        FederatedMethod method =
                plan.algorithm().id().equals("fed-bnsl") ? FederatedMethod.FED_BNSL : FederatedMethod.FED_SPARSE;
        requireNoBudget(plan);
        int d = plan.variables().size();
        int sites = plan.sites().size();
        requireVotes(plan, parameters);
        MethodSettings start = method.recommended(d, sites);
        MethodSettings settings = start.withLambda(parameters.positive("lambda", start.lambda()))
                .withLocalSteps(
                        (int) parameters.count("local-iterations", start.localIterations(), MOST),
                        parameters.positive("gamma", start.gamma()))
                .withNetworkRule(parameters.positive("threshold", start.threshold()), (int)
                        parameters.count("vote-rounds", start.voteRounds(), MOST))
                .withUnit(parameters.positive("unit", start.unit()))
                .withRounds(plan.rounds())
                .withCentring(parameters.flag("no-centring") ? Centring.NONE : start.centring());
        Study study = method.study(plan.name(), plan.schema(), settings, 0, sites, PlannedMethod.policy(plan));
        return new PlannedRounds(method, settings, study);
    }

    private static void requireVotes(StudyPlan plan, PlanParameters parameters) {
        if (parameters.has("vote-rounds") && parameters.count("vote-rounds", 1, MOST) > plan.rounds()) {
            throw new IllegalArgumentException("parameter vote-rounds of "
                    + plan.algorithm().id() + " must be at most the plan's rounds " + plan.rounds() + ", was "
                    + parameters.count("vote-rounds", 1, MOST));
        }
    }

    static void requireNoBudget(StudyPlan plan) {
        if (plan.privacy().budget().isPresent()) {
            throw new IllegalArgumentException(
                    "algorithm " + plan.algorithm().id()
                            + " promises nothing: the plan must say insecureNoPrivacy: true instead of privacy, or name one of the dp- algorithms");
        }
    }

    @Override
    public SummedStudy sums() {
        return SummedStudy.changes(study);
    }

    @Override
    public LocalSolver solver(SiteId site) {
        return method.newLocalSolver(settings);
    }

    @Override
    public Ended coordinate(
            CoordinatorChannel channel,
            Aggregator aggregator,
            RoundObserver observer,
            Journal<CoordinatorRecord> journal)
            throws InterruptedException {
        return PlannedMethod.rounds(
                study,
                method.newGlobalSolver(study.schema().size(), settings),
                new VotedNetwork(study, settings.voteRounds(), settings.threshold()),
                channel,
                aggregator,
                observer,
                journal);
    }
}
