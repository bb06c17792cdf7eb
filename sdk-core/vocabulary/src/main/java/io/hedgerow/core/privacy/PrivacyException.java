// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.privacy;

import java.util.Optional;

/** The base class of failures that stop a computation before any data is opened. */
public abstract sealed class PrivacyException extends RuntimeException
        permits BudgetExhaustedException, PolicyRefusedException, LedgerException {

    private static final long serialVersionUID = 1L;

    /** The party that refuses, as a code that may be disclosed because it does not depend on the data. */
    public enum Reason {
        /** The site's rules for plans. */
        RULES,
        /** The policy of the data set, or the part of a computation that holds to it. */
        POLICY,
        /** The rest of the data set's budget. */
        BUDGET,
        /** Earlier releases of the data set. */
        RELEASED_BEFORE,
        /** A person at the site. */
        PERSON,
        /** No person decided in time. */
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

    /** {@return what refuses; empty when something failed and nothing was refused} */
    public Optional<Reason> reason() {
        return Optional.empty();
    }
}
