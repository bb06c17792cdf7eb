// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.ledger;

import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.privacy.LedgerException;
import io.hedgerow.core.privacy.ReservationRequest;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The account of one study in a ledger. */
final class StudyAccount {

    private Spending spent = Spending.NONE;
    private @Nullable SpendingPlan plan;
    private @Nullable Charge charge;
    private long declaration = -1;
    private int copies;
    private int drawn = -1;
    /** The last round that was let through outside of a plan; -1 before the first. */
    private int lastReserved = -1;

    private long draws;
    private long reservations;
    private final Set<Integer> reserved = new HashSet<>();
    private final Map<Integer, LedgerEntry> letThrough = new HashMap<>();

    Spending spent() {
        return spent;
    }

    void spend(Charge charge) {
        spent = spent.plus(charge);
    }

    @Nullable SpendingPlan planOrNull() {
        return plan;
    }

    void declare(LedgerRecord.Declared declared, long sequence) {
        plan = declared.plan();
        charge = declared.charge();
        declaration = sequence;
        copies++;
        drawn = -1;
    }

    /** The charge of the last declaration. */
    @Nullable Charge chargeOrNull() {
        return charge;
    }

    long declaration() {
        return declaration;
    }

    int copies() {
        return copies;
    }

    /** The last round that was let through since the last declaration; -1 before the first. */
    int drawn() {
        return drawn;
    }

    void draw(int round, LedgerEntry entry) {
        drawn = round;
        draws++;
        letThrough.put(round, entry);
    }

    long draws() {
        return draws;
    }

    void reserve(int round, LedgerEntry entry) {
        reservations++;
        reserved.add(round);
        lastReserved = round;
        letThrough.put(round, entry);
    }

    /**
     * The record that let a round through; after the end of a plan, where nothing is computed on data any more, its
     * last round.
     */
    Optional<LedgerEntry> reservation(int round) {
        int paid = plan == null ? round : Math.min(round, plan.rounds().size() - 1);
        return Optional.ofNullable(letThrough.get(paid));
    }

    /** Whether a round was reserved outside of a plan. */
    boolean isReserved(int round) {
        return reserved.contains(round);
    }

    /** Lets through the planned event of a later round than all before, and nothing else. */
    void requireOpen(ReservationRequest request, SpendingPlan plan) {
        String where = "study " + request.study() + " round " + request.round();
        if (request.round() >= plan.rounds().size()) {
            throw new LedgerException(where + ": its declared plan has "
                    + Words.count(plan.rounds().size(), "round") + ", counted from 0");
        }
        if (request.round() <= drawn) {
            throw new LedgerException(where + " is spent: round " + drawn + " was let through, and every round"
                    + " is let through once and in order; a stored update can be sent again, a new computation needs"
                    + " another copy of the plan");
        }
        if (!plan.rounds().get(request.round()).equals(request.event())) {
            throw new LedgerException(where + " must have the event of its plan in record " + declaration
                    + ", has another one: reserve the planned event");
        }
    }

    /** Refuses a computation that was not let through, or after which another one was. */
    void requireLetThroughLast(ReservationRequest request) {
        LedgerEntry entry = letThrough.get(request.round());
        boolean same = plan == null
                ? request.round() == lastReserved
                        && entry != null
                        && entry.record() instanceof LedgerRecord.Reserved made
                        && made.event().equals(request.event())
                : request.round() == drawn && plan.rounds().get(drawn).equals(request.event());
        if (!same) {
            throw new LedgerException("study " + request.study() + " round " + request.round()
                    + " cannot be computed again: the ledger did not let this computation through, or a later one too");
        }
    }

    long reservations() {
        return reservations;
    }
}
