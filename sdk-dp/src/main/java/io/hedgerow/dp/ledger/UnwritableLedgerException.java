// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.ledger;

import io.hedgerow.core.privacy.LedgerException;

/**
 * A ledger could not be written, as on a full disk. Its content is sound, and nothing was opened. The new record is not
 * in it, or, when only its durability is in doubt, is found there again and counts once. A caller that gets this before
 * a study began starts again when there is room.
 */
public final class UnwritableLedgerException extends LedgerException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates an exception that says which ledger could not be written, and why.
     *
     * @param message the ledger and what happened
     * @param cause the error of the operating system
     */
    public UnwritableLedgerException(String message, Throwable cause) {
        super(message, cause);
    }

    @Override
    public boolean isMendable() {
        return true;
    }
}
