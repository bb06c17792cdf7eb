// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data;

/**
 * Site data that cannot be used as it is. The message names the place, the value and what is allowed; it is meant for
 * the site's own people and is never sent anywhere.
 */
public final class DataException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * Says what is wrong.
     *
     * @param message the place, the value and what is allowed
     */
    public DataException(String message) {
        super(message);
    }

    /**
     * Says what is wrong and what caused it.
     *
     * @param message the place and what to do
     * @param cause the failure underneath
     */
    public DataException(String message, Throwable cause) {
        super(message, cause);
    }
}
