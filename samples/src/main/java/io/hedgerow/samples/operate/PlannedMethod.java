package io.hedgerow.samples.operate;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.federation.Coordinator;
import io.hedgerow.core.protocol.CoordinatorRecord;
import io.hedgerow.core.federation.Participation;
import io.hedgerow.core.federation.RoundObserver;
import io.hedgerow.core.protocol.RoundPolicy;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.Study;
import io.hedgerow.core.federation.StudyResult;
import io.hedgerow.core.protocol.StudyState;
import io.hedgerow.core.federation.Aggregator;
import io.hedgerow.core.federation.CoordinatorChannel;
import io.hedgerow.core.solver.GlobalSolver;
import io.hedgerow.core.federation.Journal;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.samples.cli.Nearest;
import io.hedgerow.samples.learn.NetworkOfRounds;
import io.hedgerow.secureagg.federation.SummedStudy;
import io.hedgerow.transport.study.StudyPlan;
import io.hedgerow.transport.study.StudyPlanException;
import java.util.List;
import java.util.Optional;

/** What the algorithm of a plan means for both ends. The same plan gives the same study everywhere. */
public interface PlannedMethod {

    /** What a plan may name. */
    List<String> ALGORITHMS = List.of("fed-sparse", "fed-bnsl", "gram", "dp-gram", "dp-fed-sparse", "dp-fed-bnsl");

    /**
     * What was agreed.
     *
     * @return the study
     */
    Study study();

    /**
     * What is summed, behind masks.
     *
     * @return sums of this study
     */
    SummedStudy sums();

    /**
     * The statistic that is released without a budget to pay for it. A site gives it to one study for each version of its data.
     *
     * @return its name, the same in all plans; empty when there is none
     */
    default Optional<String> exactStatistic() {
        return Optional.empty();
    }

    /**
     * A site's computation.
     *
     * @param site whose
     * @return a new solver
     */
    LocalSolver solver(SiteId site);

    /**
     * The rows that are computed on.
     *
     * @param rows of a site, closed
     * @return the same, or in another unit that the plan names
     */
    default RowSource prepared(RowSource rows) {
        return rows;
    }

    /**
     * The coordinator's part.
     *
     * @param channel to the sites
     * @param aggregator sums what they send
     * @param observer is told of every round
     * @param journal of the study, or empty
     * @return how the study ended
     * @throws InterruptedException when the waiting thread is interrupted
     */
    Ended coordinate(
            CoordinatorChannel channel,
            Aggregator aggregator,
            RoundObserver observer,
            Journal<CoordinatorRecord> journal)
            throws InterruptedException;

    /**
     * The end of a study.
     *
     * @param state how it ended
     * @param reason in words
     * @param rounds that were completed
     * @param network that was learned, acyclic; empty without a result
     * @param confidence share of the voting rounds that had each edge, where there was a vote
     * @param participation in which rounds each site was
     */
    record Ended(
            StudyState state,
            String reason,
            int rounds,
            Optional<WeightMatrix> network,
            Optional<WeightMatrix> confidence,
            Participation participation) {}

    /**
     * Reads a plan's algorithm.
     *
     * @param plan what officers signed
     * @return the method
     * @throws IllegalArgumentException when the algorithm or a parameter is not known, or has a wrong value
     */
    static PlannedMethod of(StudyPlan plan) {
        PlanParameters parameters = new PlanParameters(plan.algorithm());
        PlannedMethod method =
                switch (plan.algorithm().id()) {
                    case "fed-sparse", "fed-bnsl" -> PlannedRounds.of(plan, parameters);
                    case "gram" -> PlannedMoments.of(plan, parameters);
                    case "dp-gram" -> PlannedPrivateMoments.of(plan, parameters);
                    case "dp-fed-sparse", "dp-fed-bnsl" -> PlannedPrivateRounds.of(plan, parameters);
                    default ->
                        throw new IllegalArgumentException("algorithm must be one of " + ALGORITHMS
                                + " between processes, was " + plan.algorithm().id()
                                + Nearest.to(plan.algorithm().id(), ALGORITHMS)
                                        .map(word -> ", did you mean " + word + "?")
                                        .orElse(""));
                };
        parameters.requireNoOther();
        MessageSizes.requireSendable(plan, method);
        return method;
    }

    /**
     * Reads the algorithm of a plan from a file, and computes what both ends compute from it before data are opened: the masks' threshold,
     * and the noise of every site.
     *
     * @param plan what officers sign
     * @return the method
     * @throws StudyPlanException when a site or the coordinator could not run the plan
     */
    static PlannedMethod checked(StudyPlan plan) {
        try {
            PlannedMethod method = of(plan);
            plan.secureAggregation()
                    .ifPresent(masks -> PlannedMasks.policy(plan, masks)
                            .threshold(plan.sites().size()));
            plan.sites().forEach(method::solver);
            return method;
        } catch (IllegalArgumentException e) {
            throw new StudyPlanException(String.valueOf(e.getMessage()), e);
        }
    }

    /**
     * Quorum and deadline of a plan.
     *
     * @param plan what officers signed
     * @return all rounds are run, whatever comes out
     */
    static RoundPolicy policy(StudyPlan plan) {
        return new RoundPolicy(plan.quorum(), plan.deadline(), RoundPolicy.Convergence.never());
    }

    /**
     * The coordinator's part in rounds towards a consensus.
     *
     * @param study what sites were asked
     * @param solver the coordinator's step
     * @param network which network the rounds give
     * @param channel to the sites
     * @param aggregator of what they send
     * @param observer is told of every round
     * @param journal remembers them
     * @return the network of the rounds, or how the study ended without
     * @throws InterruptedException when the thread is interrupted
     */
    static Ended rounds(
            Study study,
            GlobalSolver solver,
            NetworkOfRounds network,
            CoordinatorChannel channel,
            Aggregator aggregator,
            RoundObserver observer,
            Journal<CoordinatorRecord> journal)
            throws InterruptedException {
        StudyResult result = new Coordinator(
                        study, channel, aggregator, solver, network.and(observer), System::nanoTime, journal)
                .run();
        Participation participation = new Participation();
        result.rounds().forEach(participation::add);
        boolean learned = result.state() == StudyState.ROUNDS_COMPLETED || result.state() == StudyState.CONVERGED;
        return new Ended(
                result.state(),
                result.reason(),
                result.rounds().size(),
                learned ? Optional.of(network.network()) : Optional.empty(),
                learned ? network.confidence() : Optional.empty(),
                participation);
    }
}
