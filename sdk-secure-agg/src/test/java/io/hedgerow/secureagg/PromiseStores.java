package io.hedgerow.secureagg;

import io.hedgerow.secureagg.site.PromiseStore;
import io.hedgerow.secureagg.site.PromisedShares;
import java.util.Optional;
import java.util.function.Consumer;

/** Promised shares in memory, as a disk would have them: what a site erases in its own copy stays. */
public final class PromiseStores implements PromiseStore {

    private final Consumer<Runnable> writing;
    private Optional<PromisedShares> kept = Optional.empty();

    public PromiseStores() {
        this(Runnable::run);
    }

    /** Every change goes through whoever may end the site at it. */
    public PromiseStores(Consumer<Runnable> writing) {
        this.writing = writing;
    }

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
        PromisedShares copy = copy(promise);
        writing.accept(() -> kept = Optional.of(copy));
    }

    @Override
    public void erase() {
        writing.accept(() -> kept = Optional.empty());
    }
}
