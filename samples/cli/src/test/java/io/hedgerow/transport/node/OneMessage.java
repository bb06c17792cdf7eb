// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node;

import io.hedgerow.core.internal.federation.site.SiteChannel;
import io.hedgerow.core.protocol.CoordinatorMessage;
import io.hedgerow.core.protocol.ProtectedUpdate;
import io.hedgerow.core.protocol.SiteReply;
import java.util.ArrayList;
import java.util.List;

/** One message for a session that would go on waiting for others. */
final class OneMessage implements SiteChannel {

    /** There is no more. */
    static final class Handled extends Error {
        private static final long serialVersionUID = 1L;
    }

    private final CoordinatorMessage message;
    private final List<SiteReply> replies = new ArrayList<>();
    private boolean taken;

    OneMessage(CoordinatorMessage message) {
        this.message = message;
    }

    @Override
    public CoordinatorMessage receive() {
        if (taken) {
            throw new Handled();
        }
        taken = true;
        return message;
    }

    @Override
    public void send(ProtectedUpdate update) {
        replies.add(update);
    }

    @Override
    public void send(SiteReply.Answer answer) {
        replies.add(answer);
    }

    @Override
    public void send(SiteReply.Failure failure) {
        replies.add(failure);
    }

    /** What the session said. */
    List<SiteReply> replies() {
        return replies;
    }
}
