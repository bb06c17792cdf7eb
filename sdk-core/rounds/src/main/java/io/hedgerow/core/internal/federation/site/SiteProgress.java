// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.federation.site;

import io.hedgerow.core.federation.Journal;
import io.hedgerow.core.federation.JournalException;
import io.hedgerow.core.federation.UnwritableFileException;
import io.hedgerow.core.internal.federation.coordinator.ReplyCollector;
import io.hedgerow.core.internal.protocol.RoundFailedException;
import io.hedgerow.core.internal.protocol.SiteRecord;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.LedgerException;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.protocol.CoordinatorMessage;
import io.hedgerow.core.protocol.ProtectedUpdate;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.SiteReply;
import io.hedgerow.core.protocol.StudyState;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.core.protocol.encoding.ProtocolException;
import io.hedgerow.core.solver.LocalSolver;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The progress of a site in a study, in memory and in its journal. Only the journal survives a restart, so nothing
 * leaves the site before it is in the journal. A journal that failed once is asked no more, and the session with it.
 */
final class SiteProgress {

    /** How often one process tries a round without a budget. An honest coordinator asks no more often. */
    private static final int MOST_TRIES = ReplyCollector.ATTEMPTS;

    private final Journal<SiteRecord> journal;
    /** Whether the ledger may have let a round through. */
    private final IntPredicate paid;
    /** Whether an update of a round may have left the site, by another record than this journal. */
    private final IntPredicate left;

    private Payload released = Payload.empty();
    private @Nullable Task begun;
    private SiteRecord.@Nullable Computing computing;
    private boolean reading;
    private SiteRecord.@Nullable Solved solved;
    private @Nullable ProtectedUpdate stored;
    private @Nullable RuntimeException failed;
    /** Tries of the round that cost nothing and failed; in memory only. */
    private int tries;

    private CoordinatorMessage.@Nullable Outcome outcome;
    private long coefficients;
    private @Nullable JournalException broken;

    private SiteProgress(Journal<SiteRecord> journal, IntPredicate paid, IntPredicate left) {
        this.journal = journal;
        this.paid = paid;
        this.left = left;
    }

    /** Reads the history into a new state and solver; closes a round whose budget may have been spent for nothing. */
    static SiteProgress open(
            Journal<SiteRecord> journal,
            SiteRecord.Joined joined,
            SiteState state,
            LocalSolver solver,
            IntPredicate paid,
            IntPredicate left,
            Consumer<Task> onTask) {
        SiteProgress progress = new SiteProgress(journal, paid, left);
        Optional<SiteRecord> first = journal.next();
        if (first.isEmpty()) {
            progress.append(joined);
            return progress;
        }
        if (!first.get().equals(joined)) {
            throw new JournalException("the journal is of "
                    + (first.get() instanceof SiteRecord.Joined other ? other : "no known beginning")
                    + ", was opened for " + joined + ": every study needs a journal of its own");
        }
        for (Optional<SiteRecord> next = journal.next(); next.isPresent(); next = journal.next()) {
            progress.replay(next.get(), state);
            if (next.get() instanceof SiteRecord.Begun begins) {
                onTask.accept(begins.task());
            }
        }
        if (progress.released.size() > 0) {
            solver.restore(progress.released);
        }
        progress.closeInterrupted();
        return progress;
    }

    private void replay(SiteRecord record, SiteState state) {
        try {
            if (record instanceof SiteRecord.Begun begins) {
                state.begin(begins.task());
            } else if (record instanceof SiteRecord.Solved found) {
                state.propose(found.solution());
            } else if (record instanceof SiteRecord.Answered answered) {
                state.propose(answered.solution());
            } else if (record instanceof SiteRecord.Failed failure) {
                failure.solution().ifPresent(state::propose);
                state.withdraw();
            } else if (record instanceof SiteRecord.Finished ends && !mayGoOn(ends.outcome())) {
                state.finish(ends.outcome().consensusChange());
            }
            apply(record);
            if (outcome != null && mayGoOn(outcome)) {
                outcome = null;
            }
        } catch (ProtocolException | IllegalArgumentException e) {
            throw new JournalException("the journal contradicts itself: it was changed, or is of another version", e);
        }
    }

    /** Too few sites answered in time: a restarted coordinator asks for the same round again. */
    private static boolean mayGoOn(CoordinatorMessage.Outcome ended) {
        return ended.state() == StudyState.QUORUM_NOT_MET;
    }

    private void apply(SiteRecord record) {
        if (record instanceof SiteRecord.Begun begins) {
            begun = begins.task();
            computing = null;
            reading = false;
            solved = null;
            stored = null;
            failed = null;
            tries = 0;
        } else if (record instanceof SiteRecord.Computing now) {
            computing = now;
        } else if (record instanceof SiteRecord.Reading) {
            reading = true;
        } else if (record instanceof SiteRecord.Solved found) {
            solved = found;
            keep(found.released());
        } else if (record instanceof SiteRecord.Answered answered) {
            // a second answer of a round is the same update, protected anew
            coefficients += stored == null ? answered.solution().nonZeros() : 0;
            stored = answered.update();
            keep(answered.released());
        } else if (record instanceof SiteRecord.Failed failure) {
            failed = new RoundFailedException(
                    failure.kind(),
                    "round " + failure.round() + " failed before this site was restarted, and stays failed");
            keep(failure.released());
        } else if (record instanceof SiteRecord.Finished ends) {
            outcome = ends.outcome();
        } else {
            throw new IllegalArgumentException("a study is joined once");
        }
    }

