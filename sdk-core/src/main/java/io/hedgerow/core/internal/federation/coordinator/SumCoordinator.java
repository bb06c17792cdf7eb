// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.federation.coordinator;

import io.hedgerow.core.federation.Aggregator;
import io.hedgerow.core.federation.CoordinatorChannel;
import io.hedgerow.core.federation.CoordinatorRecord;
import io.hedgerow.core.federation.Journal;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.protocol.Aggregate;
import io.hedgerow.core.study.Study;
import java.util.List;
import java.util.Optional;
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
     * A coordinator of one release, which is lost with its process. One round is run, with the ρ2 of round 0, which
     * solvers of sums do not read.
     */
    public SumCoordinator(Study study, CoordinatorChannel channel, Aggregator aggregator, LongSupplier nanoTime) {
        this(study, channel, aggregator, nanoTime, Journal.none());
    }

    /** A coordinator of one release that outlives its process. */
    public SumCoordinator(
            Study study,
            CoordinatorChannel channel,
            Aggregator aggregator,
            LongSupplier nanoTime,
            Journal<CoordinatorRecord> journal) {
        this.study = study;
        this.channel = channel;
        this.aggregator = aggregator;
        this.journal = journal;
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
     * Asks all sites several times, and after each time but the last tells them what follows from the sum.
     *
     * @param rounds how many times; at least 1, at most the rounds of the study
     * @param announcement computes what the sites are told
     * @return the sum over all rounds of what the sites of each round released, with the sites of the last round; empty
     *     when in any round fewer sites than the quorum answered, or no sum over a quorum could be formed
     * @throws InterruptedException when the waiting thread is interrupted
     * @throws IllegalStateException when a sum was released before
     */
    public Optional<Release> run(int rounds, Announcement announcement) throws InterruptedException {
        return converse(rounds, (first, more) -> {
            Aggregate total = first;
            for (int round = 0; round + 1 < rounds; round++) {
                total = more.after(announcement.after(round, total));
            }
            return new Release(total, more.bytesUp());
        });
    }

    /**
     * Asks all sites as often as a conversation wants. What it tells them must follow from the sums alone: after a
     * restart it is held again, and the sums of the journal are given to it without asking anybody.
     *
     * @param mostRounds at least 1, at most the rounds of the study
     * @param conversation uses the sums; when it throws, the sites are told that the study ended
     * @return what was found; empty when in any round fewer sites than the quorum answered, or no sum over a quorum
     *     could be formed
     * @throws InterruptedException when the waiting thread is interrupted
     * @throws IllegalStateException when a sum was released before
     */
    public <T> Optional<T> converse(int mostRounds, Conversation<T> conversation) throws InterruptedException {
        if (mostRounds < 1 || mostRounds > study.admm().rounds()) {
            throw new IllegalArgumentException(
                    "rounds must be from 1 to the study's " + study.admm().rounds() + ", was " + mostRounds);
        }
        if (started) {
            throw new IllegalStateException("a sum is released once: make another coordinator for another release");
        }
        started = true;
        CoordinatorRecord.Opened opened = new CoordinatorRecord.Opened(
                study.name(), study.digest(), "sums:" + mostRounds, aggregator.id(), List.copyOf(channel.sites()));
        RoundSums sums = new RoundSums(study, channel, collector, RoundLog.open(journal, opened));
        return new SumExchange(study, sums, mostRounds).hold(conversation);
    }

    /** What the sites are told between two sums. */
    @FunctionalInterface
    public interface Announcement {
        /**
         * Follows from a sum, and from nothing else.
         *
         * @param total the sum over the rounds so far, with the sites of the round that ended
         * @return what the sites have as the consensus in the next round; of the layout's size
         */
        Parameters after(int round, Aggregate total);
    }

    /** Uses sums. */
    @FunctionalInterface
    public interface Conversation<T> {
        /**
         * Asks for more until it knows enough; {@code first} is the sum of what sites release before they are told
         * anything.
         */
        T hold(Aggregate first, MoreSums more);
    }

    /** The sums of the rounds after the first. */
    public interface MoreSums {
        /**
         * Tells all sites and sums what they release then. Throws what only the coordinator should catch when there is
         * no sum.
         *
         * @param told what the sites have as the consensus; of the layout's size
         * @return the sum over the rounds so far of what sites sent, so of what they released last; with the sites of
         *     the last round
         * @throws IllegalStateException when no round is left
         */
        Aggregate after(Parameters told);

        /** Says what the sites have as the consensus with the end; without it they are told nothing. */
        void last(Parameters told);

        /** How many rounds are left. */
        int left();

        /** Bytes of all updates so far. */
        long bytesUp();
    }

    /**
     * What was released.
     *
     * @param aggregate the sum; with what each site sent where that is seen, and where there was one round
     * @param bytesUp bytes of all updates
     */
    public record Release(Aggregate aggregate, long bytesUp) {}
}
