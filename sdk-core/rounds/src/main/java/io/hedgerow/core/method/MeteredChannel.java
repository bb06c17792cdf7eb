// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.method;

import io.hedgerow.core.federation.CoordinatorChannel;
import io.hedgerow.core.protocol.CoordinatorMessage;
import io.hedgerow.core.protocol.CoordinatorMessage.Outcome;
import io.hedgerow.core.protocol.CoordinatorMessage.Question;
import io.hedgerow.core.protocol.ProtectedUpdate;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.SiteReply;
import io.hedgerow.core.protocol.Task;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * Counts the encoded bytes of updates and tasks, without dialogues, and without a final message that carries nothing
 * for the sites.
 */
final class MeteredChannel implements CoordinatorChannel {

    private final CoordinatorChannel channel;
    private long bytesUp;
    private long bytesDown;

    MeteredChannel(CoordinatorChannel channel) {
        this.channel = channel;
    }

    @Override
    public Set<SiteId> sites() {
        return channel.sites();
    }

    @Override
    public Set<SiteId> excluded() {
        return channel.excluded();
    }

    @Override
    public void needs(int sites) {
        channel.needs(sites);
    }

    @Override
    public boolean holds() {
        return channel.holds();
    }

    @Override
    public void broadcast(CoordinatorMessage message) {
        int size = 0;
        if (message instanceof Task task) {
            size = task.consensusChange().size();
        } else if (message instanceof Outcome outcome) {
            size = bytesDown == 0 ? 0 : outcome.consensusChange().size();
        }
        bytesDown += (long) size * channel.sites().size();
        channel.broadcast(message);
    }

    @Override
    public void send(SiteId site, Question question) {
        channel.send(site, question);
    }

    @Override
    public Optional<SiteReply> awaitReply(Duration timeout) throws InterruptedException {
        Optional<SiteReply> reply = channel.awaitReply(timeout);
        if (reply.isPresent() && reply.get() instanceof ProtectedUpdate update) {
            bytesUp += update.payload().size();
        }
        return reply;
    }

    long bytesUp() {
        return bytesUp;
    }

    long bytesDown() {
        return bytesDown;
    }
}
