// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.federation;

import io.hedgerow.core.federation.CoordinatorChannel;
import io.hedgerow.core.internal.federation.site.InMemoryNetwork;
import io.hedgerow.core.internal.federation.site.SiteSession;
import io.hedgerow.core.protocol.CoordinatorMessage;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.SiteReply;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/** The channel of a coordinator that tells one site other things than the others. Everybody answers at once. */
final class TwoFacedChannel implements CoordinatorChannel {

    private final SiteId victim;
    private final InMemoryNetwork one;
    private final InMemoryNetwork others;
    private final UnaryOperator<CoordinatorMessage> told;
    private final UnaryOperator<CoordinatorMessage.Question> asked;

    /**
     * Connects sessions.
     *
     * @param victim is told other things
     * @param sessions of all
     * @param told what it is told instead
     * @param asked what it is asked instead
     */
    TwoFacedChannel(
            SiteId victim,
            List<SiteSession> sessions,
            UnaryOperator<CoordinatorMessage> told,
            UnaryOperator<CoordinatorMessage.Question> asked) {
        this.victim = victim;
        this.one = new InMemoryNetwork(only(sessions, victim, true), Runnable::run);
        this.others = new InMemoryNetwork(only(sessions, victim, false), Runnable::run);
        this.told = told;
        this.asked = asked;
    }

    private static List<SiteSession> only(List<SiteSession> sessions, SiteId victim, boolean wanted) {
        return sessions.stream()
                .filter(session -> session.site().equals(victim) == wanted)
                .toList();
    }

    @Override
    public Set<SiteId> sites() {
        Set<SiteId> all = new TreeSet<>(others.sites());
        all.addAll(one.sites());
        return all;
    }

    @Override
    public void broadcast(CoordinatorMessage message) {
        others.broadcast(message);
        one.broadcast(told.apply(message));
    }

    @Override
    public void send(SiteId site, CoordinatorMessage.Question question) {
        if (site.equals(victim)) {
            one.send(site, asked.apply(question));
        } else {
            others.send(site, question);
        }
    }

    @Override
    public Optional<SiteReply> awaitReply(Duration timeout) throws InterruptedException {
        Optional<SiteReply> reply = one.awaitReply(Duration.ZERO);
        return reply.isPresent() ? reply : others.awaitReply(Duration.ZERO);
    }
}
