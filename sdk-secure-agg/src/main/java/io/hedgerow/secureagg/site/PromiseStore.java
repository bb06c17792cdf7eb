package io.hedgerow.secureagg.site;

import java.util.Optional;

/**
 * Where a site keeps, across restarts, the shares that it promised and may be asked for once more; at most those of one slot. Both calls
 * that change it must be durable when they return: a site that confirmed who is in a sum and lost its shares may be the one without which
 * the sum cannot be formed, and one that refused a slot must not have them any more. Extension point.
 */
public interface PromiseStore {

    /** For a site that loses a slot with its process. */
    PromiseStore NONE = new PromiseStore() {
        @Override
        public Optional<PromisedShares> load() {
            return Optional.empty();
        }

        @Override
        public void save(PromisedShares promise) {
            // nothing is kept
        }

        @Override
        public void erase() {
            // nothing is kept
        }
    };

    /**
     * What was saved last and not erased.
     *
     * @return the shares, or empty
     */
    Optional<PromisedShares> load();

    /**
     * Replaces what was saved, durably.
     *
     * @param promise the shares; to be copied or written before this returns
     */
    void save(PromisedShares promise);

    /** Erases what was saved, durably. Nothing happens when there is nothing. */
    void erase();
}
