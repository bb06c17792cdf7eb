package io.hedgerow.secureagg.site;

import java.util.Optional;

/**
 * Where a site keeps, across restarts, which session it is in and how far it has followed the chain of receipts. A save must be durable
 * when it returns. A site that lost it joins another session, with nothing worse than that. Extension point.
 */
public interface SessionStore {

    /** For a site that joins another session after every restart. */
    SessionStore NONE = new SessionStore() {
        @Override
        public Optional<SessionRecord> load() {
            return Optional.empty();
        }

        @Override
        public void save(SessionRecord session) {
            // nothing is kept
        }
    };

    /**
     * The session that was saved last.
     *
     * @return the session, or empty before the first one
     */
    Optional<SessionRecord> load();

    /**
     * Replaces what was saved, durably.
     *
     * @param session the session as it is now
     */
    void save(SessionRecord session);
}
