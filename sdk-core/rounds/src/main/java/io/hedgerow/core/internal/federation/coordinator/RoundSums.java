// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.federation.coordinator;

import io.hedgerow.core.federation.CoordinatorChannel;
import io.hedgerow.core.federation.CoordinatorRecord;
import io.hedgerow.core.federation.JournalException;
import io.hedgerow.core.protocol.Aggregate;
import io.hedgerow.core.protocol.CoordinatorMessage;
import io.hedgerow.core.protocol.StudyState;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.core.study.Study;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The sums of all rounds: first those in the journal, then those of new answers. Nothing is sent or used before it is
 * in the journal.
 */
final class RoundSums {

    private final Study study;
    private final CoordinatorChannel channel;
    private final ReplyCollector collector;
    private final RoundLog log;
    /** Tasks of the history, for sites that missed them. */
    private final List<Task> earlier = new ArrayList<>();

    private boolean live;
    private boolean ended;

    RoundSums(Study study, CoordinatorChannel channel, ReplyCollector collector, RoundLog log) {
        this.study = study;
        this.channel = channel;
        this.collector = collector;
        this.log = log;
    }

    sealed interface RoundSum {
        record Formed(Aggregate aggregate, long bytesUp) implements RoundSum {}

        record Missing(StudyState state, String reason) implements RoundSum {}
    }

    RoundSum of(Task task) throws InterruptedException {
        log.expect(new CoordinatorRecord.Begun(task));
        collector.begun(task);
        while (log.isReplaying()) {
            Optional<CoordinatorRecord.Summed> known = log.take(CoordinatorRecord.Summed.class);
            if (known.isPresent()) {
                requireOfRound(task.round(), known.get().aggregate());
                earlier.add(task);
                return new RoundSum.Formed(known.get().aggregate(), known.get().bytesUp());
            }
            CoordinatorRecord.Ended end = log.take(CoordinatorRecord.Ended.class)
                    .orElseThrow(() -> new JournalException("the journal has neither a sum nor the end behind the task"
                            + " of round " + task.round() + ": it was changed"));
            if (end.state() != StudyState.QUORUM_NOT_MET) {
                earlier.add(task);
                return missing(end.state(), end.reason());
            }
            // sites that were away then may be there now, and nothing of the round was released: it is asked for again
        }
        catchUp();
        return ask(task);
    }

    private void requireOfRound(int round, Aggregate aggregate) {
        if (aggregate.round() != round
                || aggregate.sum().size() != study.layout().size()) {
            throw new JournalException("the journal has a sum of round " + aggregate.round() + " with "
                    + aggregate.sum().size() + " parameters behind the task of round " + round + ", which has "
                    + study.layout().size() + ": it was changed");
        }
    }

    /** Leaves it to {@link #end} not to record an end again. */
    private RoundSum missing(StudyState state, String reason) {
        ended = true;
        return new RoundSum.Missing(state, reason);
    }

    private void catchUp() {
        if (!live && !earlier.isEmpty()) {
            channel.recall(List.copyOf(earlier));
        }
        live = true;
        earlier.clear();
    }

    private RoundSum ask(Task task) throws InterruptedException {
        ReplyCollector.Round ended = collector.run(task);
        if (ended.aggregate().isEmpty()) {
            return new RoundSum.Missing(ended.failure(study.policy().quorum()), ended.reason());
        }
        Aggregate aggregate = ended.aggregate().get();
        long bytesUp = ended.updates().stream()
                .mapToLong(update -> update.payload().size())
                .sum();
        log.expect(new CoordinatorRecord.Summed(aggregate, bytesUp));
        return new RoundSum.Formed(aggregate, bytesUp);
    }

    /** Whether the journal says that all sums were formed, and nothing of them follows from a later computation. */
    boolean wereComplete() {
        return log.endsAs(StudyState.ROUNDS_COMPLETED);
    }

    /** Records the end, then tells all sites. */
    void end(StudyState state, String reason, Payload change) {
        if (!ended) {
            log.expectEnd(state, reason);
        }
        if (log.isReplaying()) {
            throw new JournalException("the journal goes on behind the end: it was changed");
        }
        catchUp();
        channel.broadcast(new CoordinatorMessage.Outcome(study.name(), state, change));
    }
}
