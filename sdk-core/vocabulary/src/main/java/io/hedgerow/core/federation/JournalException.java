// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.federation;

/**
 * Thrown when a journal cannot be read or written, or does not match the study that uses it. The caller must stop: an
 * event that is not in the journal did not happen, and nothing may leave that is not in it.
 */
public class JournalException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * Says what is wrong.
     *
     * @param message the journal, what is wrong with it and what to do
     */
    public JournalException(String message) {
        super(message);
    }

    /**
     * Says what is wrong, and why.
     *
     * @param message the journal, what is wrong with it and what to do
     * @param cause what happened
     */
    public JournalException(String message, Throwable cause) {
        super(message, cause);
    }
}
