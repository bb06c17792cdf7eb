// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.ledger;

import io.hedgerow.core.privacy.LedgerException;

/**
 * Thrown when a ledger's content was altered: bytes were changed, or records are missing, reordered or contradictory.
 * Everything is refused until a person has looked at it; nothing is repaired.
 */
public final class LedgerTamperedException extends LedgerException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates an exception that says where the content does not fit.
     *
     * @param message the ledger, the place and the contradiction
     */
    public LedgerTamperedException(String message) {
        super(message);
    }
}
