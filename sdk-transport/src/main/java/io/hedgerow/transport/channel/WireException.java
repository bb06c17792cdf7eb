// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.channel;

/** A wire that will not carry messages again without somebody's doing. Nothing more is sent or received. */
public abstract sealed class WireException extends RuntimeException permits RefusedException, UnreachableException {

    private static final long serialVersionUID = 1L;

    WireException(String message, Throwable cause) {
        super(message, cause);
    }

    WireException(String message) {
        super(message);
    }
}
