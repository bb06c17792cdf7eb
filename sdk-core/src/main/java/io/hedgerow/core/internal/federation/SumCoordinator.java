package io.hedgerow.core.internal.federation;

import io.hedgerow.core.federation.Aggregator;
import io.hedgerow.core.federation.CoordinatorChannel;
import io.hedgerow.core.federation.Journal;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.protocol.Aggregate;
import io.hedgerow.core.protocol.ChangeCodec;
import io.hedgerow.core.protocol.CoordinatorRecord;
import io.hedgerow.core.protocol.Payload;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.SparseChange;
import io.hedgerow.core.protocol.Study;
import io.hedgerow.core.protocol.StudyState;
import io.hedgerow.core.protocol.Task;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Runs a study that needs sums over sites and no iteration towards a consensus, such as pooled second moments. Usually
 * one sum, released once over one set of sites; or a few in a row, each of which tells the sites what they need for the
 * next.
 *
 * <p>With a journal it survives its process as {@link Coordinator} does; what is announced must follow from the sums
 * alone.
 *
 * <p>Not thread-safe; one run per instance.
 */
public final class SumCoordinator {

    private final Study study;
    private final CoordinatorChannel channel;
    private final Aggregator aggregator;
    private final Journal<CoordinatorRecord> journal;
    private final ReplyCollector collector;
    private boolean started;

    /**
     * A coordinator of one release, which is lost with its process.
     *
     * @param study what was agreed; one round of it is run, with the ρ2 of round 0, which solvers of sums do not read
     * @param channel to the study's sites
     * @param aggregator sums protected updates
     * @param nanoTime a clock that never goes back, in nanoseconds
     */
    public SumCoordinator(Study study, CoordinatorChannel channel, Aggregator aggregator, LongSupplier nanoTime) {
        this(study, channel, aggregator, nanoTime, Journal.none());
    }

    /**
     * A coordinator of one release that outlives its process.
     *
     * @param study what was agreed
     * @param channel to the study's sites
     * @param aggregator sums protected updates
     * @param nanoTime a clock that never goes back, in nanoseconds
     * @param journal of this release, or empty
     */
    public SumCoordinator(
            Study study,
            CoordinatorChannel channel,
            Aggregator aggregator,
            LongSupplier nanoTime,
            Journal<CoordinatorRecord> journal) {
        this.study = Objects.requireNonNull(study, "study");
        this.channel = Objects.requireNonNull(channel, "channel");
        this.aggregator = Objects.requireNonNull(aggregator, "aggregator");
        this.journal = Objects.requireNonNull(journal, "journal");
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
        return run(1, (round, total) -> total.sum()); // nothing comes after the only round
    }

    /**
     * Asks all sites several times, and after each time tells them what follows from the sum.
     *
     * @param rounds how many times; at least 1, at most the rounds of the study
     * @param announcement computes what the sites are told
     * @return the sum over all rounds of what the sites of each round released, with the sites of the last round; empty
     *     when in any round fewer sites than the quorum answered, or no sum over a quorum could be formed
     * @throws InterruptedException when the waiting thread is interrupted
     * @throws IllegalStateException when a sum was released before
     */
    public Optional<Release> run(int rounds, Announcement announcement) throws InterruptedException {
        if (rounds < 1 || rounds > study.admm().rounds()) {
            throw new IllegalArgumentException(
                    "rounds must be from 1 to the study's " + study.admm().rounds() + ", was " + rounds);
        }
        if (started) {
            throw new IllegalStateException("a sum is released once: make another coordinator for another release");
        }
        started = true;
        CoordinatorRecord.Opened opened = new CoordinatorRecord.Opened(
                study.name(), study.digest(), "sums:" + rounds, aggregator.id(), List.copyOf(channel.sites()));
        RoundSums sums = new RoundSums(study, channel, collector, RoundLog.open(journal, opened));
        int size = study.layout().size();
        ChangeCodec codec = new ChangeCodec(size, study.communication());
        Payload nothing = codec.encode(SparseChange.of(new int[0], new double[0]));
        double[] total = new double[size];
        double[] announced = new double[size];
        Payload change = Payload.empty();
        Set<SiteId> included = Set.of();
        Map<SiteId, SparseChange> seen = Map.of();
        long bytesUp = 0;
        for (int round = 0; round < rounds; round++) {
            Task task = new Task(study.name(), round, study.admm().rho2().at(round), change, included);
            RoundSums.RoundSum outcome = sums.of(task);
            if (outcome instanceof RoundSums.RoundSum.Missing missing) {
                sums.end(missing.state(), missing.reason(), nothing);
                return Optional.empty();
            }
            RoundSums.RoundSum.Formed sum = (RoundSums.RoundSum.Formed) outcome;
            bytesUp += sum.bytesUp();
            included = sum.aggregate().included();
            seen = rounds == 1 ? sum.aggregate().seen() : seen;
            for (int k = 0; k < size; k++) {
                total[k] += sum.aggregate().sum().get(k);
            }
            if (round + 1 < rounds) {
                Aggregate soFar = new Aggregate(round, included, Parameters.copyOf(total));
                SparseChange next = codec.towards(announced, announcement.after(round, soFar));
                next.addTo(announced);
                change = codec.encode(next);
            }
        }
        Aggregate all = new Aggregate(rounds - 1, included, Parameters.copyOf(total), seen);
        Payload last = announcement
                .last(all)
                .map(told -> codec.encode(codec.towards(announced, told)))
                .orElse(nothing);
        sums.end(StudyState.ROUNDS_COMPLETED, "all " + rounds + " sums were formed", last);
        return Optional.of(new Release(all, bytesUp));
    }

    /** What the sites are told between two sums, and at the end. */
    @FunctionalInterface
    public interface Announcement {
        /**
         * Follows from a sum, and from nothing else.
         *
         * @param round the round that ended
         * @param total the sum over the rounds so far, with the sites of the round that ended
         * @return what the sites have as the consensus in the next round; of the layout's size
         */
        Parameters after(int round, Aggregate total);

        /**
         * Follows from all sums, and from nothing else, also after a restart.
         *
         * @param total the sum over all rounds
         * @return what the sites have as the consensus when the study ends; empty leaves them with what they have
         */
        default Optional<Parameters> last(Aggregate total) {
            return Optional.empty();
        }
    }

    /**
     * What was released.
     *
     * @param aggregate the sum; with what each site sent where that is seen, and where there was one round
     * @param bytesUp bytes of all updates
     */
    public record Release(Aggregate aggregate, long bytesUp) {}
}
