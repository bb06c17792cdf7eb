// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node.internal.coordinator;

import io.hedgerow.core.federation.Aggregator;
import io.hedgerow.core.federation.CoordinatorChannel;
import io.hedgerow.core.federation.CoordinatorRecord;
import io.hedgerow.core.federation.Journal;
import io.hedgerow.core.federation.JournalException;
import io.hedgerow.core.federation.RoundObserver;
import io.hedgerow.core.internal.federation.coordinator.UnusableSumsException;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.Method.Coordination;
import io.hedgerow.core.privacy.PolicyRefusedException;
import io.hedgerow.core.protocol.Aggregate;
import io.hedgerow.core.protocol.CoordinatorMessage;
import io.hedgerow.core.protocol.ProtectedUpdate;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.SiteReply;
import io.hedgerow.core.protocol.StudyState;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.Update;
import io.hedgerow.transport.internal.journal.FileJournal;
import io.hedgerow.transport.node.internal.RememberedMasks;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;

/**
 * Replays the sums of a finished study from its journal, for another computation on them. No message is sent and no
 * record is written: a computation that would need a sum that the journal does not have is refused.
 */
public final class RecordedSums implements CoordinatorChannel, Aggregator, Journal<CoordinatorRecord> {

    private final String study;
    private final Queue<CoordinatorRecord> records = new ArrayDeque<>();
    private final CoordinatorRecord.Opened opened;

    /**
     * Reads a journal to its end.
     *
     * @param study its name
     * @throws JournalException when the study has not ended with all its sums
     */
    public RecordedSums(String study, Journal<CoordinatorRecord> journal) {
        this.study = study;
        CoordinatorRecord last = null;
        for (Optional<CoordinatorRecord> next = journal.next(); next.isPresent(); next = journal.next()) {
            last = next.get();
            records.add(last);
        }
        if (!(records.peek() instanceof CoordinatorRecord.Opened first)
                || !(last instanceof CoordinatorRecord.Ended ended)
                || ended.state() != StudyState.ROUNDS_COMPLETED) {
            throw new JournalException("study " + study + " must have ended with all its sums, "
                    + (last instanceof CoordinatorRecord.Ended other
                            ? "ended without: " + other.reason()
                            : "has not ended")
                    + ": let its coordinator end it first");
        }
        this.opened = first;
    }

    /**
     * Refuses a study whose sums are over fewer sites than a later one needs.
     *
     * @param files of the study; its journal is there
     * @param sites the number that the later one needs
     * @throws PolicyRefusedException when a sum lacks some
     */
    public static void requireOfAll(CoordinatorFiles files, int sites) {
        try (FileJournal<CoordinatorRecord> journal = FileJournal.ofCoordinator(files.journal())) {
            for (Optional<CoordinatorRecord> next = journal.next(); next.isPresent(); next = journal.next()) {
                if (next.get() instanceof CoordinatorRecord.Summed summed
                        && summed.aggregate().included().size() < sites) {
                    throw new PolicyRefusedException(RememberedMasks.ofFewer(
                            files.study(), summed.aggregate().included().size(), sites));
                }
            }
        }
    }

    /** Runs the coordinator's part of a method on these sums, and fails when the method sums anything else. */
    public Method.Ended of(Method method) throws InterruptedException {
        RoundObserver unwatched = (report, consensus) -> {};
        Method.Ended ended;
        try {
            ended = method.coordinate(new Coordination(this, this, unwatched, this));
        } catch (UnusableSumsException e) {
            throw e.refusal();
        }
        return ended.withReason("learned from the sums of study " + study
                + ", which is over: no site was asked, and nothing was spent");
    }

    private JournalException missing() {
        return new JournalException("the journal of study " + study + " must have every sum that is learned from, has"
                + " fewer: its release was another one");
    }

    @Override
    public Optional<CoordinatorRecord> next() {
        return Optional.ofNullable(records.poll());
    }

    @Override
    public void append(CoordinatorRecord record) {
        throw missing();
    }

    @Override
    public Set<SiteId> sites() {
        return Set.copyOf(opened.sites());
    }

    @Override
    public void broadcast(CoordinatorMessage message) {
        // the sites have heard the end of the study
    }

    @Override
    public void recall(List<Task> earlier) {
        // and answered its tasks
    }

    @Override
    public void send(SiteId site, CoordinatorMessage.Question question) {
        throw missing();
    }

    @Override
    public Optional<SiteReply> awaitReply(Duration timeout) {
        throw missing();
    }

    /** {@inheritDoc} That of the study: what was masked is a sum like any other now. */
    @Override
    public String id() {
        return opened.protection();
    }

    @Override
    public Update.Form form() {
        return Update.Form.SEEN_CHANGE;
    }

    @Override
    public void check(int round, ProtectedUpdate update) {
        throw missing();
    }

    @Override
    public Aggregate aggregate(int round, List<ProtectedUpdate> updates, Dialogue dialogue) {
        throw missing();
    }
}
