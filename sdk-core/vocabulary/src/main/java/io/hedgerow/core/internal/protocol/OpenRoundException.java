// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.protocol;

import io.hedgerow.core.data.DataException;

/**
 * A round that has no update yet, because the site's rows cannot be read now: nothing was computed, and the round stays
 * open. The message is that of the cause, for the site's own people.
 */
public final class OpenRoundException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * A round that stays open.
     *
     * @param cause what the source of rows failed with, such as a {@link DataException}
     */
    public OpenRoundException(RuntimeException cause) {
        super(cause.getMessage(), cause);
    }
}
