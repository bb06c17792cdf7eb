// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.ledger;

import io.hedgerow.core.privacy.BudgetExhaustedException;
import io.hedgerow.core.privacy.BudgetLedger;
import io.hedgerow.core.privacy.LedgerException;

/** A ledger that charges whole studies in advance and reports its spending. Thread-safe. */
public interface StudyLedger extends BudgetLedger {

    /**
     * Charges a study whole, before its first round, so that its rounds can be reserved without further cost. Declaring
     * the same plan again, as after a restart, charges nothing and brings nothing back: rounds that were let through
     * stay spent.
     *
     * <p>From now on a reservation of this study must be the plan's event of its round, later than all rounds let
     * through before; rounds may be left out, which gives nothing back either.
     *
     * @param plan the computations of the study
     * @return the rounds that are open
     * @throws BudgetExhaustedException when the budget does not cover the plan; nothing is recorded
     * @throws LedgerException when it could not be recorded, or the study was declared with another plan
     * @throws IllegalStateException when the ledger's mode is rdp-filter, which has no plans
     */
    Declaration declare(SpendingPlan plan);

    /**
     * Returns the charge of {@link #declare} if it were called now. Records nothing.
     *
     * @param plan the computations of the study
     * @return the cost of the whole plan, also of a declared one, which is free to declare again
     * @throws BudgetExhaustedException when the budget does not cover the plan
     * @throws LedgerException when the study was declared with another plan
     * @throws IllegalStateException when the ledger's mode is rdp-filter, which has no plans
     */
    Charge quote(SpendingPlan plan);

    /**
     * Charges a declared study once more, so that it can be run again from its first round. The rest of the copy before
     * is forfeit.
     *
     * @param plan the plan that was declared
     * @return the rounds that are open
     * @throws BudgetExhaustedException when the budget does not cover another copy; nothing is recorded
     * @throws LedgerException when it could not be recorded, or no such plan was declared
     * @throws IllegalStateException when the ledger's mode is rdp-filter, which has no plans
     */
    Declaration declareAnotherCopy(SpendingPlan plan);

    /** Reports the spending so far: totals, studies, mechanisms and the head of the chain. */
    SpentReport spent();

    /**
     * The outcome of declaring a study: its charge and the first round that can still be reserved.
     *
     * @param sequence number of the record that charged the plan
     * @param charged whether this call charged it
     * @param charge the cost of the plan
     * @param firstOpenRound the first round that can still be reserved; the number of rounds when there is none
     */
    record Declaration(long sequence, boolean charged, Charge charge, int firstOpenRound) {}
}
