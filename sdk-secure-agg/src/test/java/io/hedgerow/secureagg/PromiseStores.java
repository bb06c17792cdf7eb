package io.hedgerow.secureagg;

import io.hedgerow.secureagg.site.PromiseStore;
import io.hedgerow.secureagg.site.PromisedShares;
import java.util.Optional;

/** Promised shares in memory, as a disk would have them: what a site erases in its own copy stays. */
public final class PromiseStores implements PromiseStore {

    private Optional<PromisedShares> kept = Optional.empty();

    public static PromisedShares copy(PromisedShares promise) {
        return new PromisedShares(
                promise.sid(),
                promise.slot(),
                promise.ctx2(),
                promise.survivors(),
                promise.threshold(),
                promise.answer());
    }

    @Override
    public Optional<PromisedShares> load() {
        return kept.map(PromiseStores::copy);
    }

    @Override
    public void save(PromisedShares promise) {
        kept = Optional.of(copy(promise));
    }

    @Override
    public void erase() {
        kept = Optional.empty();
    }
}
