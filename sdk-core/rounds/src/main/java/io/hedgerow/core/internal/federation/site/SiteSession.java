// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.federation.site;

import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.federation.Journal;
import io.hedgerow.core.federation.UnwritableFileException;
import io.hedgerow.core.federation.UpdateProtector;
import io.hedgerow.core.internal.protocol.OpenRoundException;
import io.hedgerow.core.internal.protocol.RoundFailedException;
import io.hedgerow.core.internal.protocol.SiteRecord;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.PrivacyGate;
import io.hedgerow.core.protocol.CoordinatorMessage;
import io.hedgerow.core.protocol.ProtectedUpdate;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.SiteReply;
import io.hedgerow.core.protocol.SiteReply.Failure.Prospect;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.Update;
import io.hedgerow.core.protocol.encoding.ProtocolException;
import io.hedgerow.core.protocol.encoding.SparseChange;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.core.study.Study;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs one site's part in one study: plans, reserves, opens, solves, protects, sends. Data is opened only after the
 * ledger has recorded the cost, and a task that arrives again is answered with the stored update or fails as before,
 * never by computing again; only a failed round without a guarantee, and so without a cost, is computed again. A solver
 * that can answer from its earlier releases is asked first; then nothing is reserved or opened.
 *
 * <p>The coordinator is not trusted with the agreement: a task of another study, out of order, beyond the agreed number
 * of rounds or with another ρ2 than agreed is refused before anything is reserved.
 *
 * <p>Every task, solution, update and failure is in the journal before it has an effect outside, so a session that is
 * started with the journal of a killed one continues from there; a round whose budget may have been spent without a
 * stored update fails, unless the journal proves that no row was handed to the solver, and nothing is reserved twice
 * for a round. Rows that cannot be read keep their round open: they are read again until it is over.
 *
 * <p>Privacy: that of the solver and the protector. Not thread-safe: one message at a time.
 */
public final class SiteSession {

    private final SiteId site;
    private final Study study;
    private final SiteData data;
    private final PrivacyGate gate;
    private final LocalSolver solver;
    private final UpdateProtector protector;
    private final SiteState state;
    private final SiteProgress progress;
    private final ConsensusWatch watch;
    /** The solver's result for the last task, when it got that far. */
    private @Nullable Parameters found;

    /** Joins a study without a journal. */
    public SiteSession(
            SiteId site, Study study, SiteData data, PrivacyGate gate, LocalSolver solver, UpdateProtector protector) {
        this(site, study, data, gate, solver, protector, Journal.none());
    }

    /**
     * Joins a study, or goes on with it. Reads no record. Refuses data of other variables than the study's, a gate that
     * guards other data, and rows without users where the gate protects users.
     */
    public SiteSession(
            SiteId site,
            Study study,
            SiteData data,
            PrivacyGate gate,
            LocalSolver solver,
            UpdateProtector protector,
            Journal<SiteRecord> journal) {
        this(site, study, data, gate, solver, protector, journal, ConsensusWatch.none(), round -> false);
    }

    /**
     * Joins a study, or goes on with it; the watcher sees the coordinator's messages, first those in the journal.
     *
     * @param left whether an update of a round may have left the site, as a log beside the journal says: such a round
     *     is never computed again
     */
    public SiteSession(
            SiteId site,
            Study study,
            SiteData data,
            PrivacyGate gate,
            LocalSolver solver,
            UpdateProtector protector,
            Journal<SiteRecord> journal,
            ConsensusWatch watch,
            IntPredicate left) {
        this.watch = watch;
        this.site = site;
        this.study = study;
        this.data = data;
        this.gate = gate;
        this.solver = solver;
        this.protector = protector;
        requireVariables(site, study, data);
        if (!gate.dataset().equals(data.identity())) {
            throw new IllegalArgumentException("the gate must guard dataset "
                    + data.identity().value() + ", guards " + gate.dataset().value());
        }
        if (gate.enforcesBudget()) {
            data.requireProtects(gate.unit());
        }
        FixedCohort.requireForSharedNoise(study, solver, protector);
        this.state = new SiteState(site, study, protector.form());
        SiteRecord.Joined joined =
                new SiteRecord.Joined(site, study.name(), study.digest(), solver.id(), protector.id());
        this.progress = SiteProgress.open(
                journal, joined, state, solver, round -> gate.mayHaveReserved(study.name(), round), left, task -> {
                    protector.begun(task);
                    watch.taken(task, state.consensus());
                });
        progress.outcome().ifPresent(outcome -> watch.ended(outcome, state.consensus()));
    }

