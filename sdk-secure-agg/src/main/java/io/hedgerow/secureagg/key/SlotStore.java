package io.hedgerow.secureagg.key;

import java.util.Optional;

/**
 * Where a site keeps, across restarts, how far its ratchet is. A save must be durable when it returns: the keys of older slots exist
 * nowhere else, and a site that forgot how far it was would use a slot twice. Extension point.
 */
public interface SlotStore {

    /**
     * What was saved last.
     *
     * @param sid the session
     * @return the ratchet's state, or empty when nothing was saved
     */
    Optional<RatchetState> load(Octets sid);

    /**
     * Replaces what was saved, durably.
     *
     * @param sid the session
     * @param state the ratchet's state; to be copied or written before this returns
     */
    void save(Octets sid, RatchetState state);
}
