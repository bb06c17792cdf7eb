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
}