    /** Refuses other names, order or levels of variables than agreed, before anything is charged. Reads no row. */
    public static void requireVariables(SiteId site, Study study, SiteData data) {
        if (!data.schema().names().equals(study.schema().names())) {
            throw new IllegalArgumentException("site " + site.value() + " must have the study's variables "
                    + study.schema().names() + " in this order, has "
                    + data.schema().names());
        }
        if (!data.schema().equals(study.schema())) {
            throw new IllegalArgumentException("site " + site.value() + " must have the study's kinds of variables "
                    + study.schema().kinds() + ", has " + data.schema().kinds() + ": name the levels that were agreed");
        }
    }

    /**
     * Answers messages until the study ends. A task that a later message has overtaken is only taken note of: its round
     * is over, and an answer would spend budget for nothing. After a failure of the journal the coordinator was told
     * that there is no update, and the session is over; after a full disk or another failure
     * {@linkplain io.hedgerow.core.privacy.LedgerException#isMendable that can be mended} it was told nothing, and a
     * new session continues.
     *
     * @param failures is told, at this site, why a task was not answered, which may depend on data; the coordinator
     *     learns the kind only
     */
    public void run(SiteChannel channel, Consumer<RuntimeException> failures) throws InterruptedException {
        @Nullable Task open = null;
        int attempts = 0;
        while (!progress.isFinished()) {
            if (open != null && !channel.awaitNext(pause(attempts))) {
                attempts++;
                open = attempt(open, attempts, failures, channel);
                continue;
            }
            CoordinatorMessage message = channel.receive();
            if (message instanceof CoordinatorMessage.Outcome outcome) {
                finish(outcome);
            } else if (message instanceof CoordinatorMessage.Question question) {
                if (open != null && question.round() >= open.round()) {
                    open = null; // the coordinator prepares the round anew, and its task comes again, or goes on
                }
                reply(question.round(), failures, channel, () -> answer(question))
                        .ifPresent(channel::send);
            } else if (message instanceof Task task) {
                attempts = 0;
                open = attempt(task, attempts, failures, channel);
            }
        }
    }

    /** How long to wait before rows are read again that could not be read: half a second, and up to 16. */
    static Duration pause(int attempts) {
        return Duration.ofMillis(500L << Math.min(attempts, 5));
    }

    /** Answers a task, or gives it back when its rows cannot be read now. The coordinator hears that once. */
    private @Nullable Task attempt(Task task, int attempts, Consumer<RuntimeException> failures, SiteChannel channel) {
        try {
            reply(task.round(), failures, channel, () -> reply(task, channel)).ifPresent(channel::send);
            return null;
        } catch (OpenRoundException later) {
            failures.accept(later);
            if (attempts == 0) {
                channel.send(failure(task.round(), later));
            }
            return task;
        }
    }

    private Optional<ProtectedUpdate> reply(Task task, SiteChannel channel) {
        if (isOver(task) || channel.hasNext()) {
            observe(task);
            return Optional.empty();
        }
        return Optional.of(answer(task));
    }

    private <T> Optional<T> reply(
            int round, Consumer<RuntimeException> failures, SiteChannel channel, Supplier<Optional<T>> answering) {
        try {
            return answering.get();
        } catch (OpenRoundException later) {
            throw later;
        } catch (RuntimeException e) {
            progress.requireRoom(e);
            failures.accept(e);
            channel.send(failure(round, e));
            progress.requireJournal();
            return Optional.empty();
        }
    }

    /** The kind of a failure, which may be told. The message of its cause stays here. */
    public SiteReply.Failure failure(int round, RuntimeException cause) {
        Prospect prospect = cause instanceof OpenRoundException
                ? Prospect.OPEN
                : progress.isLost() ? Prospect.LOST : Prospect.UNSAID;
        return new SiteReply.Failure(
                site, round, RoundFailedException.kindOf(cause), RoundFailedException.reasonOf(cause), prospect);
    }

    /**
     * Answers the next task, or the last one again with the stored update, protected anew where that is needed. A round
     * that failed after its budget was reserved fails again, with the same exception; one without a budget is computed
     * again.
     */
    public ProtectedUpdate answer(Task task) {
        requireAgreed(task.study());
        begin(task);
        // an error, which no one catches, may have left the round open after its reservation
        progress.closeInterrupted();
        RuntimeException failed = progress.failedOrNull();
        if (failed != null) {
            throw failed;
        }
        ProtectedUpdate stored = progress.storedOrNull();
        if (stored != null) {
            ProtectedUpdate left = protector.again(task, update(task.round(), state.pending()), stored);
            if (!left.equals(stored)) {
                // asked again after a restart, the site must not send what was of an attempt before this one
                progress.answered(state.local(), left, solver.releasedState());
            }
            return left;
        }
        found = null;
        protector.admit(task);
        Parameters before = state.local();
        try {
            return compute(task);
        } catch (RuntimeException e) {
            progress.requireRoom(e);
            progress.requireJournal();
            state.withdraw();
            if (e instanceof OpenRoundException) {
                state.local(before);
                throw e;
            }
            if (progress.failedForFree(e)) {
                // from where it began the solver comes to the same solution: a site that masked it gives no other one
                state.local(before);
                throw e;
            }
            SiteReply.Failure.Kind kind = failure(task.round(), e).kind();
            progress.failed(task.round(), kind, Optional.ofNullable(found), solver.releasedState(), e);
            throw e;
        }
    }

