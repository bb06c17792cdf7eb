// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.federation.site;

import io.hedgerow.core.protocol.CoordinatorMessage;
import io.hedgerow.core.protocol.ProtectedUpdate;
import io.hedgerow.core.protocol.SiteReply;
import java.time.Duration;

/** A site's channel to the coordinator. It takes protected updates and failures without details, and nothing else. */
public interface SiteChannel {

    /** Waits for the coordinator's next message; all arrive in the order in which they were sent. */
    CoordinatorMessage receive() throws InterruptedException;

    /** Whether a later message is here, so that the last one's round is over and need not be paid for; else false. */
    default boolean hasNext() {
        return false;
    }

    /**
     * Waits for a message that {@link #receive} would give at once, or for the end of the channel, and takes nothing. A
     * channel that cannot see its next message waits the time out.
     *
     * @param longest how long
     * @return whether there is one; false when the time is over
     */
    default boolean awaitNext(Duration longest) throws InterruptedException {
        Thread.sleep(longest.toMillis());
        return hasNext();
    }

    void send(ProtectedUpdate update);

    void send(SiteReply.Answer answer);

    void send(SiteReply.Failure failure);
}
