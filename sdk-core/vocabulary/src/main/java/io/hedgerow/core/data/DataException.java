// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data;

/**
 * Thrown when site data cannot be read or used. The message names the place, the value and what is allowed; it is meant
 * for the site's own people and is never sent anywhere.
 */
public final class DataException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final boolean temporary;

    /**
     * Says what is wrong.
     *
     * @param message the place, the value and what is allowed
     */
    public DataException(String message) {
        super(message);
        this.temporary = false;
    }

    /**
     * Says what is wrong and what caused it.
     *
     * @param message the place and what to do
     * @param cause the failure underneath
     */
    public DataException(String message, Throwable cause) {
        this(message, cause, false);
    }

    private DataException(String message, Throwable cause, boolean temporary) {
        super(message, cause);
        this.temporary = temporary;
    }

    /**
     * {@return a failure that is over when something outside works again, such as a database that is away; the data may
     * be as they should be}
     *
     * @param message the place and what to do
     * @param cause the failure underneath
     */
    public static DataException temporary(String message, Throwable cause) {
        return new DataException(message, cause, true);
    }

    /** {@return whether the same data may be read later, because what failed is outside of them} */
    public boolean isTemporary() {
        return temporary;
    }
}
