// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.protocol.encoding;

/** Thrown when a message does not follow the protocol. It was refused, and nothing was changed by it. */
public class ProtocolException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * Says what was wrong.
     *
     * @param message what was expected and what came; never a parameter value
     */
    public ProtocolException(String message) {
        super(message);
    }
}
