// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.privacy;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The only way to site data: it issues a {@link Reservation} after the ledger has approved and recorded the cost. A
 * gate made here enforces a budget and refuses computations without a guarantee; the other kind is made by
 * {@link InsecureNoPrivacy}, so that a reviewer can search for it. Thread-safe when the ledger is.
 */
public final class PrivacyGate {

    /** The package of the session, which is not named by type: it uses this one. */
    private static final String SESSIONS = "io.hedgerow.core.internal.federation.site";

    private static final StackWalker CALLERS = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

    private final BudgetLedger ledger;
    private final DatasetIdentity dataset;
    private final PrivacyUnit unit;
    private final Adjacency adjacency;
    private final boolean acceptsNonPrivate;

    PrivacyGate(
            BudgetLedger ledger,
            DatasetIdentity dataset,
            PrivacyUnit unit,
            Adjacency adjacency,
            boolean acceptsNonPrivate) {
        this.ledger = Objects.requireNonNull(ledger, "ledger");
        this.dataset = Objects.requireNonNull(dataset, "dataset");
        this.unit = Objects.requireNonNull(unit, "unit");
        this.adjacency = Objects.requireNonNull(adjacency, "adjacency");
        this.acceptsNonPrivate = acceptsNonPrivate;
    }

    /**
     * {@return a gate that lets through only what the ledger's budget covers}
     *
     * @param ledger decides and records
     * @param dataset whose budget is charged
     * @param unit whose contribution is protected
     * @param adjacency the neighbouring relation
     */
    public static PrivacyGate enforcing(
            BudgetLedger ledger, DatasetIdentity dataset, PrivacyUnit unit, Adjacency adjacency) {
        return new PrivacyGate(ledger, dataset, unit, adjacency, false);
    }

    /**
     * Reserves the cost of a computation. When this returns, the cost is spent: a crash, a retry or a failure never
     * gives it back.
     *
     * @param study the study that asks
     * @param round the round of that study
     * @param event what the computation will cost
     * @return a reservation that opens the data once
     * @throws PolicyRefusedException when the event has no guarantee and this gate enforces a budget
     * @throws BudgetExhaustedException when the budget does not cover the event
     * @throws LedgerException when the ledger could not record it
     */
    public Reservation reserve(String study, int round, MechanismEvent event) {
        if (event.containsNonPrivate() && !acceptsNonPrivate) {
            throw new PolicyRefusedException("a gate with a privacy budget refuses a computation without a guarantee"
                    + " (dataset " + dataset.value() + ", study " + study
                    + "): choose a solver with a guarantee");
        }
        ledger.reserve(new ReservationRequest(dataset, unit, adjacency, study, round, event));
        return new Reservation(dataset);
    }

    /**
     * Takes up a reservation that the ledger recorded before and under which nothing was read. For a site's session
     * only, which proves this by its journal, where it notes durably that rows are handed on before the first one is: a
     * second reading after a first one would be a second release under one charge.
     *
     * @param study the study that asks
     * @param round the round of that study, the last one that was let through
     * @param event what was reserved
     * @return a reservation that opens the data once
     * @throws LedgerException when the ledger did not let this round through with this event, or a later one as well
     * @throws IllegalCallerException for every other caller
     */
    public Reservation takeUpUnread(String study, int round, MechanismEvent event) {
        Class<?> caller = CALLERS.getCallerClass();
        if (caller.getModule() != PrivacyGate.class.getModule()
                || !caller.getPackageName().equals(SESSIONS)) {
            throw new IllegalCallerException(
                    "only a site's session can prove that nothing was read under a reservation," + " was called by "
                            + caller.getName() + ": reserve again");
        }
        ReservationRequest made = new ReservationRequest(dataset, unit, adjacency, study, round, event);
        ledger.requireLetThrough(made);
        return new Reservation(made.dataset());
    }

    /**
     * {@return whether the ledger may have let a round of a study through before, true in doubt; see
     * {@link BudgetLedger#mayHaveLetThrough}}
     *
     * @param study the study that asks
     * @param round the round of that study
     */
    public boolean mayHaveReserved(String study, int round) {
        return ledger.mayHaveLetThrough(study, round);
    }

    /** {@return whether this gate refuses computations without a guarantee: all but {@link InsecureNoPrivacy}'s do} */
    public boolean enforcesBudget() {
        return !acceptsNonPrivate;
    }

    /** {@return the unit that the ledger of this gate promises to protect} */
    public PrivacyUnit unit() {
        return unit;
    }

    /** {@return the neighbouring relation of the ledger's promise: with zero-out the number of units is secret} */
    public Adjacency adjacency() {
        return adjacency;
    }

    /** {@return the data set whose budget this gate charges} */
    public DatasetIdentity dataset() {
        return dataset;
    }

    /**
     * Proof that a cost was recorded. Minted by {@link PrivacyGate} alone, after the ledger has returned. Yields one
     * permit. Thread-safe.
     */
    public static final class Reservation {

        private final DatasetIdentity dataset;
        private final AtomicBoolean permitTaken = new AtomicBoolean();

        Reservation(DatasetIdentity dataset) {
            this.dataset = dataset;
        }

        /**
         * {@return the permit that this reservation paid for, to open the data once}
         *
         * @throws IllegalStateException when the permit was already taken
         */
        public DataPermit permit() {
            if (!permitTaken.compareAndSet(false, true)) {
                throw new IllegalStateException(
                        "this reservation's permit was already taken: reserve again to open again");
            }
            return new DataPermit(dataset);
        }
    }
}
