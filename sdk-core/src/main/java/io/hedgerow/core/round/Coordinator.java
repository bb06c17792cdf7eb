package io.hedgerow.core.round;

import io.hedgerow.core.spi.Aggregator;
import io.hedgerow.core.spi.CoordinatorChannel;
import io.hedgerow.core.spi.GlobalSolver;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongSupplier;

/**
 * Runs the rounds of a study. It sees sums over sites, never a site's parameters, as far as the aggregator's protection
 * goes; it waits for no site longer than the round's deadline; it ends in exactly one {@link StudyState}, whatever sites
 * send.
 *
 * <p>A site whose update is malformed counts as failed for the round and nothing else happens to it.
 * <p>A site that does not answer a round keeps its last contribution in the sum. Not thread-safe; one run per instance.
 */
public final class Coordinator {

    private final Study study;
    private final CoordinatorChannel channel;
    private final Aggregator aggregator;
    private final GlobalSolver solver;
    private final RoundObserver observer;
    private final ReplyCollector collector;
    private boolean started;

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
        Objects.requireNonNull(nanoTime, "nanoTime");
        this.collector = new ReplyCollector(study, channel, aggregator, nanoTime);
    }

    /**
     * Runs the study to its end.
     *
     * @return the result
     * @throws InterruptedException when the waiting thread is interrupted
     * @throws IllegalStateException when it was called before
     */
    public StudyResult run() throws InterruptedException {
        if (started) {
            throw new IllegalStateException("a coordinator runs a study once: make another one");
        }
        started = true;
        ConsensusState consensus = new ConsensusState(study, solver);
        List<RoundReport> reports = new ArrayList<>();
        StudyState state = StudyState.ROUNDS_COMPLETED;
        Payload change = Payload.empty();
        Set<SiteId> included = Set.of();
        for (int round = 0; round < study.admm().rounds(); round++) {
            Task task = new Task(study.name(), round, study.admm().rho2().at(round), change, included);
            change = unchanged();
            ReplyCollector.Round ended = collector.run(task);
            Optional<Aggregate> aggregate = ended.aggregate();
            if (aggregate.isEmpty()) {
                state = ended.failure(study.policy().quorum());
                break;
            }
            Optional<ConsensusState.Step> next =
                    consensus.advance(round, aggregate.get().sum());
            if (next.isEmpty()) {
                state = StudyState.DIVERGED;
                break;
            }
            ConsensusState.Step step = next.get();
            change = step.change();
            included = aggregate.get().included();
            RoundReport report = report(round, consensus, step, ended.updates(), included.size());
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
            int round,
            ConsensusState consensus,
            ConsensusState.Step step,
            List<ProtectedUpdate> updates,
            int included) {
        return new RoundReport(
                round,
                included,
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
