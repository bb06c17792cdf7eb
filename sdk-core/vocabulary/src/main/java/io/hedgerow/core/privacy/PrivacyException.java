// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.privacy;

import java.util.Optional;

/** Root of the failures that stop a computation before any data is opened. */
public abstract sealed class PrivacyException extends RuntimeException
        permits BudgetExhaustedException, PolicyRefusedException, LedgerException {

    private static final long serialVersionUID = 1L;

    /** The party that refuses, as a code that may be sent to others and reveals nothing of the data. */
    public enum Reason {
        /** The site's rules for plans. */
        RULES,
        /** The policy of the data set, or a part of a computation that keeps to it. */
        POLICY,
        /** The remaining budget of the data set. */
        BUDGET,
        /** Earlier releases of the data set. */
        RELEASED_BEFORE,
        /** A person at the site. */
        PERSON,
        /** No decision was made in time. */
        UNDECIDED,
        /** The study began without the site. */
        BEGUN
    }

    PrivacyException(String message, Throwable cause) {
        super(message, cause);
    }

    PrivacyException(String message) {
        super(message);
    }

    /** {@return the party that refuses; empty for a failure that is no refusal} */
    public Optional<Reason> reason() {
        return Optional.empty();
    }
}
