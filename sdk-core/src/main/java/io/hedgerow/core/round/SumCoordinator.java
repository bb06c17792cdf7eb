package io.hedgerow.core.round;

import io.hedgerow.core.spi.Aggregator;
import io.hedgerow.core.spi.CoordinatorChannel;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Runs a study of one round that needs a sum over sites and no iteration, such as pooled second moments. The sum is
 * released once, over one set of sites.
 *
 * <p>Not thread-safe; one run per instance.
 */
public final class SumCoordinator {

    private final Study study;
    private final CoordinatorChannel channel;
    private final ReplyCollector collector;
    private boolean started;

    /**
     * A coordinator of one release.
     *
     * @param study what was agreed; one round of it is run, with the ρ2 of round 0, which solvers of sums do not read
     * @param channel to the study's sites
     * @param aggregator sums protected updates
     * @param nanoTime a clock that never goes back, in nanoseconds
     */
    public SumCoordinator(Study study, CoordinatorChannel channel, Aggregator aggregator, LongSupplier nanoTime) {
        this.study = Objects.requireNonNull(study, "study");
        this.channel = Objects.requireNonNull(channel, "channel");
        Objects.requireNonNull(aggregator, "aggregator");
        Objects.requireNonNull(nanoTime, "nanoTime");
        this.collector = new ReplyCollector(study, channel, aggregator, nanoTime);
    }

    /**
     * Asks all sites and sums what came before the deadline.
     *
     * @return the sum, or empty when fewer sites than the quorum answered, or no sum over a quorum could be formed
     * @throws InterruptedException when the waiting thread is interrupted
     * @throws IllegalStateException when it was called before
     */
    public Optional<Release> run() throws InterruptedException {
        if (started) {
            throw new IllegalStateException("a sum is released once: make another coordinator for another release");
        }
        started = true;
        channel.broadcast(new Task(study.name(), 0, study.admm().rho2().at(0), Payload.empty(), Set.of()));
        List<ProtectedUpdate> updates = collector.collect(0);
        StudyState state = StudyState.QUORUM_NOT_MET;
        Optional<Aggregate> aggregate = Optional.empty();
        if (updates.size() >= study.policy().quorum()) {
            aggregate = collector.sum(0, updates);
            state = aggregate.isPresent() ? StudyState.ROUNDS_COMPLETED : StudyState.AGGREGATION_FAILED;
        }
        Payload nothing = new ChangeCodec(study.layout().size(), study.communication())
                .encode(SparseChange.of(new int[0], new double[0]));
        channel.broadcast(new Outcome(study.name(), state, nothing));
        long bytesUp =
                updates.stream().mapToLong(update -> update.payload().size()).sum();
        return aggregate.map(sum -> new Release(sum, bytesUp));
    }

    /**
     * What was released.
     *
     * @param aggregate the sum
     * @param bytesUp bytes of all updates
     */
    public record Release(Aggregate aggregate, long bytesUp) {}
}
