package io.hedgerow.core.round;

import io.hedgerow.core.spi.Aggregator;
import io.hedgerow.core.spi.CoordinatorChannel;
import io.hedgerow.core.spi.GlobalSolver;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongSupplier;

/**
 * Runs the rounds of a study. It sees sums over sites, never a site's parameters, as far as the aggregator's protection
 * goes; it waits for no site longer than the round's deadline; it ends in exactly one {@link StudyState}.
 *
 * <p>A site that does not answer a round keeps its last contribution in the sum. Not thread-safe; one run per instance.
 */
public final class Coordinator {

    private final Study study;
    private final CoordinatorChannel channel;
    private final Aggregator aggregator;
    private final GlobalSolver solver;
    private final RoundObserver observer;
    private final LongSupplier nanoTime;

    /**
     * A coordinator of one study.
     *
     * @param study what was agreed
     * @param channel to the study's sites
     * @param aggregator sums protected updates
     * @param solver the coordinator's step
     * @param observer is told of every round
     * @param nanoTime a clock that never goes back, in nanoseconds, such as {@code System::nanoTime}
     */
    public Coordinator(
            Study study,
            CoordinatorChannel channel,
            Aggregator aggregator,
            GlobalSolver solver,
            RoundObserver observer,
            LongSupplier nanoTime) {
        this.study = Objects.requireNonNull(study, "study");
        this.channel = Objects.requireNonNull(channel, "channel");
        this.aggregator = Objects.requireNonNull(aggregator, "aggregator");
        this.solver = Objects.requireNonNull(solver, "solver");
        this.observer = Objects.requireNonNull(observer, "observer");
        this.nanoTime = Objects.requireNonNull(nanoTime, "nanoTime");
        if (channel.sites().size() != study.sites()) {
            throw new IllegalArgumentException("the channel must reach the study's " + study.sites()
                    + " sites, reaches " + channel.sites().size());
        }
    }

    /**
     * Runs the study to its end.
     *
     * @return the result
     * @throws InterruptedException when the waiting thread is interrupted
     */
    public StudyResult run() throws InterruptedException {
        ConsensusState consensus = new ConsensusState(study, solver);
        List<RoundReport> reports = new ArrayList<>();
        StudyState state = StudyState.ROUNDS_COMPLETED;
        Payload change = Payload.empty();
        Set<SiteId> included = Set.of();
        for (int round = 0; round < study.admm().rounds(); round++) {
            channel.broadcast(new Task(study.name(), round, study.admm().rho2().at(round), change, included));
            List<ProtectedUpdate> updates =
                    ReplyCollector.collect(channel, round, study.policy().deadline(), nanoTime);
            if (updates.size() < study.policy().quorum()) {
                state = StudyState.QUORUM_NOT_MET;
                change = unchanged();
                break;
            }
            Aggregate aggregate = aggregator.aggregate(round, updates);
            ConsensusState.Step step = consensus.advance(round, aggregate.sum());
            change = step.change();
            included = aggregate.included();
            RoundReport report = report(round, consensus, step, updates);
            reports.add(report);
            observer.roundEnded(report, consensus.sent());
            if (study.policy().convergence().isMet(step.acyclicity(), step.distance(), step.movement())) {
                state = StudyState.CONVERGED;
                break;
            }
        }
        channel.broadcast(new Outcome(study.name(), state, change));
        List<String> sites =
                new TreeSet<>(channel.sites()).stream().map(SiteId::value).toList();
        RunProvenance provenance = RunProvenance.of(study, solver.id(), aggregator.id(), sites);
        return new StudyResult(state, consensus.sent(), reports, provenance);
    }

    private Payload unchanged() {
        return new ChangeCodec(study.layout().size(), study.communication())
                .encode(SparseChange.of(new int[0], new double[0]));
    }

    private RoundReport report(
            int round, ConsensusState consensus, ConsensusState.Step step, List<ProtectedUpdate> updates) {
        return new RoundReport(
                round,
                updates.size(),
                step.acyclicity(),
                consensus.alpha(),
                study.admm().rho1().at(round),
                study.admm().rho2().at(round),
                step.distance(),
                step.movement(),
                consensus.sent().nonZeros(),
                updates.stream().mapToLong(update -> update.payload().size()).sum(),
                (long) step.change().size() * channel.sites().size(),
                step.evaluations());
    }
}
