// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.federation.coordinator;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.federation.Aggregator;
import io.hedgerow.core.federation.CoordinatorChannel;
import io.hedgerow.core.federation.CoordinatorRecord;
import io.hedgerow.core.federation.Journal;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.protocol.Aggregate;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.StudyState;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.encoding.ChangeCodec;
import io.hedgerow.core.protocol.encoding.ChangeCodec.UnsendableException;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.core.protocol.encoding.SparseChange;
import io.hedgerow.core.study.Study;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Runs a study that needs sums over sites and no consensus: usually one sum, released once over one set of sites; or a
 * few in a row, after each of which the sites receive what they need for the next. With a journal it survives its
 * process as {@link Coordinator} does. Not thread-safe; one run per instance.
 */
public final class SumCoordinator {

    private final Study study;
    private final CoordinatorChannel channel;
    private final Aggregator aggregator;
    private final Journal<CoordinatorRecord> journal;
    private final ReplyCollector collector;
    private boolean started;

    /**
     * A coordinator of one release, which outlives its process with a journal; its ρ2 is that of round 0, which solvers
     * of sums do not read.
     */
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
     * Asks all sites as often as a conversation wants, at most {@code mostRounds} times. Its announcements must follow
     * from the sums alone: after a restart it is held again with the sums of the journal, without asking a site. When
     * it throws, the sites are told that the study ended. Empty when any round had no sum over a quorum.
     *
     * @throws UnusableSumsException when the conversation refuses the sums
     */
    public <T> Optional<T> converse(int mostRounds, Conversation<T> conversation) throws InterruptedException {
        if (mostRounds < 1 || mostRounds > study.rounds()) {
            throw new IllegalArgumentException(
                    "rounds must be from 1 to the study's " + study.rounds() + ", was " + mostRounds);
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

    @FunctionalInterface
    public interface Conversation<T> {
        /** Uses sums and asks for more; {@code first} is that of the releases before any announcement. */
        T hold(Aggregate first, MoreSums more);
    }

    public interface MoreSums {
        /** Announces a consensus and sums all rounds; without a sum it throws what only the coordinator may catch. */
        Aggregate after(Parameters told);

        /** Sends a consensus to the sites with the end; without it they learn nothing. */
        void last(Parameters told);

        int left();
    }

    /** The rounds: sends changes of the consensus, adds up changes of releases, and always ends the study. */
    private static final class SumExchange implements SumCoordinator.MoreSums {

        private final Study study;
        private final RoundSums sums;
        private final int mostRounds;
        private final ChangeCodec codec;
        private final Payload nothing;
        private Payload last;
        private final double[] total;
        private final double[] announced;
        private Set<SiteId> included = Set.of();
        private int round;

        SumExchange(Study study, RoundSums sums, int mostRounds) {
            int size = study.layout().size();
            this.study = study;
            this.sums = sums;
            this.mostRounds = mostRounds;
            this.codec = new ChangeCodec(size, study.communication());
            this.nothing = codec.encode(SparseChange.of(new int[0], new double[0]));
            this.last = nothing;
            this.total = new double[size];
            this.announced = new double[size];
        }

        /** Carries the failure that ends an exchange of messages and came from elsewhere. */
        private static final class Broken extends RuntimeException {
            private static final long serialVersionUID = 1;

            Broken(Throwable cause) {
                super(cause);
            }
        }

        /** No sum could be formed, and the sites have been notified. */
        private static final class NoSum extends Exception {
            private static final long serialVersionUID = 1;
        }

        <T> Optional<T> hold(SumCoordinator.Conversation<T> conversation) throws InterruptedException {
            try {
                T found = conversation.hold(sum(Payload.empty()), this);
                end();
                return Optional.of(found);
            } catch (Broken broken) {
                if (broken.getCause() instanceof InterruptedException interrupted) {
                    throw interrupted;
                }
                if (broken.getCause() instanceof RuntimeException failure) {
                    throw failure;
                }
                return Optional.empty();
            } catch (IllegalArgumentException | ArithmeticException | DataException refusal) {
                return refused(refusal);
            } catch (RuntimeException failure) {
                end();
                throw failure;
            }
        }

        /**
         * Ends the study as diverged. Earlier releases recorded that all sums were formed, and told it to the sites;
         * that end stands, and only what is reported here is new.
         */
        private <T> Optional<T> refused(RuntimeException refusal) {
            boolean tooLarge = refusal instanceof UnsendableException;
            UnusableSumsException unusable = new UnusableSumsException(refusal);
            if (sums.wereComplete()) {
                end();
                throw unusable;
            }
            diverge(tooLarge ? outOfRange() : Words.reason(unusable));
            if (tooLarge) {
                return Optional.empty();
            }
            throw unusable;
        }

        /** The same after a restart, which reads the same sums: an exception would come again at each. */
        private void diverge(String reason) {
            sums.end(StudyState.DIVERGED, reason, nothing);
        }

        private String outOfRange() {
            return "round " + (round - 1) + " left the range of numbers that can be computed and sent";
        }

        private void end() {
            sums.end(StudyState.ROUNDS_COMPLETED, "all " + round + " sums were formed", last);
        }

        @Override
        public Aggregate after(Parameters told) {
            if (left() < 1) {
                throw new IllegalStateException("the study must not have more than " + mostRounds + " rounds");
            }
            SparseChange next = codec.towards(announced, told);
            next.addTo(announced);
            return sum(codec.encode(next));
        }

        @Override
        public void last(Parameters told) {
            last = codec.encode(codec.towards(announced, told));
        }

        @Override
        public int left() {
            return mostRounds - round;
        }

        private Aggregate sum(Payload change) {
            try {
                Task task = new Task(study.name(), round, study.rho2(round), change, included);
                RoundSums.RoundSum outcome = sums.of(task);
                if (outcome instanceof RoundSums.RoundSum.Missing missing) {
                    sums.end(missing.state(), missing.reason(), nothing);
                    throw new Broken(new NoSum());
                }
                return add(((RoundSums.RoundSum.Formed) outcome).aggregate());
            } catch (Broken known) {
                throw known;
            } catch (InterruptedException | RuntimeException failure) {
                throw new Broken(failure);
            }
        }

        private Aggregate add(Aggregate changes) {
            included = changes.included();
            boolean finite = true;
            for (int k = 0; k < total.length; k++) {
                total[k] += changes.sum().get(k);
                finite &= Double.isFinite(total[k]);
            }
            // later changes of single sites say nothing of what they released
            Aggregate whole = round == 0
                    ? new Aggregate(round, included, Parameters.copyOf(total), changes.seen())
                    : new Aggregate(round, included, Parameters.copyOf(total));
            round++;
            if (!finite) {
                diverge(outOfRange());
                throw new Broken(new NoSum());
            }
            return whole;
        }
    }
}
