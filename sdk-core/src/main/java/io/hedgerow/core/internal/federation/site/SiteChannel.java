// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.federation.site;

import io.hedgerow.core.protocol.Answer;
import io.hedgerow.core.protocol.CoordinatorMessage;
import io.hedgerow.core.protocol.ProtectedUpdate;
import io.hedgerow.core.protocol.SiteFailure;

/** The site's end of the wire. It takes what protectors made and failures without details, and nothing else. */
public interface SiteChannel {

    /**
     * Waits for the coordinator's next message. Messages arrive in the order in which they were sent, none is left out.
     *
     * @throws InterruptedException when the waiting thread is interrupted
     */
    CoordinatorMessage receive() throws InterruptedException;

    /**
     * Whether a later message is already here, so that the round of the last one is over and need not be paid for;
     * false when that is not known.
     */
    default boolean hasNext() {
        return false;
    }

    /** Sends an update. */
    void send(ProtectedUpdate update);

    /** Sends the protector's answer to a question. */
    void send(Answer answer);

    /** Says that there is no update, or no answer. */
    void send(SiteFailure failure);
}
