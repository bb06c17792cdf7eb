// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.protocol;

import io.hedgerow.core.federation.JournalException;

/**
 * A journal or a log is damaged: its content differs from what was written. Nothing was cut or skipped, and a person
 * has to look at it.
 */
public final class DamagedJournalException extends JournalException {

    private static final long serialVersionUID = 1L;

    public DamagedJournalException(String message) {
        super(message);
    }
}
