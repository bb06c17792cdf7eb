// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data;

/**
 * Site data cannot be used as they are. The message names the place, the value and what is allowed; it is meant for the
 * site's own people and is never sent anywhere.
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
     * {@return a failure whose cause is outside the data and may pass, such as a database that cannot be reached}
     *
     * @param message the place and what to do
     * @param cause the failure underneath
     */
    public static DataException temporary(String message, Throwable cause) {
        return new DataException(message, cause, true);
    }

    /** {@return whether the cause is outside the data, so that a later reading may succeed} */
    public boolean isTemporary() {
        return temporary;
    }
}
