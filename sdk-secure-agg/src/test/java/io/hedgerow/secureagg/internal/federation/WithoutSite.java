// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.federation;

import io.hedgerow.core.federation.CoordinatorChannel;
import io.hedgerow.core.protocol.CoordinatorMessage;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.SiteReply;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.Set;

/** The channel of a coordinator that drops one site after the first round, and says that the site failed. */
final class WithoutSite implements CoordinatorChannel {

    private static final int FIRST_WITHOUT = 1;

    private final CoordinatorChannel channel;
    private final SiteId dropped;
    private final boolean masked;
    private final Deque<SiteReply> replies = new ArrayDeque<>();

    private WithoutSite(CoordinatorChannel channel, SiteId dropped, boolean masked) {
        this.channel = channel;
        this.dropped = dropped;
        this.masked = masked;
    }

    /** Behind masks: the site is not asked any more. */
    static WithoutSite asking(CoordinatorChannel channel, SiteId dropped) {
        return new WithoutSite(channel, dropped, true);
    }

    /** Without masks there are no questions: the site's updates are not read any more. */
    static WithoutSite reading(CoordinatorChannel channel, SiteId dropped) {
        return new WithoutSite(channel, dropped, false);
    }

    @Override
    public Set<SiteId> sites() {
        return channel.sites();
    }

    @Override
    public void broadcast(CoordinatorMessage message) {
        channel.broadcast(message);
    }

    @Override
    public void send(SiteId site, CoordinatorMessage.Question question) {
        if (isDropped(site, question.round())) {
            replies.add(failed(question.round()));
        } else {
            channel.send(site, question);
        }
    }

    @Override
    public Optional<SiteReply> awaitReply(Duration timeout) throws InterruptedException {
        Optional<SiteReply> reply = replies.isEmpty() ? channel.awaitReply(timeout) : Optional.of(replies.remove());
        return masked
                ? reply
                : reply.map(given -> isDropped(given.site(), given.round()) ? failed(given.round()) : given);
    }

    private boolean isDropped(SiteId site, int round) {
        return site.equals(dropped) && round >= FIRST_WITHOUT;
    }

    private SiteReply.Failure failed(int round) {
        return new SiteReply.Failure(dropped, round, SiteReply.Failure.Kind.INTERNAL);
    }
}
