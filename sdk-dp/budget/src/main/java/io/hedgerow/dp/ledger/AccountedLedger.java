// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.ledger;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.internal.file.FileReason;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.privacy.BudgetExhaustedException;
import io.hedgerow.core.privacy.LedgerException;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.privacy.PolicyRefusedException;
import io.hedgerow.core.privacy.ReservationRequest;
import io.hedgerow.dp.internal.ledger.EventCodec;
import io.hedgerow.dp.internal.ledger.LedgerStorage;
import io.hedgerow.dp.internal.ledger.Names;
import io.hedgerow.dp.ledger.SitePolicy.StudyCap;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Refuses a charge that its budget does not cover, and records every other one on the disk: when {@link #reserve} or
 * {@link #declare} returns, the record has been forced to the device. A recorded charge is spent: no crash, retry or
 * failure gives it back.
 *
 * <p>Mode fixed-plan: every declared study i is certified as a whole, (ε_i, δ_i); a reservation outside of a plan is a
 * plan of one event; the ledger ensures Σε_i ≤ ε and Σδ_i ≤ δ. Basic composition holds for mechanisms chosen one after
 * the other and for interactive ones that run at the same time. The rounds of a plan are let through in their order,
 * each at most once, because a certificate is one of a sequence in chronological order. Rounds outside of a plan are
 * let through once as well, so that a process that was killed after a reservation does not reserve the same round
 * again.
 *
 * <p>Mode rdp-filter: Σ R_α ≤ the divergence that the budget allows at α, for events chosen in whatever way (Feldman
 * and Zrnic 2021).
 *
 * <p>Sums are exact; a δ counts as the decimal that was written. Any doubt about the file is an exception, and stays
 * one until the ledger is opened again. The chain of hashes finds changes inside the file; only an anchor kept
 * elsewhere finds a whole chain that was shortened, rewritten or replaced by an older copy.
 *
 * <p>The guarantee and its proof: {@code docs/privacy-proofs/ledger.md}.
 *
 * <p>Thread-safe; one writer per ledger, on this machine. Cost: one write and one fsync for each record.
 */
public final class AccountedLedger implements StudyLedger, AutoCloseable {

    private final SpendingRule rule;
    private final StudyCap cap;
    private final LedgerJournal journal;
    private final LedgerState state;
    private final List<String> notices;
    private final LedgerAnchor anchor;
    private @Nullable MechanismEvent lastEvent;
    private @Nullable Charge lastCharge;

    private AccountedLedger(
            SpendingRule rule,
            StudyCap cap,
            LedgerJournal journal,
            LedgerState state,
            List<String> notices,
            LedgerAnchor anchor) {
        this.anchor = anchor;
        this.rule = rule;
        this.cap = cap;
        this.journal = journal;
        this.state = state;
        this.notices = notices;
    }

    /**
     * Opens the ledger of a directory; makes it when the directory has none. The directory is made, too.
     *
     * @param directory the ledger's own directory
     * @param terms data set, budget and unit of privacy; a ledger made with other terms refuses
     * @param cap the most that one study may take, from now on
     * @param rule the cost of events; of the mode that the terms name
     * @param clock stamps records
     * @return the ledger, locked until it is closed
     * @throws LedgerTamperedException when the ledger was changed by something else
     * @throws LedgerException when it cannot be written, as on a full disk, or opened, is in use, or has other terms
     */
    public static AccountedLedger open(
            Path directory, LedgerTerms terms, StudyCap cap, SpendingRule rule, LedgerClock clock) {
        requireConsistent(terms, cap, rule);
        LedgerAnchor anchor = LedgerAnchor.find(directory, SitePolicy.Anchors.WARN, Optional.empty(), terms.dataset());
        return open(FileLedgerStorage.open(directory), terms, cap, rule, clock, anchor);
    }

    /**
     * Opens the ledger of a policy's data set. Its last hash is also kept outside of its directory, where a directory
     * for that is given or was ever given: a ledger that does not hold it is refused.
     *
     * @param directory the ledger's own directory
     * @param policy terms, cap, tolerance of the clock, and whether an anchor is required
     * @param schema the data set's columns
     * @param rule the cost of events; of the policy's mode
     * @param clock stamps records
     * @param anchors a directory that is not restored together with the ledger's, for one file for each data set; empty
     *     to use the one that was given last
     * @return the ledger, locked until it is closed
     * @throws LedgerTamperedException when the ledger was changed by something else, or does not continue from its
     *     anchor
     * @throws io.hedgerow.core.privacy.PolicyRefusedException when the policy requires an anchor and none is there
     * @throws LedgerException when it cannot be opened, is in use, or has other terms
     */
    public static AccountedLedger open(
            Path directory,
            SitePolicy policy,
            VariableSchema schema,
            SpendingRule rule,
            InstantSource clock,
            Optional<Path> anchors) {
        LedgerTerms terms = policy.terms(schema);
        requireConsistent(terms, policy.cap(), rule);
        LedgerAnchor anchor = LedgerAnchor.find(directory, policy.anchors(), anchors, policy.dataset());
        LedgerClock tolerant = new LedgerClock(clock, policy.clockTolerance());
        return open(FileLedgerStorage.open(directory), terms, policy.cap(), rule, tolerant, anchor);
    }

    static AccountedLedger open(
            LedgerStorage storage, LedgerTerms terms, StudyCap cap, SpendingRule rule, LedgerClock clock) {
        return open(storage, terms, cap, rule, clock, LedgerAnchor.none());
    }

    private static AccountedLedger open(
            LedgerStorage storage,
            LedgerTerms terms,
            StudyCap cap,
            SpendingRule rule,
            LedgerClock clock,
            LedgerAnchor anchor) {
        LedgerJournal journal = new LedgerJournal(storage, clock);
        try {
            List<String> notices = new ArrayList<>();
            anchor.notice().ifPresent(notices::add);
            byte[] content = storage.load();
            if (content.length == 0) {
                anchor.requireNone(storage.where());
                LedgerState state = new LedgerState(journal.create(terms));
                return new AccountedLedger(rule, cap, journal, state, notices, anchor).ready();
            }
            LedgerChain chain = LedgerChain.read(content, storage.where());
            anchor.requireContinued(chain, storage.where());
            chain.terms().requireSame(terms, storage.where());
            LedgerState state = LedgerState.of(chain, storage.where());
            journal.resume(chain);
            if (chain.tornBytes() > 0) {
                state.apply(journal.append(new LedgerRecord.Recovered(chain.tornBytes())));
                notices.add("ledger " + storage.where() + ": " + chain.tornBytes()
                        + " bytes of an incomplete last record were cut; it was never acknowledged");
            }
            return new AccountedLedger(rule, cap, journal, state, notices, anchor).ready();
        } catch (IOException e) {
            LedgerException failure =
                    new LedgerException("ledger " + storage.where() + " cannot be read: " + FileReason.of(e), e);
            closeAfter(failure, journal);
            throw failure;
        } catch (RuntimeException e) {
            closeAfter(e, journal);
            throw e;
        }
    }

    private static void closeAfter(RuntimeException failure, LedgerJournal journal) {
        try {
            journal.close();
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }

    static void requireConsistent(LedgerTerms terms, StudyCap cap, SpendingRule rule) {
        SpendingLimit.of(cap.perStudy(), terms.mode());
        if (!terms.mode().equals(rule.mode())) {
            throw new IllegalArgumentException(
                    "the rule must be of the ledger's mode " + terms.mode() + ", is of " + rule.mode());
        }
    }

    /** Records the cap, and checks that an anchor is writable before anything is charged. */
    private AccountedLedger ready() {
        if (!state.cap().equals(Optional.of(cap))) {
            record(new LedgerRecord.Capped(cap));
        } else {
            anchor.keep(state.newest(), state.terms().dataset());
        }
        return this;
    }

    @Override
    public synchronized void reserve(ReservationRequest request) {
        requireAnswerable(request);
        requireAccountable(request.event());
        StudyAccount study = state.study(request.study());
        SpendingPlan plan = study.planOrNull();
        if (plan != null) {
            study.requireOpen(request, plan);
            record(new LedgerRecord.Drawn(request.study(), request.round(), study.declaration()));
            return;
        }
        if (study.isReserved(request.round())) {
            throw new LedgerException("study " + request.study() + " round " + request.round() + " is spent: it was"
                    + " reserved before, and every round is let through once; a stored update can be sent again, a new"
                    + " computation needs another study name");
        }
        Charge charge = undeclaredCharge(request.event());
        requireCovered(request.study(), "round " + request.round(), charge, request.event());
        record(new LedgerRecord.Reserved(request.study(), request.round(), request.event(), charge));
    }

    @Override
    public synchronized boolean mayHaveLetThrough(String study, int round) {
        StudyAccount account = state.study(study);
        return round <= account.drawn() || account.reservation(round).isPresent();
    }

    @Override
    public synchronized void requireLetThrough(ReservationRequest request) {
        requireAnswerable(request);
        state.study(request.study()).requireLetThroughLast(request);
    }

    @Override
    public synchronized Declaration declare(SpendingPlan plan) {
        requirePlannable(plan);
        StudyAccount study = state.study(plan.study());
        Charge charged = study.chargeOrNull();
        return charged == null ? charge(plan) : new Declaration(study.declaration(), false, charged, study.drawn() + 1);
    }

    @Override
    public synchronized Declaration declareAnotherCopy(SpendingPlan plan) {
        requirePlannable(plan);
        if (state.study(plan.study()).planOrNull() == null) {
            throw new LedgerException("study " + plan.study() + " was not declared before: declare it");
        }
        return charge(plan);
    }

    @Override
    public synchronized Charge quote(SpendingPlan plan) {
        requirePlannable(plan);
        Charge charged = state.study(plan.study()).chargeOrNull();
        return charged == null ? covered(plan) : charged;
    }

    /**
     * Says whether a study was declared, and so charged.
     *
     * @param study its name
     * @return true when declaring its plan again is free
     */
    public synchronized boolean isDeclared(String study) {
        return state.study(study).chargeOrNull() != null;
    }

    /**
     * Returns the record that let a round through, and so paid for its computation on data. Rounds after the end of a
     * declared plan compute on the release of its last round; the record is that round's.
     *
     * @param study its name
     * @param round its round
     * @return the record, or empty when the round was not let through
     */
    public synchronized Optional<LedgerEntry> reservation(String study, int round) {
        return state.study(study).reservation(round);
    }

    private void requirePlannable(SpendingPlan plan) {
        if (!(rule.mode() instanceof AccountingMode.FixedPlan)) {
            throw new IllegalStateException("a ledger of mode rdp-filter takes reservations as they come, not plans");
        }
        plan.rounds().forEach(AccountedLedger::requireAccountable);
        SpendingPlan known = state.study(plan.study()).planOrNull();
        if (known != null && !known.isSameAs(plan)) {
            throw new LedgerException("study " + plan.study() + " was declared with another plan (record "
                    + state.study(plan.study()).declaration() + "): a study that computes something else needs"
                    + " another name");
        }
    }

    private Declaration charge(SpendingPlan plan) {
        Charge charge = covered(plan);
        LedgerEntry entry = record(new LedgerRecord.Declared(plan, charge));
        return new Declaration(entry.sequence(), true, charge, 0);
    }

    private Charge covered(SpendingPlan plan) {
        Charge charge = charge(plan.whole(), plan.delta());
        requireCovered(plan.study(), "its plan of " + Words.count(plan.rounds().size(), "round"), charge, plan.whole());
        return charge;
    }

    private Charge undeclaredCharge(MechanismEvent event) {
        if (event.equals(lastEvent) && lastCharge != null) {
            return lastCharge;
        }
        Charge charge = charge(event, cap.undeclaredDelta(event));
        lastEvent = event;
        lastCharge = charge;
        return charge;
    }

    private Charge charge(MechanismEvent event, double delta) {
        try {
            return rule.charge(event, delta);
        } catch (IllegalArgumentException e) {
            throw new BudgetExhaustedException(
                    "dataset " + state.terms().dataset().value() + ": " + Words.reason(e), event);
        }
    }

    private void requireAnswerable(ReservationRequest request) {
        state.terms().requireOf(request);
        try {
            Names.requireWritable("study", request.study());
        } catch (IllegalArgumentException e) {
            throw new LedgerException(e.getMessage() == null ? "the study's name is unusable" : e.getMessage(), e);
        }
    }

    private static void requireAccountable(MechanismEvent event) {
        if (event.containsNonPrivate()) {
            throw new PolicyRefusedException("a ledger with a budget refuses a computation without a guarantee");
        }
        try {
            EventCodec.requireWritable(event);
        } catch (IllegalArgumentException e) {
            throw new LedgerException("the event cannot be recorded: " + Words.reason(e), e);
        }
    }

    private void requireCovered(String study, String what, Charge charge, MechanismEvent event) {
        LedgerTerms terms = state.terms();
        SpendingLimit studyLimit = SpendingLimit.of(cap.perStudy(), terms.mode());
        Spending ofStudy = state.study(study).spent();
        if (!ofStudy.plus(charge).isWithin(studyLimit)) {
            throw exhausted(
                    "study " + study + ": " + what, charge, "what one study may take", studyLimit, ofStudy, event);
        }
        if (!state.total().plus(charge).isWithin(state.limit())) {
            throw exhausted("study " + study + ": " + what, charge, "the budget", state.limit(), state.total(), event);
        }
    }

    private BudgetExhaustedException exhausted(
            String who, Charge charge, String whose, SpendingLimit limit, Spending spent, MechanismEvent event) {
        return new BudgetExhaustedException(
                "dataset " + state.terms().dataset().value() + ": " + who
                        + limit.refusal(whose, charge, spent, rule.mode()),
                event);
    }

    private LedgerEntry record(LedgerRecord record) {
        LedgerEntry entry = journal.append(record);
        state.apply(entry);
        anchor.keep(entry, state.terms().dataset());
        return entry;
    }

    @Override
    public synchronized SpentReport spent() {
        return SpentReport.of(state);
    }

    /** {@return sentences for an operator about the opening: a record that was cut, an anchor that was not found} */
    public List<String> notices() {
        return List.copyOf(notices);
    }

    /** {@return whether an incomplete last record was cut at the opening; it was never acknowledged} */
    public boolean recovered() {
        return notices.size() > (anchor.notice().isPresent() ? 1 : 0);
    }

    @Override
    public synchronized void close() {
        try {
            journal.close();
        } catch (IOException e) {
            throw new LedgerException("the ledger cannot be closed: " + FileReason.of(e), e);
        }
    }
}
