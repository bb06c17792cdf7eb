package io.hedgerow.dp.ledger;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a ledger knows of one study. */
final class StudyState {

    private Spending spent = Spending.NONE;
    private @Nullable StudyPlan plan;
    private @Nullable Charge charge;
    private long declaration = -1;
    private int copies;
    private int drawn = -1;
    private long draws;
    private long reservations;
    private final Set<Integer> reserved = new HashSet<>();

    Spending spent() {
        return spent;
    }

    void spend(Charge charge) {
        spent = spent.plus(charge);
    }

    @Nullable StudyPlan planOrNull() {
        return plan;
    }

    void declare(LedgerRecord.Declared declared, long sequence) {
        plan = declared.plan();
        charge = declared.charge();
        declaration = sequence;
        copies++;
        drawn = -1;
    }

    /** What the last declaration cost. */
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

    void draw(int round) {
        drawn = round;
        draws++;
    }

    long draws() {
        return draws;
    }

    void reserve(int round) {
        reservations++;
        reserved.add(round);
    }

    /** Whether a round was reserved outside of a plan. */
    boolean isReserved(int round) {
        return reserved.contains(round);
    }

    long reservations() {
        return reservations;
    }
}
