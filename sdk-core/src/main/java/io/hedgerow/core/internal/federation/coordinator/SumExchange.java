// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.federation.coordinator;

import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.protocol.Aggregate;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.StudyState;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.encoding.ChangeCodec;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.core.protocol.encoding.SparseChange;
import io.hedgerow.core.study.Study;
import java.util.Optional;
import java.util.Set;

/**
 * The rounds of a {@link SumCoordinator}: sends changes of the consensus to sites, adds up changes of their releases,
 * and always ends the study. Not thread-safe.
 */
final class SumExchange implements SumCoordinator.MoreSums {

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
    private long bytesUp;

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

    /** Carries the reason why a conversation cannot go on, which is not its own. */
    private static final class Broken extends RuntimeException {
        private static final long serialVersionUID = 1;

        Broken(Throwable cause) {
            super(cause);
        }
    }

    /** There is no sum; the sites know. */
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
        } catch (RuntimeException failure) {
            end();
            throw failure;
        }
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

    @Override
    public long bytesUp() {
        return bytesUp;
    }

    private Aggregate sum(Payload change) {
        try {
            Task task = new Task(study.name(), round, study.admm().rho2().at(round), change, included);
            RoundSums.RoundSum outcome = sums.of(task);
            if (outcome instanceof RoundSums.RoundSum.Missing missing) {
                sums.end(missing.state(), missing.reason(), nothing);
                throw new Broken(new NoSum());
            }
            return add((RoundSums.RoundSum.Formed) outcome);
        } catch (Broken known) {
            throw known;
        } catch (InterruptedException | RuntimeException failure) {
            throw new Broken(failure);
        }
    }

    private Aggregate add(RoundSums.RoundSum.Formed sum) {
        Aggregate changes = sum.aggregate();
        bytesUp += sum.bytesUp();
        included = changes.included();
        for (int k = 0; k < total.length; k++) {
            total[k] += changes.sum().get(k);
        }
        // later changes of single sites say nothing of what they released
        Aggregate whole = round == 0
                ? new Aggregate(round, included, Parameters.copyOf(total), changes.seen())
                : new Aggregate(round, included, Parameters.copyOf(total));
        round++;
        return whole;
    }
}
