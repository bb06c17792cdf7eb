// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.federation;

/**
 * Thrown when a durable file cannot be written, as on a full disk. Earlier records are sound, and nothing has left that
 * is not recorded. The process that gets this stops and tells its peers nothing: restarted when there is room, it goes
 * on as after a kill.
 */
public final class UnwritableFileException extends JournalException {

    private static final long serialVersionUID = 1L;

    /**
     * Says what could not be written, and why.
     *
     * @param message the file, what happened and what to do; without any content of the file
     * @param cause of the system
     */
    public UnwritableFileException(String message, Throwable cause) {
        super(message, cause);
    }
}
