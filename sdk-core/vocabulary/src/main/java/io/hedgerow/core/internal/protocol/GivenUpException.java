// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.protocol;

import io.hedgerow.core.protocol.encoding.ProtocolException;

/**
 * A round can have no sum because sites that it needs will not return: the study ends without waiting for its
 * deadlines.
 */
public final class GivenUpException extends ProtocolException {

    private static final long serialVersionUID = 1L;

    /** Names the missing sites, the reason, and since when they are waited for; no data. */
    public GivenUpException(String message) {
        super(message);
    }
}
