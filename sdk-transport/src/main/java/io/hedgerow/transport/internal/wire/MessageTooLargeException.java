// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.wire;

public final class MessageTooLargeException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public MessageTooLargeException(long size, long limit) {
        super("a message of " + size + " bytes is beyond the limit of " + limit
                + " bytes, which follows from the plan: install matching releases at both ends");
    }
}
