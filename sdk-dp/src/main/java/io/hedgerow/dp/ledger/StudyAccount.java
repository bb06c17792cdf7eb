// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.ledger;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The records of one study in a ledger. */
final class StudyAccount {

    private Spending spent = Spending.NONE;
    private @Nullable SpendingPlan plan;
    private @Nullable Charge charge;
    private long declaration = -1;
    private int copies;
    private int drawn = -1;
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

    long reservations() {
        return reservations;
    }
}
