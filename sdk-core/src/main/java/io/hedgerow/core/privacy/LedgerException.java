// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.privacy;

/**
 * A ledger could not record a reservation, or found that its record is damaged. Nothing was opened. Ledgers may have
 * subclasses for what their callers want to tell apart.
 */
public non-sealed class LedgerException extends PrivacyException {

    private static final long serialVersionUID = 1L;

    /**
     * Says what failed.
     *
     * @param message what failed and what to do
     * @param cause the failure underneath
     */
    public LedgerException(String message, Throwable cause) {
        super(message, cause);
    }

    /**
     * Says what failed.
     *
     * @param message what failed and what to do
     */
    public LedgerException(String message) {
        super(message);
    }

    /**
     * {@return whether the site can mend it, such as by making room on its disk: then it is no answer to the request
     * for the round, and the same may be asked for again after a restart} False, unless a subclass knows better.
     */
    public boolean isMendable() {
        return false;
    }
}
