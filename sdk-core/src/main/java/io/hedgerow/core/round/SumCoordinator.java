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
    private final Aggregator aggregator;
    private final LongSupplier nanoTime;

    /**
     * A coordinator of one release.
     *
     * @param study what was agreed; its round settings are not read
     * @param channel to the study's sites
     * @param aggregator sums protected updates
     * @param nanoTime a clock that never goes back, in nanoseconds
     */
    public SumCoordinator(Study study, CoordinatorChannel channel, Aggregator aggregator, LongSupplier nanoTime) {
        this.study = Objects.requireNonNull(study, "study");
        this.channel = Objects.requireNonNull(channel, "channel");
        this.aggregator = Objects.requireNonNull(aggregator, "aggregator");
        this.nanoTime = Objects.requireNonNull(nanoTime, "nanoTime");
    }

    /**
     * Asks all sites and sums what came before the deadline.
     *
     * @return the sum, or empty when fewer sites than the quorum answered
     * @throws InterruptedException when the waiting thread is interrupted
     */
    public Optional<Release> run() throws InterruptedException {
        channel.broadcast(new Task(study.name(), 0, 1, Payload.empty(), Set.of()));
        List<ProtectedUpdate> updates =
                ReplyCollector.collect(channel, 0, study.policy().deadline(), nanoTime);
        boolean enough = updates.size() >= study.policy().quorum();
        Optional<Release> release = enough
                ? Optional.of(new Release(
                        aggregator.aggregate(0, updates),
                        updates.stream()
                                .mapToLong(update -> update.payload().size())
                                .sum()))
                : Optional.empty();
        Payload nothing = new ChangeCodec(study.layout().size(), study.communication())
                .encode(SparseChange.of(new int[0], new double[0]));
        StudyState state = enough ? StudyState.ROUNDS_COMPLETED : StudyState.QUORUM_NOT_MET;
        channel.broadcast(new Outcome(study.name(), state, nothing));
        return release;
    }

    /**
     * What was released.
     *
     * @param aggregate the sum
     * @param bytesUp bytes of all updates
     */
    public record Release(Aggregate aggregate, long bytesUp) {}
}
