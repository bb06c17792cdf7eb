package io.hedgerow.core.federation;

import io.hedgerow.core.protocol.Payload;
import io.hedgerow.core.protocol.SiteId;
import java.util.Map;
import java.util.Set;

/** How an aggregator talks with the protectors of the sites within one round. */
public interface Dialogue {

    /**
     * The sites of the study.
     *
     * @return their names
     */
    Set<SiteId> sites();

    /**
     * Asks sites, and waits until each has answered or said that it cannot, or the round's deadline has passed since
     * the question.
     *
     * @param questions what to ask whom
     * @return the answers that came
     * @throws InterruptedException when the waiting thread is interrupted
     */
    Map<SiteId, Payload> ask(Map<SiteId, Payload> questions) throws InterruptedException;

    /**
     * Tells sites something that has no answer.
     *
     * @param messages what to tell whom
     */
    void tell(Map<SiteId, Payload> messages);
}
