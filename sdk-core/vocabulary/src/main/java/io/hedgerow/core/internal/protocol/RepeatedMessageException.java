// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.protocol;

import io.hedgerow.core.protocol.encoding.ProtocolException;

/**
 * A message arrived again that the site's process had handled before a restart, and was refused: no sign of an attack.
 */
public final class RepeatedMessageException extends ProtocolException {

    private static final long serialVersionUID = 1L;

    public RepeatedMessageException(String message) {
        super(message);
    }
}
