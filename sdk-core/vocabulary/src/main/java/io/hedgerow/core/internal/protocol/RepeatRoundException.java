// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.protocol;

import io.hedgerow.core.protocol.encoding.ProtocolException;

/** A round has no sum, and it is certain that nothing of it was released: its task may be sent again. */
public final class RepeatRoundException extends ProtocolException {

    private static final long serialVersionUID = 1L;

    public RepeatRoundException(String message) {
        super(message);
    }
}
