// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.federation.coordinator;

import io.hedgerow.core.protocol.encoding.ProtocolException;

/** Sites without which a round has no sum will not be there: the study ends without waiting for its deadlines. */
public final class GivenUpException extends ProtocolException {

    private static final long serialVersionUID = 1L;

    /** Says who is missing, why, and since when it is waited for; nothing of any data. */
    public GivenUpException(String message) {
        super(message);
    }
}
