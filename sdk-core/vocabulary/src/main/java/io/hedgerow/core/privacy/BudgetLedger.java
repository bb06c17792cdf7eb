// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.privacy;

/**
 * Checks a cost against a data set's privacy budget and records it, atomically. When {@link #reserve} returns, the
 * record survives whatever happens next, as far as the implementation promises durability. Implementations must be
 * thread-safe and must fail closed: any doubt is an exception.
 */
public interface BudgetLedger {

    /**
     * Checks a request against the budget, and records it when it is covered. The same round of the same study again is
     * refused or paid for again, never let through for nothing.
     *
     * @param request what is asked for
     * @throws BudgetExhaustedException when the budget does not cover the event; nothing is recorded
     * @throws LedgerException when the request could not be recorded
     */
    void reserve(ReservationRequest request);

    /**
     * Says whether a round may have been allowed before. A site asks when it finds that it was interrupted at a
     * reservation: a round that was certainly not recorded opened nothing, and is reserved again.
     *
     * @param study the study's name
     * @param round its round
     * @return true in doubt, and always unless overridden
     */
    default boolean mayHaveLetThrough(String study, int round) {
        return true;
    }

    /**
     * Requires that a round was allowed with this very request, and is the last one of its study. A site asks when its
     * own record proves that nothing was read under that reservation; nothing is recorded, charged or taken back.
     *
     * @param request the request that was let through
     * @throws LedgerException when it was not, or, as always unless overridden, when this ledger cannot tell
     */
    default void requireLetThrough(ReservationRequest request) {
        throw new LedgerException("study " + request.study() + " round " + request.round()
                + " cannot be computed again: this ledger does not tell what it let through");
    }
}