    private void keep(Payload change) {
        if (change.size() > 0) {
            released = change;
        }
    }

    /**
     * The budget of an interrupted round counts as spent, unless the ledger is sure that it did not let the round
     * through, or this journal that no row was handed on: then nothing was computed, and the round is computed when its
     * task comes again.
     */
    void closeInterrupted() {
        Task task = begun;
        if (task != null
                && computing != null
                && !isRepeatable()
                && solved == null
                && stored == null
                && failed == null
                && !isUnread()
                && paid.test(task.round())) {
            failed(
                    task.round(),
                    SiteReply.Failure.Kind.INTERNAL,
                    Optional.empty(),
                    Payload.empty(),
                    new RoundFailedException(
                            SiteReply.Failure.Kind.INTERNAL,
                            "round " + task.round()
                                    + " was interrupted after its budget may have been reserved and before its"
                                    + " update was stored: it is not computed again"));
        }
    }

    void begun(Task task) {
        record(new SiteRecord.Begun(task));
    }

    /** Notes a round before anything is reserved. Without a guarantee, and so a budget, it may be repeated. */
    void computing(int round, MechanismEvent event) {
        record(new SiteRecord.Computing(
                round,
                event instanceof MechanismEvent.NonPrivate ? SiteRecord.Again.ALWAYS : SiteRecord.Again.UNTIL_READ));
    }

    /** Notes that a paid round's rows are handed on from now on: what fails then is not computed again. */
    void reading(int round) {
        if (!reading && !isRepeatable()) {
            record(new SiteRecord.Reading(round));
        }
    }

    /**
     * Whether the round was to be computed before, and it is proved that no row was handed on and nothing left: then
     * its reservation, if there is one, can be taken up.
     */
    boolean isUnread() {
        return computing != null
                && computing.again() == SiteRecord.Again.UNTIL_READ
                && !reading
                && solved == null
                && stored == null
                && failed == null
                && !left.test(computing.round());
    }

    /** Whether a round that failed in its source stays open, to be computed when the source is back. */
    boolean staysOpen() {
        return failed == null && (isRepeatable() || isUnread());
    }

    /** Whether the round has failed for good, and will never have an update. */
    boolean isLost() {
        return failed != null && !isRepeatable();
    }

    private boolean isRepeatable() {
        return computing != null && computing.again() == SiteRecord.Again.ALWAYS;
    }

    /** Whether the failed round had no budget: then it may be computed again for its task, but not without an end. */
    boolean failedForFree(RuntimeException cause) {
        boolean free = isRepeatable();
        if (free && ++tries >= MOST_TRIES) {
            failed = cause;
        }
        return free;
    }

    /** Keeps a paid result that cannot be protected now; a result without a cost is computed again. */
    void solved(int round, Parameters solution, Payload releasedState) {
        if (computing != null && !isRepeatable() && solved == null) {
            record(new SiteRecord.Solved(round, solution, news(releasedState)));
        }
    }

    void answered(Parameters solution, ProtectedUpdate update, Payload releasedState) {
        record(new SiteRecord.Answered(solution, update, news(releasedState)));
    }

    void failed(
            int round,
            SiteReply.Failure.Kind kind,
            Optional<Parameters> solution,
            Payload releasedState,
            RuntimeException cause) {
        record(new SiteRecord.Failed(round, kind, solution, news(releasedState)));
        failed = cause;
    }

    void finished(CoordinatorMessage.Outcome last) {
        record(new SiteRecord.Finished(last));
    }

    private Payload news(Payload releasedState) {
        return releasedState.equals(released) ? Payload.empty() : releasedState;
    }

    private void record(SiteRecord record) {
        append(record);
        apply(record);
    }

    private void append(SiteRecord record) {
        requireJournal();
        try {
            journal.append(record);
        } catch (JournalException e) {
            broken = e;
            throw e;
        }
    }

    /** Ends the session: journal and coordinator contradict each other. */
    JournalException forgotten(SiteId site, int round) {
        broken = new JournalException("the coordinator has an update of site " + site.value() + " of round " + round
                + " that this site's journal does not know: the site's home was lost, an older copy of it was put "
                + "back, or another process answers for this site. Start this site with the newest home that it had; "
                + "without it the site cannot take part in this study any more");
        return broken;
    }

    /** Fails on every call after a journal has failed, because memory and journal may differ. */
    void requireJournal() {
        if (broken != null) {
            throw new JournalException("the journal failed before: " + Words.reason(broken), broken);
        }
    }

    /**
     * Ends the session on a problem that the site can mend, such as a full disk, and when a ledger fails before it let
     * the round through, as where the clock was put back: nothing was charged, and a restart goes on with the round.
     */
    void requireRoom(RuntimeException failure) {
        if (failure instanceof UnwritableFileException
                || (failure instanceof LedgerException ledger && (ledger.isMendable() || isUncharged()))) {
            throw failure;
        }
    }

    private boolean isUncharged() {
        Task task = begun;
        return task != null && !paid.test(task.round());
    }

    @Nullable Task begunOrNull() {
        return begun;
    }

    SiteRecord.@Nullable Solved solvedOrNull() {
        return solved;
    }

    @Nullable ProtectedUpdate storedOrNull() {
        return stored;
    }

    @Nullable RuntimeException failedOrNull() {
        return failed;
    }

    Optional<CoordinatorMessage.Outcome> outcome() {
        return Optional.ofNullable(outcome);
    }

    boolean isFinished() {
        return outcome != null;
    }

    long coefficients() {
        return coefficients;
    }
}
