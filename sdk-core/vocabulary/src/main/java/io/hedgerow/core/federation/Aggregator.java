// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.federation;

import io.hedgerow.core.protocol.Aggregate;
import io.hedgerow.core.protocol.ProtectedUpdate;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.Update;
import io.hedgerow.core.protocol.encoding.Payload;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Combines the protected updates of one round into their sum, and reveals nothing else. Extension point. */
public interface Aggregator {

    /** {@return the name of the protection, that of the matching {@link UpdateProtector}} */
    String id();

    /** {@return the content of its updates, that of the matching {@link UpdateProtector}} */
    Update.Form form();

    /**
     * Receives every task in order, before its round is prepared; after a restart also of those whose sums are known.
     * An aggregator that wraps another one hands it on.
     *
     * @param task of the next round
     */
    default void begun(Task task) {}

    /**
     * Prepares a round with the sites, before its task is sent; once more before the task is sent again. Does nothing
     * unless overridden.
     *
     * @param task that will be sent
     * @param dialogue with the sites
     * @throws InterruptedException when the waiting thread is interrupted
     * @throws io.hedgerow.core.protocol.encoding.ProtocolException when no sum can come of the round
     */
    default void prepare(Task task, Dialogue dialogue) throws InterruptedException {}

    /**
     * Refuses an update that can be no part of a round's sum, whatever the other updates are: of another study, round
     * or protection, or with bytes that no protector of this study makes. The coordinator counts its sender as failed
     * for the round, so that one malformed update does not stop the others.
     *
     * @param round the round
     * @param update of one site
     * @throws io.hedgerow.core.protocol.encoding.ProtocolException when the update is refused
     */
    void check(int round, ProtectedUpdate update);

    /**
     * {@return the sum of updates over exactly these sites, whatever their order}
     *
     * @param round the round
     * @param updates at most one per site
     * @param dialogue with the sites; not used by a sum that needs nothing but the updates
     * @throws InterruptedException when the waiting thread is interrupted
     * @throws io.hedgerow.core.internal.protocol.RepeatRoundException when no sum could be formed, and the round may be
     *     tried again
     * @throws io.hedgerow.core.protocol.encoding.ProtocolException when no sum could be formed; nothing is released
     */
    Aggregate aggregate(int round, List<ProtectedUpdate> updates, Dialogue dialogue) throws InterruptedException;

    /** The messages between an aggregator and the protectors of the sites within one round. */
    interface Dialogue {

        /** {@return the names of the study's sites} */
        Set<SiteId> sites();

        /** {@return the sites without which the study goes on, see {@link CoordinatorChannel#excluded}} */
        default Set<SiteId> excluded() {
            return Set.of();
        }

        /**
         * Says that answers of fewer sites are of no use from here on.
         *
         * @param sites the least useful number, see {@link CoordinatorChannel#needs}
         */
        default void needs(int sites) {}

        /**
         * {@return the answers to questions} Waits until each site has answered or said that it cannot, or the round's
         * deadline has passed since the question.
         *
         * @param questions the question to each site
         * @throws InterruptedException when the waiting thread is interrupted
         */
        Map<SiteId, Payload> ask(Map<SiteId, Payload> questions) throws InterruptedException;

        /**
         * Sends sites messages that need no answer.
         *
         * @param messages the message to each site
         */
        void tell(Map<SiteId, Payload> messages);
    }
}
