// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.privacy;

import java.io.IOException;

/**
 * A ledger could not record a reservation, or found that its record is damaged. Nothing was opened. Ledgers may have
 * subclasses for what their callers want to tell apart.
 */
public non-sealed class LedgerException extends PrivacyException {

    private static final long serialVersionUID = 1L;

    private final boolean mendable;

    /**
     * Says what failed.
     *
     * @param message what failed and what to do
     * @param cause the failure underneath
     */
    public LedgerException(String message, Throwable cause) {
        this(message, cause, false);
    }

    /**
     * Says what failed.
     *
     * @param message what failed and what to do
     */
    public LedgerException(String message) {
        super(message);
        this.mendable = false;
    }

    private LedgerException(String message, Throwable cause, boolean mendable) {
        super(message, cause);
        this.mendable = mendable;
    }

    /**
     * {@return the failure of a ledger that could not be written, as on a full disk} Its content is sound, and nothing
     * was opened. The new record is not in it, or, when only its durability is in doubt, is found there again and
     * counts once. A caller that gets this before a study began starts again when there is room.
     *
     * @param message the ledger and what happened
     * @param cause the error of the operating system
     */
    public static LedgerException unwritable(String message, IOException cause) {
        return new LedgerException(message, cause, true);
    }

    /**
     * {@return whether the site can correct the cause, such as by making room on its disk: then the request for the
     * round is not answered, and may be repeated after a restart}
     */
    public boolean isMendable() {
        return mendable;
    }
}
