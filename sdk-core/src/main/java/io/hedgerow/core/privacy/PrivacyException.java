// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.privacy;

/** Root of the failures that stop a computation before any data is opened. */
public abstract sealed class PrivacyException extends RuntimeException
        permits BudgetExhaustedException, PolicyRefusedException, LedgerException {

    private static final long serialVersionUID = 1L;

    PrivacyException(String message, Throwable cause) {
        super(message, cause);
    }

    PrivacyException(String message) {
        super(message);
    }
}
