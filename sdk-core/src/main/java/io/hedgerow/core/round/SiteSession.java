package io.hedgerow.core.round;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.DataView;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.model.LossScaling;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.PrivacyException;
import io.hedgerow.core.privacy.PrivacyGate;
import io.hedgerow.core.privacy.Reservation;
import io.hedgerow.core.spi.LocalProblem;
import io.hedgerow.core.spi.LocalSolution;
import io.hedgerow.core.spi.LocalSolver;
import io.hedgerow.core.spi.SiteChannel;
import io.hedgerow.core.spi.UpdateProtector;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One site in one study: plans, reserves, opens, solves, protects, sends. Data is opened only after the ledger has
 * recorded the cost, and a task that arrives again is answered with the stored update, never by computing again.
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

    private @Nullable ProtectedUpdate stored;
    private boolean finished;
    private long uploadedCoefficients;

    /**
     * Joins a study. Nothing is read.
     *
     * @param site this site's name
     * @param study what was agreed
     * @param data this site's records
     * @param gate decides what may be computed on them
     * @param solver computes
     * @param protector protects what leaves
     * @throws IllegalArgumentException when the data's variables are not the study's, or the gate guards other data
     */
    public SiteSession(
            SiteId site, Study study, SiteData data, PrivacyGate gate, LocalSolver solver, UpdateProtector protector) {
        this.site = Objects.requireNonNull(site, "site");
        this.study = Objects.requireNonNull(study, "study");
        this.data = Objects.requireNonNull(data, "data");
        this.gate = Objects.requireNonNull(gate, "gate");
        this.solver = Objects.requireNonNull(solver, "solver");
        this.protector = Objects.requireNonNull(protector, "protector");
        if (!data.schema().equals(study.schema())) {
            throw new IllegalArgumentException("site " + site.value() + " must have the study's variables "
                    + study.schema().names() + " in this order, has "
                    + data.schema().names());
        }
        if (!gate.dataset().equals(data.identity())) {
            throw new IllegalArgumentException("the gate must guard dataset "
                    + data.identity().value() + ", guards " + gate.dataset().value());
        }
        int size = study.layout().size();
        this.state = new SiteState(site, new ChangeCodec(size, study.communication()), size);
    }

    /**
     * Answers messages until the study ends.
     *
     * @param channel this site's end of the wire
     * @throws InterruptedException when the waiting thread is interrupted
     */
    public void run(SiteChannel channel) throws InterruptedException {
        while (!finished) {
            CoordinatorMessage message = channel.receive();
            if (message instanceof Task task) {
                SiteReply reply = answerOrFail(task);
                if (reply instanceof ProtectedUpdate update) {
                    channel.send(update);
                } else if (reply instanceof SiteFailure failure) {
                    channel.send(failure);
                }
            } else if (message instanceof Outcome outcome) {
                finish(outcome);
            }
        }
    }

    private SiteReply answerOrFail(Task task) {
        try {
            return answer(task);
        } catch (PrivacyException | DataException | ProtocolException | IllegalArgumentException e) {
            return failure(task, e);
        }
    }

    /**
     * What may be told of a failure: its kind.
     *
     * @param task the task that was not answered
     * @param cause what happened; its message stays here
     * @return the reply
     */
    public SiteFailure failure(Task task, RuntimeException cause) {
        SiteFailure.Kind kind = SiteFailure.Kind.INTERNAL;
        if (cause instanceof PrivacyException) {
            kind = SiteFailure.Kind.REFUSED;
        } else if (cause instanceof DataException) {
            kind = SiteFailure.Kind.DATA_UNUSABLE;
        } else if (cause instanceof ProtocolException) {
            kind = SiteFailure.Kind.PROTOCOL;
        }
        return new SiteFailure(site, task.round(), kind);
    }

    /**
     * Answers one task.
     *
     * @param task of the next round, or of the last one answered again
     * @return the update; the stored one when the round was answered before
     * @throws PrivacyException when the gate refuses; nothing was opened
     * @throws DataException when the records cannot be used
     * @throws ProtocolException when the task is of another study or out of order
     */
    public ProtectedUpdate answer(Task task) {
        if (!task.study().equals(study.name())) {
            throw new ProtocolException("expected a task of study " + study.name() + ", was of study " + task.study());
        }
        if (finished) {
            throw new ProtocolException("study " + study.name() + " has ended");
        }
        if (stored != null && stored.round() == task.round()) {
            return stored;
        }
        state.begin(task);
        Reservation reservation = gate.reserve(study.name(), task.round(), solver.plan(task));
        SparseChange change;
        try (DataView view = data.open(reservation.permit())) {
            LocalSolution solution = solver.solve(problem(task, view), view);
            change = state.propose(solution.parameters());
            uploadedCoefficients += solution.parameters().nonZeros();
        }
        ProtectedUpdate update = protector.protect(new Update(site, study.name(), task.round(), change));
        stored = update;
        return update;
    }

    /**
     * Takes note of a task without answering it: a site that was away catches up on the consensus, at no cost.
     *
     * @param task of the next round
     */
    public void observe(Task task) {
        state.begin(task);
        stored = null;
    }

    /**
     * Takes the outcome over.
     *
     * @param outcome the study's last message
     */
    public void finish(Outcome outcome) {
        state.finish(outcome.consensusChange());
        finished = true;
    }

    private LocalProblem problem(Task task, DataView view) {
        double weight = study.lossScaling() == LossScaling.PER_RECORD
                ? study.lossScaling().weight(view.statistics().rows(), study.totalRows(), study.sites())
                : study.lossScaling().weight(0, 0, study.sites());
        return new LocalProblem(
                study.layout(),
                state.consensus(),
                state.dual(),
                state.local(),
                task.rho2(),
                study.admm().localLambda(),
                weight,
                study.centring());
    }

    /**
     * The consensus as this site received it.
     *
     * @return W
     */
    public Parameters consensus() {
        return Parameters.copyOf(state.consensus().toArray());
    }

    /**
     * This site's name.
     *
     * @return the name
     */
    public SiteId site() {
        return site;
    }

    /**
     * Non-zero coefficients of all solutions so far: what the papers' formula for bytes counts (002, B.2.1).
     *
     * @return Σ over rounds of the support of B
     */
    public long uploadedCoefficients() {
        return uploadedCoefficients;
    }
}
