// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.channel;

/** The base class of connection failures that need human intervention. Nothing more is sent or received. */
public abstract sealed class WireException extends RuntimeException permits RefusedException, UnreachableException {

    private static final long serialVersionUID = 1L;

    WireException(String message, Throwable cause) {
        super(message, cause);
    }

    WireException(String message) {
        super(message);
    }
}
