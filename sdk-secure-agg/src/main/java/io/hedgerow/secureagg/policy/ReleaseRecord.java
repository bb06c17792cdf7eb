package io.hedgerow.secureagg.policy;

import io.hedgerow.secureagg.key.Octets;
import java.util.List;

/**
 * One thing that a site must remember about a slot.
 *
 * @param event what happened
 * @param sid the session
 * @param slot the slot
 * @param ctx2 the context of the sum; empty when the event does not need it
 * @param value what was to be summed, as {@link ReleaseGuard} names it; empty when the event does not need it
 * @param threshold t of the slot; 0 when the event does not need it
 * @param refusals how many would prove that nothing was released; 0 when the event does not need it
 * @param sites U3; empty when not known, or when this site is not in it
 * @param sharing U2, whose refusals count; empty when the event does not need it. Without it a masked slot cannot be settled by refusals
 */
public record ReleaseRecord(
        Event event,
        Octets sid,
        long slot,
        Octets ctx2,
        Octets value,
        int threshold,
        int refusals,
        List<Integer> sites,
        List<Integer> sharing) {

    /** What happened. */
    public enum Event {
        /** The masked input is about to leave: from now on the sum may come to be known. */
        MASKED,
        /** The site's shares are about to leave. */
        SHARES_RELEASED,
        /** A receipt says that the sum is known, and of whom. */
        RECEIVED,
        /** Enough sites refuse: the sum will never be known. */
        ABORTED,
        /** The people of the site count the value as released, over nobody knows whom. */
        GIVEN_UP
    }

    /** An event of a slot that is known from an earlier record. */
    static ReleaseRecord of(Event event, Octets sid, long slot, Octets value, List<Integer> sites) {
        return new ReleaseRecord(event, sid, slot, Octets.empty(), value, 0, 0, sites, List.of());
    }

    /** The same slot, now that U3 is known. */
    ReleaseRecord over(List<Integer> survivors) {
        return new ReleaseRecord(event, sid, slot, ctx2, value, threshold, refusals, survivors, sharing);
    }

    public ReleaseRecord {
        sites = List.copyOf(sites);
        sharing = List.copyOf(sharing);
    }
}
