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
 * one sum, released once over one set of sites; or a few in a row, after each of which the sites learn what they need
 * for the next.
 *
 * <p>With a journal it survives its process as {@link Coordinator} does; announcements must follow from the sums alone.
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
     * A coordinator of one release that is lost with its process. It runs one round with the ρ2 of round 0, which
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
     * Asks all sites and sums the answers before the deadline.
     *
     * @return the sum, or empty when fewer sites than the quorum answered, or no sum over a quorum could be formed
     * @throws InterruptedException when the waiting thread is interrupted
     * @throws IllegalStateException when it was called before
     */
    public Optional<Release> run() throws InterruptedException {
        return run(1, (round, total) -> total.sum()); // nothing comes after the only round
    }

    /**
     * Asks all sites several times, and after each time but the last announces a value that follows from the sum.
     *
     * @param rounds at least 1, at most the rounds of the study
     * @return the sum over all rounds of the releases of each round's sites, with the sites of the last round; empty
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
     * Asks all sites as often as a conversation wants. Its announcements must follow from the sums alone: after a
     * restart it is held again with the sums of the journal, without asking a site.
     *
     * @param mostRounds at least 1, at most the rounds of the study
     * @param conversation uses the sums; when it throws, the sites are told that the study ended
     * @return the conversation's result; empty when in any round fewer sites than the quorum answered, or no sum over a
     *     quorum could be formed
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

    /** An announcement to sites between two sums. */
    @FunctionalInterface
    public interface Announcement {
        /**
         * Computes the sites' consensus of the next round, of the layout's size, from the total of the rounds so far
         * and from nothing else.
         */
        Parameters after(int round, Aggregate total);
    }

    /** Uses sums. */
    @FunctionalInterface
    public interface Conversation<T> {
        /** Asks for more until it knows enough; {@code first} is the sum of the releases before any announcement. */
        T hold(Aggregate first, MoreSums more);
    }

    /** The sums of the rounds after the first. */
    public interface MoreSums {
        /**
         * Announces a consensus of the layout's size to all sites and sums their next release. Without a sum it throws
         * an exception that only the coordinator should catch.
         *
         * @return the sum over the rounds so far, with the sites of the last round
         * @throws IllegalStateException when no round is left
         */
        Aggregate after(Parameters told);

        /** Sends a consensus to the sites with the end; without it they learn nothing. */
        void last(Parameters told);

        int left();

        long bytesUp();
    }

    /** A released sum, with each site's part where that is seen, and where there was one round. */
    public record Release(Aggregate aggregate, long bytesUp) {}
}
