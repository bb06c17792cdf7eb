// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.federation.site;

import io.hedgerow.core.protocol.CoordinatorMessage;
import io.hedgerow.core.protocol.ProtectedUpdate;
import io.hedgerow.core.protocol.SiteReply;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** A coordinator that says what it was told to say, one message after the other, and keeps what comes back. */
public class ScriptedChannel implements SiteChannel {
    private final Deque<CoordinatorMessage> messages;
    public final List<SiteReply> sent = new ArrayList<>();

    public ScriptedChannel(List<CoordinatorMessage> messages) {
        this.messages = new ArrayDeque<>(messages);
    }

    @Override
    public CoordinatorMessage receive() {
        return messages.remove();
    }

    @Override
    public void send(ProtectedUpdate update) {
        sent.add(update);
    }

    @Override
    public void send(SiteReply.Answer answer) {
        sent.add(answer);
    }

    @Override
    public void send(SiteReply.Failure failure) {
        sent.add(failure);
    }
}
