// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.study;

/**
 * Thrown when a study plan or a site's rules are invalid. The message names file, line, key, value and what is allowed.
 */
public final class StudyPlanException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * Says what is wrong.
     *
     * @param message one line
     * @param cause the failure underneath
     */
    public StudyPlanException(String message, Throwable cause) {
        super(message, cause);
    }
}
