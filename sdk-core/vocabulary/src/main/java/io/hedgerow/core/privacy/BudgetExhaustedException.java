// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.privacy;

import java.util.Optional;

/** Thrown when the rest of a ledger's budget does not cover an event. Nothing was recorded and nothing was opened. */
public final class BudgetExhaustedException extends PrivacyException {

    private static final long serialVersionUID = 1L;

    private final transient MechanismEvent event;

    /**
     * Says what was refused.
     *
     * @param message the budget, what was spent and what was asked for
     * @param event the refused event
     */
    public BudgetExhaustedException(String message, MechanismEvent event) {
        super(message);
        this.event = event;
    }

    @Override
    public Optional<Reason> reason() {
        return Optional.of(Reason.BUDGET);
    }

    /** {@return the refused event} */
    public MechanismEvent event() {
        return event;
    }
}
