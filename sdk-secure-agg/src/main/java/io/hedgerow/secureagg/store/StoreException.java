// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.store;

/**
 * A file of a store cannot be opened or read, or is not what was written; or a store was used after it could not be
 * written, which is {@link io.hedgerow.core.federation.UnwritableFileException}. Nothing that needed it to be durable
 * has left; the store takes no more.
 */
public final class StoreException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    /**
     * Names the file and what to do.
     *
     * @param message without any content of the file
     */
    public StoreException(String message) {
        super(message);
    }

    /**
     * Names the file and what the system said.
     *
     * @param message without any content of the file
     * @param cause of the system
     */
    public StoreException(String message, Throwable cause) {
        super(message, cause);
    }
}
