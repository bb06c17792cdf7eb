// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.channel;

import io.hedgerow.core.internal.text.Words;
import java.time.Duration;

/**
 * Thrown when the coordinator could not be reached within the time limit, or a proxy or certificate check refused the
 * connection.
 */
public final class UnreachableException extends WireException {

    private static final long serialVersionUID = 1L;
    private final boolean refused;

    /**
     * Creates an exception with its message and cause.
     *
     * @param message what to do
     * @param cause the last failure
     * @param refused whether a certificate was not good, or a proxy does not let this site through
     */
    public UnreachableException(String message, Throwable cause, boolean refused) {
        super(message, cause);
        this.refused = refused;
    }

    /**
     * Creates the exception after a time limit has passed.
     *
     * @param patience how long was waited
     * @param address the coordinator's
     * @param last what happened last, fit for a terminal
     * @param cause the last failure
     */
    public static UnreachableException after(Duration patience, String address, String last, Throwable cause) {
        return new UnreachableException(
                "the coordinator at " + address + " could not be reached for " + Words.time(patience) + " (last: "
                        + last + "): check the address, the network and that the coordinator runs",
                cause,
                false);
    }

    /**
     * {@return whether a refusal was the reason, so that waiting does not help: a certificate was not good, or a proxy
     * does not let this site through}
     */
    public boolean refused() {
        return refused;
    }
}
