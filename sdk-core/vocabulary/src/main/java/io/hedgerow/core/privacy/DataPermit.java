// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.privacy;

import io.hedgerow.core.privacy.PrivacyGate.Reservation;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A single-use permit to open one data set. Comes only from a {@link Reservation}. Thread-safe: of several threads that
 * use one permit, one succeeds.
 */
public final class DataPermit {

    private final DatasetIdentity dataset;
    private final AtomicBoolean used = new AtomicBoolean();

    DataPermit(DatasetIdentity dataset) {
        this.dataset = dataset;
    }

    /**
     * Uses the permit up. Called by the data before it opens.
     *
     * @param opened the data set about to be opened
     * @throws IllegalStateException when the permit was already used
     * @throws IllegalArgumentException when the permit is for another data set; it stays unused
     */
    public void use(DatasetIdentity opened) {
        if (!dataset.equals(opened)) {
            throw new IllegalArgumentException(
                    "permit is for dataset " + dataset.value() + ", was used on " + opened.value());
        }
        if (!used.compareAndSet(false, true)) {
            throw new IllegalStateException("permit for dataset " + dataset.value() + " was already used");
        }
    }
}
