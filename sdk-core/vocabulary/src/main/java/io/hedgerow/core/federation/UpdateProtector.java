// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.federation;

import io.hedgerow.core.protocol.CoordinatorMessage;
import io.hedgerow.core.protocol.ProtectedUpdate;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.Update;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.core.protocol.encoding.ProtocolException;
import java.util.Optional;

/**
 * Protects a site's update, such as by masks, before it leaves the site. One instance serves one site. Extension point.
 *
 * <p>After a restart of the site there is a new instance. A task that comes again is answered by {@link #again}, never
 * by {@link #protect}. A protector that needs more than the task and its update keeps it itself, durably, before the
 * call in which it changes returns. One that must not answer two different questions, such as one that reveals the
 * masks of sites that dropped out, records what it answers before it answers; what it cannot know any more it refuses.
 */
public interface UpdateProtector {

    /** {@return the name of the protection, which the aggregator must know: a short stable identifier} */
    String id();

    /** {@return the content of its updates, that of the matching {@link Aggregator}} */
    Update.Form form();

    /**
     * {@return the least number of independent sites in a sum of this protection, if the receiver learns nothing but
     * the sum; 1 when single updates can be seen} A solver that shares its noise with other sites relies on it.
     */
    default int sitesInSum() {
        return 1;
    }

    /**
     * Receives every task that the site accepts, in order and before any other call about it; after a restart a new
     * instance receives all of them again. A protector that wraps another one hands it on.
     *
     * @param task of the next round
     */
    default void begun(Task task) {}

    /**
     * Checks a task before any budget is reserved or data opened, so that nothing is spent on an update that cannot be
     * protected. May be asked again for the same task.
     *
     * @param task that the site has taken over
     * @throws io.hedgerow.core.protocol.encoding.ProtocolException when its update could not be protected
     */
    default void admit(Task task) {}

    /**
     * {@return the answer to the aggregator, or empty when there is none to send} A protector without a dialogue
     * refuses every question.
     *
     * @param question whose round may be one that has no task yet
     * @throws io.hedgerow.core.protocol.encoding.ProtocolException when the question does not follow the protocol
     */
    default Optional<Payload> answer(CoordinatorMessage.Question question) {
        throw new ProtocolException("a site with protection " + id()
                + " must not be asked anything, was asked in round " + question.round());
    }

    /**
     * {@return what may leave the site of an update}
     *
     * @param update what the site computed
     */
    ProtectedUpdate protect(Update update);

    /**
     * Protects the same update again when its task is repeated; also in a new instance, after a restart. What leaves
     * must tell nothing that the first one did not.
     *
     * @param task as before
     * @param update as before
     * @param last what was made of it last
     * @return the same bytes, as always unless overridden; or the same update, protected for another attempt of the
     *     round
     * @throws io.hedgerow.core.protocol.encoding.ProtocolException when it cannot leave again
     */
    default ProtectedUpdate again(Task task, Update update, ProtectedUpdate last) {
        return last;
    }
}