    /** Answers a question of the aggregator to this site's protector. Nothing is reserved or opened. */
    public Optional<SiteReply.Answer> answer(CoordinatorMessage.Question question) {
        requireAgreed(question.study());
        return protector
                .answer(question)
                .map(payload -> new SiteReply.Answer(site, study.name(), question.round(), question.serial(), payload));
    }

    private ProtectedUpdate compute(Task task) {
        SiteRecord.Solved before = progress.solvedOrNull();
        Parameters solution = before == null
                ? new SiteComputation(study, data, gate, solver, protector, state, progress)
                        .solve(task)
                        .parameters()
                : before.solution();
        SparseChange change = before == null ? state.propose(solution) : state.pending();
        found = solution;
        ProtectedUpdate left;
        try {
            left = protector.protect(update(task.round(), change));
        } catch (UnwritableFileException full) {
            progress.solved(task.round(), solution, solver.releasedState());
            throw full;
        }
        progress.answered(solution, left, solver.releasedState());
        return left;
    }

    private Update update(int round, SparseChange change) {
        return new Update(site, study.name(), round, change);
    }

    private void requireNamed(String named) {
        progress.requireJournal();
        if (!named.equals(study.name())) {
            throw new ProtocolException("expected a message of study " + study.name() + ", was of study " + named);
        }
    }

    private void requireAgreed(String named) {
        requireNamed(named);
        if (progress.isFinished()) {
            throw new ProtocolException("study " + study.name() + " has ended");
        }
    }

    /** Takes a task over once; the same task may come again, another one of the same round may not. */
    private void begin(Task task) {
        if (task.equals(progress.begunOrNull())) {
            return;
        }
        if (task.round() >= study.rounds()) {
            throw new ProtocolException("expected a task of at most " + study.rounds() + " rounds, was of round "
                    + task.round() + ", counted from 0");
        }
        double agreed = study.rho2(task.round());
        if (task.rho2() != agreed) {
            throw new ProtocolException(
                    "rho2 of round " + task.round() + " must be " + agreed + " as agreed, was " + task.rho2());
        }
        if (!state.knows(task)) {
            throw progress.forgotten(site, task.round() - 1);
        }
        FixedCohort.requireIncluded(study, task, site);
        state.begin(task);
        progress.begun(task);
        protector.begun(task);
        watch.taken(task, state.consensus());
    }

    private boolean isOver(Task task) {
        Task begun = progress.begunOrNull();
        return progress.isFinished() || (begun != null && task.round() < begun.round());
    }

    /** Takes note of a task without answering it, at no cost; ignores one of a round that is over, sent again. */
    public void observe(Task task) {
        requireNamed(task.study());
        if (!isOver(task)) {
            begin(task);
        }
    }

    /** Takes the study's last message over, once. */
    public void finish(CoordinatorMessage.Outcome outcome) {
        requireAgreed(outcome.study());
        state.finish(outcome.consensusChange());
        progress.finished(outcome);
        watch.ended(outcome, state.consensus());
    }

    public Parameters consensus() {
        return Parameters.copyOf(state.consensus().toArray());
    }

    /** β of this site, as of the last task; a copy. It stays here. */
    public Parameters dual() {
        return Parameters.copyOf(state.dual().toArray());
    }

    /** Of each round, as agreed. */
    Duration deadline() {
        return study.policy().deadline();
    }

    /** Whether a ledger is charged for this study. */
    public boolean hasBudget() {
        return gate.enforcesBudget();
    }

    public boolean isFinished() {
        return progress.isFinished();
    }

    public int tasksTaken() {
        Task last = progress.begunOrNull();
        return last == null ? 0 : last.round() + 1;
    }

    public SiteId site() {
        return site;
    }

    /** Non-zero coefficients of all solutions so far, which the papers' formula for bytes counts (002, B.2.1). */
    public long uploadedCoefficients() {
        return progress.coefficients();
    }
}
