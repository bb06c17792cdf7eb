// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.federation;

import io.hedgerow.core.protocol.CoordinatorMessage;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.SiteReply;
import io.hedgerow.core.protocol.Task;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The coordinator's channel to all sites of a study. A channel vouches for the sender of every reply:
 * {@link SiteReply#site} is who really sent it.
 */
public interface CoordinatorChannel {

    /** {@return the names of the study's sites, which do not change} */
    Set<SiteId> sites();

    /**
     * {@return the sites that the operator excluded from the rest of the study; the set only grows} No round waits for
     * them, and no sum has a part of them.
     */
    default Set<SiteId> excluded() {
        return Set.of();
    }

    /**
     * Says that from here on replies of fewer sites are of no use. A channel that knows that so many will not be there
     * need not wait for the deadline: {@link #awaitReply} may then throw a
     * {@link io.hedgerow.core.protocol.encoding.ProtocolException} with the reason, which ends the study.
     *
     * @param sites the least useful number; 0 where every reply is of use
     */
    default void needs(int sites) {}

    /**
     * Sends a message to every site. A site that cannot be reached gets it later; order is kept.
     *
     * @param message the message
     */
    void broadcast(CoordinatorMessage message);

    /**
     * {@return whether the task that was broadcast last waits here until as many sites are there as are {@link #needs
     * needed}} The time in which they have to answer begins when it is sent. The task is given up when no sites are
     * needed.
     */
    default boolean holds() {
        return false;
    }

    /**
     * Names the tasks that were sent before this coordinator was started again, for sites that have not got them. The
     * tasks of rounds that are over come before any other message, and need no answer: a channel that knows what a site
     * has sends the rest together with the message behind it, so that {@code SiteChannel.hasNext} holds. Without
     * overriding, all sites get all of them again; sites ignore what they have.
     *
     * @param earlier tasks of ended rounds, in order, from round 0
     */
    default void recall(List<Task> earlier) {
        earlier.forEach(this::broadcast);
    }

    /**
     * Sends a question to one site, in order with what is broadcast. Nothing happens when the site cannot be reached
     * for long.
     *
     * @param site of this study
     * @param question the message
     */
    void send(SiteId site, CoordinatorMessage.Question question);

    /**
     * {@return the next reply of any site, or empty when none came in time}
     *
     * @param timeout how long to wait at most
     * @throws io.hedgerow.core.internal.protocol.RepeatRoundException when a site was {@link #excluded} meanwhile: the
     *     round is asked again without it
     * @throws io.hedgerow.core.protocol.encoding.ProtocolException when fewer sites than are {@link #needs needed} will
     *     be there
     * @throws InterruptedException when the waiting thread is interrupted
     */
    Optional<SiteReply> awaitReply(Duration timeout) throws InterruptedException;
}
